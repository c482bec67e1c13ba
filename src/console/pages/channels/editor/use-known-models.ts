import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { parseStored, storedText } from '../../../state/stored-text.ts'

type ModelsByType = Readonly<Record<string, readonly string[]>>

/** Models by channel type number, as last read; other pages of this origin find them in this item. */
const stored = storedText('channel_models')
const none: readonly string[] = []

const isByType = (value: unknown): value is ModelsByType =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (names) => Array.isArray(names) && names.every((name) => typeof name === 'string'),
  )

async function readModels(signal: AbortSignal): Promise<ModelsByType> {
  const byType = await dataOf(api.GET('/api/channel/models', { signal }))
  stored.set(JSON.stringify(byType))
  return byType
}

/**
 * Returns every model name that any channel type offers, sorted; those of the last visit while loading, none on the
 * first.
 */
export function useKnownModels(): readonly string[] {
  const models = useQuery({
    queryKey: ['models-by-type'],
    queryFn: ({ signal }) => readModels(signal),
    placeholderData: () => parseStored(stored.get(), isByType),
    staleTime: Number.POSITIVE_INFINITY,
    select: everyName,
  })
  return models.data ?? none
}

const everyName = (byType: ModelsByType): readonly string[] =>
  [...new Set(Object.values(byType).flat())].sort()
