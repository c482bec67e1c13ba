import { describe, expect, it } from 'vitest'
import type { Channel } from '../../../../src/daemon/channel-types/types.ts'
import { AppError } from '../../../../src/daemon/errors/app-error.ts'
import { phraseOf } from '../../../../src/daemon/errors/render-envelope.ts'
import { Health } from '../../../../src/daemon/relay/route/health.ts'
import { type PlanQuestion, plan } from '../../../../src/daemon/relay/route/plan.ts'
import { buildRoutes, channelsFor, type Snapshot } from '../../../../src/daemon/relay/route/snapshot.ts'
import { channelOf } from '../../../support/channel-of.ts'

const chatOf = (channelId: number) => ({ channelId, model: 'gpt-4o', operation: 'chat' })

const clock = { nowMs: 1_000_000, now: () => clock.nowMs }

const snapshotOf = (...channels: Channel[]): Snapshot =>
  ({
    channels: new Map(channels.map((each) => [each.id, each])),
    routes: buildRoutes(channels),
    options: { TaskEnabled: true },
  }) as unknown as Snapshot

const ask = (overrides: Partial<PlanQuestion> = {}): PlanQuestion => ({
  group: 'default',
  model: 'gpt-4o',
  pinnedChannelId: undefined,
  promptTokens: 10,
  operation: 'chat',
  serves: () => true,
  ...overrides,
})

const errorOf = (run: () => unknown): AppError => {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('nothing thrown')
}

const codeOf = (run: () => unknown): string => errorOf(run).code

describe('the plan of a request', () => {
  it('asks a higher priority before a lower one, whatever the weights', () => {
    const snapshot = snapshotOf(
      channelOf({ id: 1, priority: 0, weight: 100 }),
      channelOf({ id: 2, priority: 10, weight: 0 }),
    )
    for (let i = 0; i < 50; i += 1) {
      const ids = plan(snapshot, ask(), new Health(clock), Math.random).candidates.map((each) => each.id)
      expect(ids).toEqual([2, 1])
    }
  })

  it('shares a priority in proportion to weight + 10, so that weight 0 still gets its part', () => {
    const snapshot = snapshotOf(channelOf({ id: 1, weight: 0 }), channelOf({ id: 2, weight: 10 }))
    const first = (point: number) => plan(snapshot, ask(), new Health(clock), () => point).candidates[0]?.id
    // The first channel gets 10 of 30 parts, the second 20.
    expect([0, 0.33, 0.34, 0.99].map(first)).toEqual([1, 1, 2, 2])
  })

  it('never names a channel twice', () => {
    const snapshot = snapshotOf(...[1, 2, 3, 4].map((id) => channelOf({ id, weight: id })))
    const ids = plan(snapshot, ask(), new Health(clock), Math.random).candidates.map((each) => each.id)
    expect([...ids].sort()).toEqual([1, 2, 3, 4])
  })

  it('puts a channel that failed a moment ago behind the others, and trusts it again later', () => {
    const health = new Health(clock)
    const snapshot = snapshotOf(channelOf({ id: 1, priority: 5 }), channelOf({ id: 2 }))
    health.noteFailure(chatOf(1), undefined)
    const order = () => {
      const { candidates, failedLately } = plan(snapshot, ask(), health, Math.random)
      return { order: candidates.map((each) => each.id), failedLately }
    }
    expect(order()).toEqual({ order: [2, 1], failedLately: [1] })
    clock.nowMs += 6_000
    expect(order()).toEqual({ order: [1, 2], failedLately: [] })
  })

  it('leaves a channel alone for as long as its upstream asked, and says when to come back', () => {
    const health = new Health(clock)
    const snapshot = snapshotOf(channelOf({ id: 1 }))
    health.noteFailure(chatOf(1), 7)
    try {
      plan(snapshot, ask(), health, Math.random)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        code: 'upstream_rate_limited',
        status: 429,
        options: { retryAfterSeconds: 7 },
      })
    }
    clock.nowMs += 7_001
    expect(plan(snapshot, ask(), health, Math.random).candidates).toHaveLength(1)
  })

  it('sends one probe a second to a channel that failed thirty times in a row', () => {
    const health = new Health(clock)
    const snapshot = snapshotOf(channelOf({ id: 1 }))
    for (let i = 0; i < 30; i += 1) health.noteFailure(chatOf(1), undefined)
    expect(codeOf(() => plan(snapshot, ask(), health, Math.random))).toBe('no_available_channel')
    clock.nowMs += 1_001
    expect(plan(snapshot, ask(), health, Math.random).candidates).toHaveLength(1)
    expect(codeOf(() => plan(snapshot, ask(), health, Math.random))).toBe('no_available_channel')
    health.noteSuccess(chatOf(1))
    expect(plan(snapshot, ask(), health, Math.random).candidates).toHaveLength(1)
  })

  it('finding relay 11: health is that of an operation: a vendor whose pictures fail goes on conversing', () => {
    const health = new Health(clock)
    const snapshot = snapshotOf(channelOf({ id: 1 }), channelOf({ id: 2 }))
    const pictures = { channelId: 1, model: 'gpt-4o', operation: 'image' }
    for (let i = 0; i < 30; i += 1) health.noteFailure(pictures, undefined)
    const planFor = (operation: string) => plan(snapshot, ask({ operation }), health, Math.random)
    expect(planFor('image')).toMatchObject({ skipped: [{ channelId: 1, reason: 'failing' }] })
    for (const operation of ['chat', 'messages', 'responses', 'generate', 'speech'])
      expect(planFor(operation)).toMatchObject({ skipped: [], failedLately: [] })
    // All conversation formats count as one service.
    for (let i = 0; i < 30; i += 1) health.noteFailure(chatOf(1), undefined)
    for (const operation of ['chat', 'messages', 'responses', 'generate'])
      expect(planFor(operation)).toMatchObject({ skipped: [{ channelId: 1, reason: 'failing' }] })
    health.noteSuccess({ ...chatOf(1), operation: 'messages' })
    expect([planFor('chat').skipped.length, planFor('image').skipped.length]).toEqual([0, 1])
  })

  it('finding relay 13: a model that no channel of the group has is 404, and names what may be meant', () => {
    const snapshot = snapshotOf(
      channelOf({ id: 1, groups: ['vip'] }),
      channelOf({ id: 2, models: ['gpt-4o-mini', 'gpt-4', 'o3', 'claude-sonnet-4-5'] }),
    )
    const refused = errorOf(() => plan(snapshot, ask(), new Health(clock), Math.random))
    expect([refused.code, refused.status]).toEqual(['model_not_found', 404])
    expect(phraseOf(refused, 'en')).toMatch(
      /^the model gpt-4o does not exist.*; similar names: gpt-4, gpt-4o-mini$/,
    )
    expect(phraseOf(refused, 'zh')).toMatch(/相近的名称：gpt-4、gpt-4o-mini$/)
    const allowed = { ...ask(), allowedModels: new Set(['o3']) }
    const limited = errorOf(() => plan(snapshot, allowed, new Health(clock), Math.random))
    expect(phraseOf(limited, 'en')).not.toContain('gpt-4o-mini')
  })

  it('finding relay 13: 503 only where channels have the model and none is up, with when to try again', () => {
    const disabled = snapshotOf(channelOf({ id: 1, status: 2 }))
    expect(errorOf(() => plan(disabled, ask(), new Health(clock), Math.random))).toMatchObject({
      code: 'no_available_channel',
      options: { retryAfterSeconds: 60, isWorthRetrying: false },
    })
    const health = new Health(clock)
    for (let i = 0; i < 30; i += 1) health.noteFailure(chatOf(1), undefined)
    const failing = snapshotOf(channelOf({ id: 1 }))
    expect(errorOf(() => plan(failing, ask(), health, Math.random))).toMatchObject({
      code: 'no_available_channel',
      options: { retryAfterSeconds: 1, isWorthRetrying: true },
    })
  })

  it('finding relay 13: an operation that no channel of the model can do is 400, also while others cool down', () => {
    const snapshot = snapshotOf(channelOf({ id: 1 }), channelOf({ id: 2 }))
    const health = new Health(clock)
    const nobody = { ...ask(), serves: () => false }
    expect(errorOf(() => plan(snapshot, nobody, health, Math.random))).toMatchObject({
      code: 'operation_unsupported',
      status: 400,
      options: { values: { model: 'gpt-4o', operation: 'chat' } },
    })
    const first = { ...ask(), serves: ({ id }: Channel) => id === 1 }
    health.noteFailure(chatOf(1), 7)
    expect(codeOf(() => plan(snapshot, first, health, Math.random))).toBe('upstream_rate_limited')
  })

  it('refuses a prompt that is too long for every channel, and passes over those it is too long for', () => {
    const small = channelOf({ id: 1, priority: 9, maxInputTokens: 5 })
    expect(codeOf(() => plan(snapshotOf(small), ask(), new Health(clock), Math.random))).toBe(
      'prompt_too_long',
    )
    const both = plan(snapshotOf(small, channelOf({ id: 2 })), ask(), new Health(clock), Math.random)
    expect(both.candidates.map((each) => each.id)).toEqual([2])
    expect(both.skipped).toEqual([{ channelId: 1, reason: 'prompt-too-long' }])
  })

  it('follows a pin to an enabled channel only', () => {
    const snapshot = snapshotOf(channelOf({ id: 1 }), channelOf({ id: 2, status: 2 }))
    const health = new Health(clock)
    expect(plan(snapshot, ask({ pinnedChannelId: 1 }), health, Math.random)).toMatchObject({ isPinned: true })
    expect(codeOf(() => plan(snapshot, ask({ pinnedChannelId: 2 }), health, Math.random))).toBe(
      'pin_disabled',
    )
    expect(codeOf(() => plan(snapshot, ask({ pinnedChannelId: 3 }), health, Math.random))).toBe('pin_invalid')
  })
})

describe('the route table', () => {
  it('serves a prefixed channel by prefixed names alone', () => {
    const routes = buildRoutes([channelOf({ id: 1, modelPrefix: 'p/' })])
    expect(channelsFor(routes, 'default', 'p/gpt-4o')).toHaveLength(1)
    expect(channelsFor(routes, 'default', 'gpt-4o')).toHaveLength(0)
  })

  it('lets the longest prefix win', () => {
    const routes = buildRoutes([
      channelOf({ id: 1, modelPrefix: 'a/', models: ['b/m'] }),
      channelOf({ id: 2, modelPrefix: 'a/b/', models: ['m'] }),
      channelOf({ id: 3, models: ['a/b/m'] }),
    ])
    expect(channelsFor(routes, 'default', 'a/b/m').map((each) => each.id)).toEqual([2])
  })

  it('resolves custom GPT names to their wildcard', () => {
    const routes = buildRoutes([channelOf({ id: 1, models: ['gpt-4o-gizmo-*'] })])
    expect(channelsFor(routes, 'default', 'gpt-4o-gizmo-abc')).toHaveLength(1)
  })

  it('leaves disabled channels out', () => {
    expect(channelsFor(buildRoutes([channelOf({ id: 1, status: 3 })]), 'default', 'gpt-4o')).toHaveLength(0)
  })
})

describe('keys of a channel', () => {
  it('are used in turn', () => {
    const health = new Health(clock)
    const channel = channelOf({ id: 1, keys: ['a', 'b'] })
    expect([1, 2, 3, 4].map(() => health.takeKey(channel))).toEqual(['a', 'b', 'a', 'b'])
  })

  it('are put aside one by one; the channel is spent when all are', () => {
    const health = new Health(clock)
    const channel = channelOf({ id: 1, keys: ['a', 'b'] })
    expect(health.putKeyAside(channel, 'a')).toBe(false)
    expect([1, 2].map(() => health.takeKey(channel))).toEqual(['b', 'b'])
    expect(health.putKeyAside(channel, 'b')).toBe(true)
    expect(health.hasUsableKey(channel)).toBe(false)
  })
})
