import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { type EntryEdit, inParts } from './price-changes.ts'
import { priceTablesKey } from './use-price-tables.ts'

/** As many entries as one call takes. */
const EDITS_MAX = 1000

export interface SavePrices {
  /** The entries of each row. */
  readonly rows: readonly (readonly EntryEdit[])[]
  /** Called after each part: it is stored, whatever becomes of those after it. */
  readonly onStored: (edits: readonly EntryEdit[]) => void
}

/** Writes single entries; each part is written as a whole or not at all. @throws ApiProblem `revision_moved` and others */
export function useSavePrices() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ rows, onStored }: SavePrices) => {
      for (const part of inParts(rows, EDITS_MAX)) {
        await dataOf(api.PUT('/api/option/entries', { body: { entries: [...part] } }))
        onStored(part)
      }
      return rows.length
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['options'] })
      void queryClient.invalidateQueries({ queryKey: ['pricing'] })
      return queryClient.invalidateQueries({ queryKey: priceTablesKey })
    },
    meta: { isShownInPlace: true },
  })
}
