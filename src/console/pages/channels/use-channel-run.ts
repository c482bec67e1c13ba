import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { operations } from '../../../../openapi/types.gen.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { channelsKey } from './use-channels.ts'

type Answer<Operation extends 'getChannelRun' | 'getLastChannelRun'> =
  operations[Operation]['responses'][200]['content']['application/json']['data']

export type ChannelRun = NonNullable<Answer<'getChannelRun'>>
/** Results of a run over all channels. */
export type LastRun = NonNullable<Answer<'getLastChannelRun'>>

const runKey = [...channelsKey, 'run'] as const
const lastRunKey = [...channelsKey, 'last-run'] as const
/** Poll intervals during a run and without one; somebody else may start one. */
const LIVE_MS = 700
const IDLE_MS = 15_000

/** Returns the current run over all channels; null = none. `onFinish` is called when a run that was seen has ended. */
export function useChannelRun(onFinish: () => void) {
  const queryClient = useQueryClient()
  const run = useQuery({
    queryKey: runKey,
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/progress', { signal })),
    refetchInterval: (query) => (query.state.data ? LIVE_MS : IDLE_MS),
  })
  const isWatched = useRef(false)
  const finish = useRef(onFinish)
  useEffect(() => {
    finish.current = onFinish
  })
  const { data, dataUpdatedAt } = run
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    if (data) isWatched.current = true
    else if (isWatched.current) {
      isWatched.current = false
      finish.current()
    }
  }, [data, dataUpdatedAt])

  const start = useMutation({
    mutationFn: (kind: ChannelRun['kind']) =>
      answerOf<unknown>(
        kind === 'test' ? api.GET('/api/channel/test') : api.GET('/api/channel/update_balance'),
      ),
    onSuccess: () => {
      // A short run may end before the first poll.
      isWatched.current = true
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: runKey }),
  })
  return { run: data ?? undefined, start }
}

/** Reads the results of the last finished run; null = none since the daemon started. */
export function useLastRun(isWanted: boolean) {
  return useQuery({
    queryKey: lastRunKey,
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/last_run', { signal })),
    enabled: isWanted,
  })
}
