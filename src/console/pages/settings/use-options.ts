import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

/** A setting: what it holds, what is built in, what it takes. */
export type Option = components['schemas']['Option']

export const optionsKey = ['options'] as const

/** Every setting of the site. */
export const useOptions = () =>
  useQuery({
    queryKey: optionsKey,
    queryFn: ({ signal }) => dataOf(api.GET('/api/option/', { signal })),
  })
