import { useEffect } from 'react'
import { focusOnce } from '../../components/ui/use-kept-focus.ts'
import { useAddress } from '../../state/address.ts'
import type { SettingsSection } from './sections.ts'
import { sectionAt } from './setting-places.ts'

/**
 * Scrolls to the setting or section in `at` of the address, or in its fragment. `at` is then removed from the address,
 * so that somebody who has scrolled on can ask for the same place again.
 *
 * @param sections sections on the page; a place in another one waits until its tab is open
 */
export function usePlace(sections: readonly SettingsSection[]): void {
  const address = useAddress()
  const at = address.get('at')
  useEffect(() => {
    // The sections had not been rendered when the browser looked for the fragment.
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
