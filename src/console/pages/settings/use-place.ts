import { useEffect } from 'react'
import { focusOnce } from '../../components/ui/use-kept-focus.ts'
import { useAddress } from '../../state/address.ts'
import type { SettingsSection } from './sections.ts'
import { sectionAt } from './setting-places.ts'

/**
 * Goes to the setting or section that the address names with `at`, or with its part after `#`. `at` then leaves the
 * address, so that somebody who has scrolled on can ask for the same place again.
 *
 * @param sections those that are on the page; a place in another one waits until its tab is open
 */
export function usePlace(sections: readonly SettingsSection[]): void {
  const address = useAddress()
  const at = address.get('at')
  useEffect(() => {
    // The sections were not there yet when the browser looked for the one in the address.
    if (at === '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [at])
  useEffect(() => {
    const name = sectionAt(at)
    if (!sections.some((section) => section.name === name)) return
    show(at)
    address.set({ at: '' }, { replace: true })
  })
}

function show(at: string): void {
  const row = document.querySelector(`[data-option="${CSS.escape(at)}"]`)
  const control = row?.querySelector<HTMLElement>(
    ':is(input, select, textarea, [role=switch], [role=combobox]):enabled',
  )
  row?.scrollIntoView({ block: 'center' })
  if (control) return control.focus({ preventScroll: true })
  const section = document.getElementById(sectionAt(at) ?? '')
  if (!row) section?.scrollIntoView()
  if (section) focusOnce(section)
}
