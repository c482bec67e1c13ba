import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { components } from '../../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../../api/client.ts'
import { channelsKey } from '../use-channels.ts'

export type Trial = components['schemas']['ChannelTrial']

/** State of a model's test: waiting, running, done, or the call itself failed. */
export type TrialState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly trial: Trial }
  | { readonly kind: 'refused'; readonly error: unknown }

/** Number of concurrent tests, low enough not to flood the upstream. */
const PARALLEL = 3

/** Tests models of a channel, several at a time, and keeps the results. */
export function useTryChannel(id: number) {
  const queryClient = useQueryClient()
  const [states, setStates] = useState<ReadonlyMap<string, TrialState>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const queue = useRef<string[]>([])
  const working = useRef(0)
  // Leaving cancels the tests that have not started.
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
    // The list shows time and duration of the last test.
    void queryClient.invalidateQueries({ queryKey: channelsKey })
  }
  return {
    states,
    isRunning,
    /** Tests these models; those already waiting or running are not tested twice. */
    run: (models: readonly string[]) => {
      const idle = models.filter((model) => {
        const kind = states.get(model)?.kind
        return kind !== 'running' && kind !== 'waiting' && !queue.current.includes(model)
      })
      for (const model of idle) set(model, { kind: 'waiting' })
      queue.current.push(...idle)
      for (let started = 0; started < Math.min(PARALLEL, idle.length); started += 1) void start()
    },
    /** Cancels the tests that have not started. */
    stop: () => {
      for (const model of queue.current.splice(0)) set(model, undefined)
    },
  }
}
