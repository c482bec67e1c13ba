import { describe, expect, it } from 'vitest'
import type { Channel } from '../../../../src/daemon/channel-types/types.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'
import { readAffinity } from '../../../../src/daemon/relay/route/affinity.ts'
import { Health } from '../../../../src/daemon/relay/route/health.ts'
import { type PlanQuestion, plan } from '../../../../src/daemon/relay/route/plan.ts'
import { buildRoutes, type Snapshot } from '../../../../src/daemon/relay/route/snapshot.ts'
import { channelOf } from '../../../support/channel-of.ts'

const chatOf = (channelId: number) => ({ channelId, model: 'gpt-4o', operation: 'chat' })

const clock = { now: () => 1_000_000 }
const noChance = () => {
  throw new Error('drawn by chance')
}

const snapshotOf = (...channels: Channel[]): Snapshot =>
  ({
    channels: new Map(channels.map((each) => [each.id, each])),
    routes: buildRoutes(channels),
  }) as unknown as Snapshot

const readFor = (body: JsonObject, given: object = {}) =>
  readAffinity({ tokenId: 7, userId: 1, headers: {}, body, promptTokens: 5_000, ...given })

const question = (affinity: PlanQuestion['affinity']): PlanQuestion => ({
  group: 'default',
  model: 'gpt-4o',
  pinnedChannelId: undefined,
  promptTokens: 10,
  operation: 'chat',
  serves: () => true,
  affinity,
})

const firstOf = (snapshot: Snapshot, affinity: PlanQuestion['affinity'], health = new Health(clock)) =>
  plan(snapshot, question(affinity), health, noChance).candidates[0]?.id

const conversation = (text: string, ...later: JsonObject[]) =>
  readFor({ messages: [{ role: 'system', content: 'same' }, { role: 'user', content: text }, ...later] })

describe('finding relay 6: a conversation keeps its channel', () => {
  it('is recognised by its session, in the words of Codex, Claude Code and others', () => {
    for (const [body, given] of [
      [{ prompt_cache_key: 'a' }, {}],
      [{ metadata: { user_id: 'a' } }, {}],
      [{ chatId: 'a' }, {}],
      [{}, { headers: { session_id: 'a' } }],
      [{}, { headers: { 'x-session-id': 'a' } }],
    ] as const)
      expect(readFor(body, { ...given, promptTokens: 3 })).toEqual({
        by: 'session',
        seed: readFor({ prompt_cache_key: 'a' })?.seed,
      })
  })

  it('is recognised by its first message in every protocol, however long it has become', () => {
    const first = conversation('hello')
    expect(first?.by).toBe('opening')
    expect(conversation('hello', { role: 'assistant', content: 'x' })).toEqual(first)
    expect(conversation('good bye')).not.toEqual(first)
    const parts = [{ type: 'text', text: 'context' }, { text: 'hello' }]
    expect(readFor({ contents: [{ role: 'user', parts }] })).toEqual(first)
    expect(readFor({ input: 'hello' })).toEqual(first)
    expect(readFor({ input: [{ role: 'user', content: parts }] })).toEqual(first)
  })

  it('is one per token, and none where nothing is long enough to be cached', () => {
    const body = { input: 'hello' }
    expect(readFor(body, { tokenId: 8 })).not.toEqual(readFor(body))
    expect(readFor(body, { promptTokens: 1_023 })).toBeUndefined()
  })

  it('shares conversations out by weight + 10, as chance would', () => {
    const snapshot = snapshotOf(channelOf({ id: 1, weight: 0 }), channelOf({ id: 2, weight: 30 }))
    const drawn = Array.from({ length: 2_000 }, (_, i) => firstOf(snapshot, conversation(`say ${i}`)))
    const share = drawn.filter((id) => id === 1).length / drawn.length
    expect(share).toBeGreaterThan(0.16)
    expect(share).toBeLessThan(0.24)
  })

  it('never beats priority, and moves only the conversations of the channel that goes', () => {
    const [one, two, three] = [1, 2, 3].map((id) => channelOf({ id })) as [Channel, Channel, Channel]
    const all = snapshotOf(one, two, three, channelOf({ id: 4, priority: -1, weight: 100 }))
    const without = snapshotOf(one, two)
    for (let i = 0; i < 200; i += 1) {
      const affinity = conversation(`say ${i}`)
      const before = firstOf(all, affinity)
      expect(before).not.toBe(4)
      if (before !== 3) expect(firstOf(without, affinity)).toBe(before)
    }
  })

  it('leaves a channel that is not well, and comes back to it', () => {
    const snapshot = snapshotOf(channelOf({ id: 1 }), channelOf({ id: 2 }))
    const affinity = conversation('hello')
    const home = firstOf(snapshot, affinity) ?? 0
    const health = new Health(clock)
    health.noteFailure(chatOf(home), undefined)
    expect(firstOf(snapshot, affinity, health)).not.toBe(home)
    health.noteSuccess(chatOf(home))
    expect(firstOf(snapshot, affinity, health)).toBe(home)
  })

  it('goes to the account whose reasoning it sends along, whatever its priority', () => {
    const snapshot = snapshotOf(channelOf({ id: 1, priority: 9 }), channelOf({ id: 2 }))
    const account = { channelId: 2, key: 'k' }
    expect(firstOf(snapshot, { by: 'state', seed: 1, account })).toBe(2)
  })
})
