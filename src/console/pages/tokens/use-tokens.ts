import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'

/** A credential for calls to models, as its owner sees it. */
export type Token = components['schemas']['Token']

export interface TokenFilters {
  /** Part of the name. */
  readonly keyword: string
  /** Part of the key, with or without `sk-`. */
  readonly key: string
}

export interface TokenPage {
  readonly filters: TokenFilters
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

/** Reads one page of tokens, newest first. @throws ApiProblem */
export const readTokens = ({ filters, page, pageSize }: TokenPage, signal?: AbortSignal) =>
  filters.keyword === '' && filters.key === ''
    ? dataOf(
        api.GET('/api/token/', { params: { query: { p: page, size: pageSize } }, ...(signal && { signal }) }),
      )
    : dataOf(
        api.GET('/api/token/search', {
          params: { query: { keyword: filters.keyword, token: filters.key, p: page, size: pageSize } },
          ...(signal && { signal }),
        }),
      )

export const tokensKey = ['tokens'] as const

export function useTokens(page: TokenPage) {
  return useQuery({
    queryKey: [...tokensKey, 'list', page],
    queryFn: ({ signal }) => readTokens(page, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads every token that matches the filters, in as many calls as needed. */
export const readAllTokens = (filters: TokenFilters): Promise<readonly Token[]> =>
  readAllPages((page) => readTokens({ filters, ...page }))
