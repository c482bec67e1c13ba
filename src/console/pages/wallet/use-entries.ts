import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { walletKey } from './use-balance.ts'

/** One change of the user's balance. */
export type Entry = components['schemas']['LedgerEntry']

/** All entries, the cost of calls, or everything else. */
export const entriesOf = ['all', 'bookings', 'charges'] as const
export type EntriesOf = (typeof entriesOf)[number]

export interface EntryPage {
  readonly of: EntriesOf
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

/** Reads one page of entries, newest first. @throws ApiProblem */
const readEntries = ({ of, page, pageSize }: EntryPage, signal?: AbortSignal) =>
  dataOf(
    api.GET('/api/user/self/entries', {
      params: { query: { of, p: page, page_size: pageSize } },
      ...(signal && { signal }),
    }),
  )

export function useEntries(page: EntryPage) {
  return useQuery({
    queryKey: [...walletKey, 'entries', page],
    queryFn: ({ signal }) => readEntries(page, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads every matching entry. Entries booked in the meantime shift the pages, so each entry is only kept once. */
export async function readAllEntries(of: EntriesOf): Promise<readonly Entry[]> {
  const all = new Map<number, Entry>()
  for (let page = 1; ; page += 1) {
    const { items, total } = await readEntries({ of, page, pageSize: 100 })
    for (const entry of items) all.set(entry.seq, entry)
    if (items.length === 0 || all.size >= total) return [...all.values()]
  }
}
