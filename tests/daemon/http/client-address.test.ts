import { describe, expect, it } from 'vitest'
import { clientAddress } from '../../../src/daemon/http/client-address.ts'
import { defaultOptions } from '../../../src/daemon/options/registry.ts'

const on = { ...defaultOptions, ReverseProxyEnabled: true }
const cloudflare = { ...on, ReverseProxyProvider: 'cloudflare' as const }
const from = (remoteAddress: string, headers: Record<string, string> = {}) => ({
  headers,
  socket: { remoteAddress },
})
const spoofed = {
  'x-forwarded-for': '1.2.3.4',
  'x-real-ip': '1.2.3.4',
  'cf-connecting-ip': '1.2.3.4',
  'true-client-ip': '1.2.3.4',
  forwarded: 'for=1.2.3.4',
}

describe('clientAddress', () => {
  it('is the peer while the option is off, whatever headers say', () => {
    expect(clientAddress(from('127.0.0.1', spoofed), defaultOptions, [])).toBe('127.0.0.1')
    expect(clientAddress(from('203.0.113.9', spoofed), defaultOptions, ['203.0.113.9'])).toBe('203.0.113.9')
  })

  it('is the peer when the peer is no trusted proxy', () => {
    expect(clientAddress(from('203.0.113.9', spoofed), on, [])).toBe('203.0.113.9')
    expect(clientAddress(from('10.0.0.1', spoofed), on, ['203.0.113.9'])).toBe('10.0.0.1')
  })

  it('is what nginx says about a client', () => {
    expect(clientAddress(from('10.0.0.1', { 'x-real-ip': '198.51.100.7' }), on, [])).toBe('198.51.100.7')
  })

  it('is the right-most hop that is no proxy of ours', () => {
    const hops = { 'x-forwarded-for': '1.2.3.4, 198.51.100.7, 10.0.0.2' }
    expect(clientAddress(from('10.0.0.1', hops), on, [])).toBe('198.51.100.7')
    expect(clientAddress(from('::ffff:10.0.0.1', hops), on, ['10.0.0.0/8'])).toBe('198.51.100.7')
  })

  it('M5: a made-up X-Real-IP never beats what the proxy adds to X-Forwarded-For', () => {
    const forged = { 'x-real-ip': '1.2.3.4', 'x-forwarded-for': '5.6.7.8, 198.51.100.7' }
    expect(clientAddress(from('10.0.0.1', forged), on, [])).toBe('198.51.100.7')
    for (const junk of ['', 'unknown', '198.51.100.7, unknown'])
      expect(clientAddress(from('10.0.0.1', { ...forged, 'x-forwarded-for': junk }), on, []), junk).toBe(
        '10.0.0.1',
      )
  })

  it('M5: a client inside the trusted ranges cannot make up hops to its left', () => {
    const hops = { 'x-forwarded-for': '10.9.9.9, 10.0.0.5' }
    expect(clientAddress(from('127.0.0.1', hops), on, [])).toBe('10.0.0.5')
  })

  it("M5: a second CF-Connecting-IP in front of Cloudflare's does not count", () => {
    const headers = { 'cf-connecting-ip': '1.2.3.4, 198.51.100.7' }
    expect(clientAddress(from('127.0.0.1', headers), cloudflare, [])).toBe('198.51.100.7')
  })

  it('believes nothing left of a hop that is no address', () => {
    expect(clientAddress(from('10.0.0.1', { 'x-forwarded-for': '1.2.3.4, unknown' }), on, [])).toBe(
      '10.0.0.1',
    )
  })

  it("is cloudflare's header and no other with that provider", () => {
    const headers = { ...spoofed, 'cf-connecting-ip': '2001:db8::7' }
    expect(clientAddress(from('127.0.0.1', headers), cloudflare, [])).toBe('2001:db8::7')
    expect(clientAddress(from('127.0.0.1', { 'x-real-ip': '1.2.3.4' }), cloudflare, [])).toBe('127.0.0.1')
  })

  it('is the peer when the header is no address', () => {
    for (const junk of ['1.2.3.4.5', 'localhost', '0x7f.1', '127.1', ''])
      expect(clientAddress(from('10.0.0.1', { 'x-real-ip': junk }), on, []), junk).toBe('10.0.0.1')
  })

  it('writes IPv4 in IPv6 form as IPv4', () => {
    expect(clientAddress(from('::ffff:192.0.2.1'), defaultOptions, [])).toBe('192.0.2.1')
  })
})
