import { describe, expect, it } from 'vitest'
import { parseAddressList } from '../../../src/daemon/limits/address-list.ts'
import { isGuardedHost } from '../../../src/daemon/limits/guarded-addresses.ts'

describe('M3: link-local and metadata addresses are known', () => {
  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata.goog',
    '[fe80::1]',
    'fe80::1%eth0',
    'febf::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '::169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
  ])('%s', (host) => {
    expect(isGuardedHost(host)).toBe(true)
  })

  it.each([
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
  ])('%s, as addresses are read', (address) => {
    expect(isGuardedHost(new URL(address).hostname)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '10.0.0.5',
    '192.168.1.2',
    '[::1]',
    'fd12::1',
    '8.8.8.8',
    'api.openai.com',
    'localhost',
    '2001:db8::1',
  ])('%s is none of them', (host) => {
    expect(isGuardedHost(host)).toBe(false)
  })

  it('a range that is allowed is, in any form, and no other', () => {
    const allowed = parseAddressList('169.254.10.0/24, fe80::/64')
    for (const host of ['169.254.10.7', '::ffff:169.254.10.7', '64:ff9b::a9fe:a07', 'fe80::5'])
      expect([host, isGuardedHost(host, allowed)]).toEqual([host, false])
    for (const host of ['169.254.11.7', '169.254.169.254', 'fe80:0:0:1::5'])
      expect([host, isGuardedHost(host, allowed)]).toEqual([host, true])
  })
})
