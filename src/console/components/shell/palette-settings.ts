import { useQuery } from '@tanstack/react-query'
import { Cog } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { currentLanguage } from '../../i18n/i18n.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import type { PaletteEntry } from './palette-entry.ts'

/** At most this many settings are shown. */
const HITS = 5

/** Finds settings for administrators, by key or by name in either language. The names are loaded with the first search. */
export function useFoundSettings(text: string): {
  readonly entries: readonly PaletteEntry[]
  readonly isSearching: boolean
} {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const user = useSessionUser()
  const isWanted = text.trim().length >= 2 && isAdmin(user) && hasPage('settings')
  const index = useQuery({
    queryKey: ['setting-places'],
    queryFn: async () => {
      const { findPlaces, readSettingPlaces } = await import('../../pages/settings/setting-places.ts')
      const places = await readSettingPlaces()
      return (wanted: string) => findPlaces(wanted, places)
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const language = currentLanguage()
  const places = isWanted ? (index.data?.(text) ?? []) : []
  return {
    entries: places.slice(0, HITS).map(({ tab, at, title, section }) => ({
      id: `setting-${at}`,
      label: t('palette.setting', { name: title[language] }),
      ...(title !== section && { detail: section[language] }),
      icon: Cog,
      run: () => navigate(links.settings({ tab, at })),
    })),
    isSearching: index.isFetching,
  }
}
