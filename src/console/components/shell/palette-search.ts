import { useQuery } from '@tanstack/react-query'
import { KeyRound, ListTree, Plug, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { api, dataOf } from '../../api/client.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** Maximum number of results of each kind. */
const HITS = 5
const isRequestId = (text: string): boolean => /^req_[0-9A-Z]{10,}$/i.test(text)

/** Finds the user's own tokens by name, channels and users as well for administrators, and a request by its ID. */
export function useFoundEntries(text: string): {
  readonly entries: readonly PaletteEntry[]
  readonly isSearching: boolean
} {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const user = useSessionUser()
  const keyword = text.trim()
  const isWanted = user !== undefined && keyword.length >= 2
  const query = { keyword, page_size: HITS }
  const tokens = useQuery({
    queryKey: ['tokens', 'find', keyword],
    queryFn: ({ signal }) => dataOf(api.GET('/api/token/search', { params: { query }, signal })),
    enabled: isWanted,
  })
  const channels = useQuery({
    queryKey: ['channels', 'find', keyword],
    queryFn: ({ signal }) => dataOf(api.GET('/api/channel/search', { params: { query }, signal })),
    enabled: isWanted && isAdmin(user) && hasPage('channels'),
  })
  const users = useQuery({
    queryKey: ['users', 'find', keyword],
    queryFn: ({ signal }) => dataOf(api.GET('/api/user/search', { params: { query }, signal })),
    enabled: isWanted && isAdmin(user) && hasPage('users'),
  })
  const entries: PaletteEntry[] = []
  if (isWanted && isRequestId(keyword) && hasPage('usageLog'))
    entries.push({
      id: keyword,
      label: t('palette.request', { id: keyword }),
      icon: ListTree,
      run: () => navigate(links.usageLog({ request_id: keyword })),
    })
  for (const token of tokens.data?.items ?? [])
    entries.push({
      id: `token-${token.id}`,
      label: t('palette.token', { name: token.name }),
      icon: KeyRound,
      run: () => navigate(links.tokens({ edit: token.id })),
    })
  for (const channel of channels.data?.items ?? [])
    entries.push({
      id: `channel-${channel.id}`,
      label: t('palette.channel', { name: channel.name }),
      icon: Plug,
      run: () => navigate(links.channelEdit(channel.id)),
    })
  for (const each of users.data?.items ?? [])
    entries.push({
      id: `user-${each.id}`,
      label: t('palette.user', { name: each.username }),
      detail: `#${each.id}`,
      icon: User,
      run: () => navigate(links.userEdit(each.id)),
    })
  return { entries, isSearching: tokens.isFetching || channels.isFetching || users.isFetching }
}
