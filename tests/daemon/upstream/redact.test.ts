import { describe, expect, it } from 'vitest'
import { redact, withoutKeysAndHosts } from '../../../src/daemon/upstream/redact.ts'

describe('what an upstream writes', () => {
  it.each([
    [
      'https://up.example.com/v1',
      'ask https://up.example.com/v1 or up.example.com:443',
      'ask https://upstream/v1 or upstream:443',
    ],
    [
      'http://api:8080',
      '无法连接api，rapid: http://api:8080/x',
      '无法连接upstream，rapid: http://upstream/x',
    ],
    ['http://[::1]:80', 'connect [::1]', 'connect upstream'],
    ['no address', 'no address is known', 'no address is known'],
  ])('loses the host of %s, but no letters of other words', (url, text, shown) => {
    expect(withoutKeysAndHosts(text, { keys: [], url })).toBe(shown)
    expect(redact(text, { keys: [], url })).toBe(shown)
  })
})
