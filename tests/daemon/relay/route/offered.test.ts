import { describe, expect, it } from 'vitest'
import { defaultOptions } from '../../../../src/daemon/options/registry.ts'
import { isOffered } from '../../../../src/daemon/relay/route/offered.ts'
import { buildSnapshot } from '../../../../src/daemon/relay/route/snapshot.ts'
import { channelOf } from '../../../support/channel-of.ts'

const on = { DrawingEnabled: true, TaskEnabled: true }

describe('C-RELAY-23 the models of a channel are offered', () => {
  it('while its type is one that this version calls', () => {
    expect([isOffered({}, on), isOffered(undefined, on)]).toEqual([true, false])
    const snapshot = buildSnapshot(defaultOptions, [
      channelOf({ id: 1 }),
      channelOf({ id: 2, type: 99, models: ['of-nobody'] }),
    ])
    expect([...(snapshot.routes.get('default')?.keys() ?? [])]).toEqual(['gpt-4o'])
    // Such channels can still be tested, edited and deleted.
    expect([...snapshot.channels.keys()]).toEqual([1, 2])
  })

  it.each(['DrawingEnabled', 'TaskEnabled'] as const)('unless %s switches its type off', (switchedBy) => {
    expect(isOffered({ switchedBy }, on)).toBe(true)
    expect(isOffered({ switchedBy }, { ...on, [switchedBy]: false })).toBe(false)
    expect(isOffered({}, { ...on, [switchedBy]: false })).toBe(true)
  })

  it('C-DRAW-15: with the type’s own models alone where tasks are switched off and it makes videos too', () => {
    const channels = [
      channelOf({
        id: 1,
        models: ['gpt-4o', 'sora-2-pro', 'my-video'],
        modelMapping: new Map([['my-video', 'google/veo-3.1-generate-001']]),
      }),
      channelOf({ id: 2, type: 24, models: ['veo-3.1-generate-preview'] }),
    ]
    const offered = (TaskEnabled: boolean) => {
      const { routes } = buildSnapshot({ ...defaultOptions, TaskEnabled }, channels)
      return [...(routes.get('default')?.keys() ?? [])].sort()
    }
    expect(offered(false)).toEqual(['gpt-4o'])
    expect(offered(true)).toEqual(['gpt-4o', 'my-video', 'sora-2-pro', 'veo-3.1-generate-preview'])
  })
})
