import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

/** A setting: its value, default and accepted values. */
export type Option = components['schemas']['Option']

export const optionsKey = ['options'] as const

/** @throws ApiProblem */
export const readOptions = (signal?: AbortSignal): Promise<readonly Option[]> =>
  dataOf(api.GET('/api/option/', { ...(signal && { signal }) }))

/** Reads every setting of the site, or what `select` returns for them. */
export const useOptions = <Selected = readonly Option[]>(select?: (options: readonly Option[]) => Selected) =>
  useQuery({
    queryKey: optionsKey,
    queryFn: ({ signal }) => readOptions(signal),
    ...(select && { select }),
  })

/** Shows settings as they were just stored, without reading them again. Secrets are never shown. */
export const noteStored = (
  queryClient: QueryClient,
  stored: readonly { readonly key: string; readonly value: string }[],
): void => {
  const values = new Map(stored.map(({ key, value }) => [key, value]))
  queryClient.setQueryData<readonly Option[]>(optionsKey, (options) =>
    options?.map((option) =>
      option.is_secret ? option : { ...option, value: values.get(option.key) ?? option.value },
    ),
  )
}
