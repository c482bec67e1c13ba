import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { type EntryEdit, inParts } from './price-changes.ts'
import { priceTablesKey } from './use-price-tables.ts'

/** Maximum number of entries per call. */
const EDITS_MAX = 1000

export interface SavePrices {
  /** The entries of each row. */
  readonly rows: readonly (readonly EntryEdit[])[]
  /** Called after each part: it is stored, whatever happens to the following parts. */
  readonly onStored: (edits: readonly EntryEdit[]) => void
}

/** Saves single entries; each part is saved as a whole or not at all. @throws ApiProblem `revision_moved` and others */
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
