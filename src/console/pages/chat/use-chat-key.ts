import { useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useSessionUser } from '../../state/session.ts'

type Token = components['schemas']['Token']

const ENABLED = 1
const PAGE_SIZE = 100

/** Whether a call with it would be taken now. */
function isUsable(token: Token): boolean {
  const isOver = token.expired_time !== -1 && token.expired_time <= Date.now() / 1000
  return token.status === ENABLED && !isOver && (token.unlimited_quota || token.remain_quota > 0)
}

/** The key of the first enabled token, newest first, as clients send it; null when the user has none. */
export function useChatKey() {
  const user = useSessionUser()
  return useQuery({
    queryKey: ['chat-key', user?.id],
    queryFn: async ({ signal }) => {
      for (let page = 1; ; page += 1) {
        const { items, total } = await dataOf(
          api.GET('/api/token/', { params: { query: { p: page, size: PAGE_SIZE } }, signal }),
        )
        const found = items.find(isUsable)
        if (found) return `sk-${found.key.replace(/^sk-/, '')}`
        if (items.length === 0 || page * PAGE_SIZE >= total) return null
      }
    },
    enabled: user !== undefined,
    // A token that was switched off meanwhile must not be handed out again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
