import { describe, expect, it } from 'vitest'
import { parseAddressList } from '../../../src/daemon/limits/address-list.ts'

describe('an address list', () => {
  it.each([
    ['1.2.3.4', '1.2.3.4', true],
    ['1.2.3.4', '1.2.3.5', false],
    ['1.2.3.4', '::ffff:1.2.3.4', true],
    ['::ffff:1.2.3.4', '1.2.3.4', true],
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['2001:db8::/32', '2001:db8::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['1.1.1.1\n 2.2.2.2, 3.3.3.3', '3.3.3.3', true],
    ['not an address', '1.2.3.4', false],
    ['', '1.2.3.4', false],
    ['0.0.0.0/0', 'unknown', false],
  ])('%j includes %s: %s', (list, address, expected) => {
    expect(parseAddressList(list).includes(address)).toBe(expected)
  })
})
