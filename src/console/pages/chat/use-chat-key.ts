import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { withKeys } from '../../api/shown-keys.ts'
import { type Status, statusKey } from '../../api/use-status.ts'
import { useSessionUser } from '../../state/session.ts'

type Token = components['schemas']['Token']

const ENABLED = 1
const PAGE_SIZE = 100

/** Returns whether a call with this token would be accepted now. */
function isUsable(token: Token): boolean {
  const isOver = token.expired_time !== -1 && token.expired_time <= Date.now() / 1000
  return token.status === ENABLED && !isOver && (token.unlimited_quota || token.remain_quota > 0)
}

/** A key for a chat client, in the form that clients send; null when there is none. */
export interface ChatKey {
  readonly key: string | null
  /** There are enabled tokens, but the site does not show their keys. */
  readonly isHidden: boolean
}

const shown = ({ key }: Token): ChatKey => ({ key: `sk-${key.replace(/^sk-/, '')}`, isHidden: false })

/**
 * Shows the key of a token. The list masks keys once the last proof of identity is too old; this asks for a new proof.
 */
async function askFor(token: Token): Promise<ChatKey> {
  const [asked] = await withKeys([token])
  return asked && !asked.key_masked ? shown(asked) : { key: null, isHidden: true }
}

/** Returns the key of the first enabled token, newest first. */
export function useChatKey() {
  const user = useSessionUser()
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: ['chat-key', user?.id],
    queryFn: async ({ signal }): Promise<ChatKey> => {
      const status = queryClient.getQueryData<Status>(statusKey)
      let hidden: Token | undefined
      for (let page = 1; ; page += 1) {
        const { items, total } = await dataOf(
          api.GET('/api/token/', { params: { query: { p: page, size: PAGE_SIZE } }, signal }),
        )
        const usable = items.filter(isUsable)
        const found = usable.find((token) => !token.key_masked)
        if (found) return shown(found)
        hidden ??= usable[0]
        if (items.length === 0 || page * PAGE_SIZE >= total)
          return hidden && status?.token_keys_shown_once !== true
            ? askFor(hidden)
            : { key: null, isHidden: hidden !== undefined }
      }
    },
    enabled: user !== undefined,
    // A token that was disabled in the meantime must not be used again.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}
