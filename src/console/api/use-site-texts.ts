import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from './client.ts'

/** Texts that administrators write for visitors rarely change. */
const staleTime = 60_000

export const useAbout = () =>
  useQuery({
    queryKey: ['about'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/about', { signal })),
    staleTime,
  })

export const useHomePageContent = () =>
  useQuery({
    queryKey: ['home-page-content'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/home_page_content', { signal })),
    staleTime,
  })

export const useNotice = () =>
  useQuery({
    queryKey: ['notice'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/notice', { signal })),
    staleTime,
  })
