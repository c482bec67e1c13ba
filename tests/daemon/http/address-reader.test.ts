import { describe, expect, it } from 'vitest'
import { addressReader } from '../../../src/daemon/http/address-reader.ts'
import { defaultOptions } from '../../../src/daemon/options/registry.ts'

const forwarded = { 'x-forwarded-for': '198.51.100.7' }
const from = (remoteAddress: string, headers: Record<string, string> = forwarded) => ({
  headers,
  socket: { remoteAddress },
})

function readerWith(isOn: boolean, trustProxy: readonly string[] = []) {
  const lines: string[] = []
  const deps = {
    options: { current: () => ({ ...defaultOptions, ReverseProxyEnabled: isOn }) },
    trustProxy,
    log: { warn: (_facts: unknown, line?: string) => void lines.push(line ?? '') },
  }
  return { read: addressReader(deps), again: addressReader(deps), lines }
}

describe('the operator is told, once', () => {
  it('that clients of a proxy count as one while the setting is off', () => {
    const { read, again, lines } = readerWith(false)
    expect(read(from('127.0.0.1', {}))).toBe('127.0.0.1')
    expect(lines).toEqual([])
    for (const each of [read, read, again]) expect(each(from('127.0.0.1'))).toBe('127.0.0.1')
    expect(lines).toEqual([expect.stringContaining('tollgate option set ReverseProxyEnabled true')])
  })

  it('that the proxy is not the one in TOLLGATE_TRUST_PROXY', () => {
    const { read, lines } = readerWith(true, ['10.0.0.1/32'])
    for (const _ of [1, 2]) expect(read(from('172.17.0.1'))).toBe('172.17.0.1')
    expect(lines).toEqual([expect.stringContaining('TOLLGATE_TRUST_PROXY')])
  })
})

it('nothing is told where all is well, nor because strangers send such headers', () => {
  const proxied = readerWith(true)
  expect(proxied.read(from('::ffff:10.0.0.1'))).toBe('198.51.100.7')
  const direct = readerWith(false)
  expect(direct.read(from('203.0.113.9'))).toBe('203.0.113.9')
  expect([...proxied.lines, ...direct.lines]).toEqual([])
})
