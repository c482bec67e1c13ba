import { useMutation } from '@tanstack/react-query'
import type { components } from '../../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../../api/client.ts'

export type DefaultPrice = components['schemas']['DefaultPrice']

export const priceSources = ['built_in', 'flexible', 'openrouter', 'mixed', 'legacy'] as const
export type PriceSource = (typeof priceSources)[number]
export type FileSet = 'prompt' | 'completion'

/** Reads default prices from a source; other hosts are called by the daemon, not the browser. Nothing is stored. */
export const useDefaultPrices = () =>
  useMutation({
    mutationFn: ({ source, sets }: { readonly source: PriceSource; readonly sets: readonly FileSet[] }) =>
      dataOf(
        api.GET('/api/pricing/defaults', {
          params: { query: { source, ...(source === 'built_in' ? {} : { sets: sets.join(',') }) } },
        }),
      ),
    meta: { isShownInPlace: true },
  })
