import { describe, expect, it } from 'vitest'
import type { Caller, Callers } from '../../../../src/daemon/relay/admit/callers.ts'
import { type Identity, identify, readKey } from '../../../../src/daemon/relay/admit/identify.ts'

const secret = 'a'.repeat(48)
const callersWith = (role: number): Callers =>
  ({
    find: (key: string) => (key === secret ? ({ role, tokenId: 1 } as Caller) : Promise.resolve(undefined)),
  }) as unknown as Callers

/** Awaits the identity, which may be returned directly or as a promise. */
const find = async (...given: Parameters<typeof identify>): Promise<Identity> => identify(...given)

describe('the key of a request', () => {
  it.each([
    ['authorization with Bearer', { authorization: `Bearer sk-${secret}` }, `sk-${secret}`],
    ['authorization without Bearer', { authorization: `sk-${secret}` }, `sk-${secret}`],
    ['x-api-key', { 'x-api-key': `sk-${secret}` }, `sk-${secret}`],
    ['x-goog-api-key', { 'x-goog-api-key': secret }, secret],
    ['nowhere', {}, ''],
  ])('is found in %s', (_place, headers, expected) => {
    expect(readKey(headers)).toBe(expected)
  })

  it('is taken with and without sk-', async () => {
    for (const key of [secret, `sk-${secret}`])
      await expect(find(key, callersWith(1))).resolves.toMatchObject({ pinnedChannelId: undefined })
  })

  it.each([
    ['', 'token_missing'],
    ["' OR 1=1--", 'token_invalid'],
    ['x'.repeat(100_000), 'token_invalid'],
    ['sk-%_%_%_%_%_%_%_%_%_', 'token_invalid'],
    [`sk-${'b'.repeat(48)}`, 'token_invalid'],
  ])('%j is refused', async (key, code) => {
    await expect(find(key.slice(0, 100_000), callersWith(1))).rejects.toMatchObject({ code })
  })

  it('may pin a channel only for administrators', async () => {
    await expect(find(`sk-${secret}-7`, callersWith(10))).resolves.toMatchObject({ pinnedChannelId: 7 })
    await expect(find(`sk-${secret}-7`, callersWith(1))).rejects.toMatchObject({ code: 'pin_forbidden' })
    await expect(find(`sk-${secret}-x`, callersWith(100))).rejects.toMatchObject({ code: 'pin_invalid' })
  })
})
