import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'

const none: readonly string[] = []

/** Every model name that any channel type offers, sorted; empty until it is read. */
export function useKnownModels(): readonly string[] {
  const models = useQuery({
    queryKey: ['models-by-type'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/models', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    select: everyName,
  })
  return models.data ?? none
}

const everyName = (byType: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  [...new Set(Object.values(byType).flat())].sort()
