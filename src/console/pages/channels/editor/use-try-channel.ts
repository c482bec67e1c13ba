import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { components } from '../../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../../api/client.ts'
import { channelsKey } from '../use-channels.ts'

export type Trial = components['schemas']['ChannelTrial']

/** What is known of a model: it waits, is being asked, has an answer, or the call itself failed. */
export type TrialState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly trial: Trial }
  | { readonly kind: 'refused'; readonly error: unknown }

/** Tests at a time: an upstream is not to be stormed. */
const PARALLEL = 3

/** Tests models of a channel, some at a time, and remembers what came of each. */
export function useTryChannel(id: number) {
  const queryClient = useQueryClient()
  const [states, setStates] = useState<ReadonlyMap<string, TrialState>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const queue = useRef<string[]>([])
  const working = useRef(0)
  // Who leaves ends what has not begun.
  useEffect(() => () => void queue.current.splice(0), [])

  const set = (model: string, state: TrialState | undefined) =>
    setStates((before) => {
      const next = new Map(before)
      if (state) next.set(model, state)
      else next.delete(model)
      return next
    })
  const work = async () => {
    for (let model = queue.current.shift(); model !== undefined; model = queue.current.shift()) {
      set(model, { kind: 'running' })
      try {
        const call = api.POST('/api/channel/test/{id}', { params: { path: { id } }, body: { model } })
        set(model, { kind: 'done', trial: await dataOf(call) })
      } catch (error) {
        set(model, { kind: 'refused', error })
      }
    }
  }
  const start = async () => {
    if (working.current >= PARALLEL) return
    working.current += 1
    setRunning(true)
    await work()
    working.current -= 1
    if (working.current > 0) return
    setRunning(false)
    // The list shows time and response of the last test.
    void queryClient.invalidateQueries({ queryKey: channelsKey })
  }
  return {
    states,
    isRunning,
    /** Tests these models; one that is under way is not asked twice. */
    run: (models: readonly string[]) => {
      const idle = models.filter((model) => {
        const kind = states.get(model)?.kind
        return kind !== 'running' && kind !== 'waiting' && !queue.current.includes(model)
      })
      for (const model of idle) set(model, { kind: 'waiting' })
      queue.current.push(...idle)
      for (let started = 0; started < Math.min(PARALLEL, idle.length); started += 1) void start()
    },
    /** Leaves what has not begun. */
    stop: () => {
      for (const model of queue.current.splice(0)) set(model, undefined)
    },
  }
}
