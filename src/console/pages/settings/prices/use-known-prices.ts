import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../../api/client.ts'
import { priceTablesKey } from './use-price-tables.ts'

/** What a model costs as calls are charged, rules by name included, and which groups it is served to. */
export type KnownPrice = components['schemas']['ModelPrice']

/** Every model that has a price or is served. */
export const useKnownPrices = () =>
  useQuery({
    queryKey: [...priceTablesKey, 'known'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/pricing/models', { signal })),
  })

/** Served, and without a price of its own. */
export const isUnset = (price: KnownPrice): boolean =>
  price.price_source !== 'explicit' && price.enable_groups.length > 0
