import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'
import type { DateRange } from '../../components/ui/range-ends.ts'

/** One change of the audit trail. */
export type TrailEvent = components['schemas']['AuditEvent']

export interface TrailFilters {
  /** Text in the object, the changed fields or the name of the access token. */
  readonly keyword: string
  /** Username of the author. */
  readonly by: string
  /** Kind of the object; empty = every kind. */
  readonly kind: string
  readonly range: DateRange
}

interface TrailPage {
  readonly filters: TrailFilters
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

export const noFilters: TrailFilters = {
  keyword: '',
  by: '',
  kind: '',
  range: { from: undefined, to: undefined },
}

export const isFiltered = ({ keyword, by, kind, range }: TrailFilters): boolean =>
  keyword !== '' || by !== '' || kind !== '' || range.from !== undefined || range.to !== undefined

/** Reads one page of changes, newest first. @throws ApiProblem */
function readTrail({ filters, page, pageSize }: TrailPage, signal?: AbortSignal) {
  const { keyword, by, kind, range } = filters
  const query = {
    p: page,
    page_size: pageSize,
    ...(keyword === '' ? {} : { keyword }),
    ...(by === '' ? {} : { actor_name: by }),
    ...(kind === '' ? {} : { target_kind: kind }),
    ...(range.from === undefined ? {} : { start_timestamp: range.from }),
    ...(range.to === undefined ? {} : { end_timestamp: range.to }),
  }
  return dataOf(api.GET('/api/audit_event/', { params: { query }, ...(signal ? { signal } : {}) }))
}

export function useTrail(page: TrailPage) {
  return useQuery({
    queryKey: ['trail', page],
    queryFn: ({ signal }) => readTrail(page, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads every change that matches the filters, in as many calls as needed. */
export const readWholeTrail = (filters: TrailFilters): Promise<readonly TrailEvent[]> =>
  readAllPages((page) => readTrail({ filters, ...page }))
