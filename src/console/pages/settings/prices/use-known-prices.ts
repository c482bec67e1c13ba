import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../../api/client.ts'
import { priceTablesKey } from './use-price-tables.ts'

/** The effective price of a model, including name-based rules, and the groups it is served to. */
export type KnownPrice = components['schemas']['ModelPrice']

/** Reads every model that has a price or is served. */
export const useKnownPrices = () =>
  useQuery({
    queryKey: [...priceTablesKey, 'known'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/pricing/models', { signal })),
  })

/** Returns whether a model is served without an explicit price. */
export const isUnset = (price: KnownPrice): boolean =>
  price.price_source !== 'explicit' && price.enable_groups.length > 0
