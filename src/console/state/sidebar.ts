import { useStatus } from '../api/use-status.ts'
import { storedText, useStoredText } from './stored-text.ts'

/** Set once somebody collapses or expands the sidebar; until then the site's default applies. */
const stored = storedText('default_collapse_sidebar')

export function useIsCollapsed(): [isCollapsed: boolean, setCollapsed: (value: boolean) => void] {
  const own = useStoredText(stored)
  const siteDefault = useStatus().data?.default_collapse_sidebar ?? false
  return [own === null ? siteDefault : own === 'true', (value) => stored.set(String(value))]
}
