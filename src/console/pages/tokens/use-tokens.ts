import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'

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
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}

/** One page of tokens, newest first. @throws ApiProblem */
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

/** Every token of the filtered set, in as many calls as it takes. */
export async function readAllTokens(filters: TokenFilters): Promise<readonly Token[]> {
  const pageSize = 100
  const all: Token[] = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await readTokens({ filters, page, pageSize })
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
