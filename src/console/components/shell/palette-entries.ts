import { Bell, House, Info, Languages, Moon, Sun, SunMoon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { chooseLanguage, languages } from '../../i18n/i18n.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { useSessionUser } from '../../state/session.ts'
import { chooseTheme } from '../../state/theme.ts'
import { languageNames } from './language-menu.tsx'
import { navigationOf } from './navigation.ts'
import type { PaletteEntry } from './palette-entry.ts'
import { useFoundEntries } from './palette-search.ts'
import { useFoundSettings } from './palette-settings.ts'

export interface PaletteGroup {
  readonly name: 'found' | 'goTo' | 'appearance'
  readonly entries: readonly PaletteEntry[]
}

const themeIcons = { light: Sun, dark: Moon, system: SunMoon }

/** Returns what the palette offers for a text: search results by name first, then pages, then theme and language. */
export function usePaletteEntries(text: string): {
  readonly groups: readonly PaletteGroup[]
  readonly isSearching: boolean
} {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const user = useSessionUser()
  const status = useStatus().data
  const found = useFoundEntries(text)
  const settings = useFoundSettings(text)

  const pages: PaletteEntry[] = [
    { id: 'home', label: t('nav.home'), icon: House, run: () => navigate(links.home()) },
    ...(status ? navigationOf(user, status) : []).flatMap(({ items }) =>
      items.map(({ name, icon, path }) => ({
        id: name,
        label: t(`nav.${name}`),
        icon,
        run: () => navigate(path),
      })),
    ),
    ...(user && hasPage('inbox')
      ? [{ id: 'inbox', label: t('nav.inbox'), icon: Bell, run: () => navigate(links.inbox()) }]
      : []),
    ...(hasPage('about')
      ? [{ id: 'about', label: t('nav.about'), icon: Info, run: () => navigate(links.about()) }]
      : []),
  ]
  const appearance: PaletteEntry[] = [
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: `theme-${theme}`,
      label: t('palette.theme', { name: t(`theme.${theme}`) }),
      icon: themeIcons[theme],
      run: () => chooseTheme(theme),
    })),
    ...languages.map((language) => ({
      id: `language-${language}`,
      label: t('palette.language', { name: languageNames[language] }),
      icon: Languages,
      run: () => void chooseLanguage(language),
    })),
  ]
  const matching = (entries: readonly PaletteEntry[]) =>
    entries.filter(({ id, label }) => `${label} ${id}`.toLowerCase().includes(text.trim().toLowerCase()))
  const groups: PaletteGroup[] = [
    { name: 'found', entries: [...found.entries, ...settings.entries] },
    { name: 'goTo', entries: matching(pages) },
    { name: 'appearance', entries: matching(appearance) },
  ]
  return {
    groups: groups.filter((group) => group.entries.length > 0),
    isSearching: found.isSearching || settings.isSearching,
  }
}
