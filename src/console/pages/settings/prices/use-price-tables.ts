import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { optionOf } from './price-row.ts'

export const priceTablesKey = ['price-tables'] as const

/** Reads every entry of the four price tables, with all digits as stored. */
export const readPriceTables = (signal?: AbortSignal) =>
  dataOf(
    api.GET('/api/option/entries', {
      params: { query: { keys: Object.values(optionOf).join(',') } },
      ...(signal && { signal }),
    }),
  )

export const usePriceTables = () =>
  useQuery({ queryKey: [...priceTablesKey, 'entries'], queryFn: ({ signal }) => readPriceTables(signal) })
