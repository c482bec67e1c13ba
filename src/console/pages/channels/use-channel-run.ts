import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { operations } from '../../../../openapi/types.gen.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { channelsKey } from './use-channels.ts'

type Answer<Operation extends 'getChannelRun' | 'getLastChannelRun'> =
  operations[Operation]['responses'][200]['content']['application/json']['data']

export type ChannelRun = NonNullable<Answer<'getChannelRun'>>
/** What a run over all channels found of each. */
export type LastRun = NonNullable<Answer<'getLastChannelRun'>>

const runKey = [...channelsKey, 'run'] as const
const lastRunKey = [...channelsKey, 'last-run'] as const
/** While a run goes on, and while none does: somebody else may start one. */
const LIVE_MS = 700
const IDLE_MS = 15_000

/** The run over all channels that goes on; null = none. `onFinish` is told when one that was seen is over. */
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
      // A short run may be over before it is first asked about.
      isWatched.current = true
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: runKey }),
  })
  return { run: data ?? undefined, start }
}

/** What the last finished run found; null = none since the daemon started. */
export function useLastRun(isWanted: boolean) {
  return useQuery({
    queryKey: lastRunKey,
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/last_run', { signal })),
    enabled: isWanted,
  })
}
