/**
 * Fields of the page in which somebody has typed. Search fields are excluded because their text is in the address and
 * comes back with it.
 */
const fields = new Set<Element>()
const kept = 'textarea, input:not([type=search], [type=checkbox], [type=radio]), [contenteditable=true]'

document.addEventListener(
  'input',
  (event) => {
    if (event.target instanceof Element && event.target.matches(kept)) fields.add(event.target)
  },
  { capture: true, passive: true },
)

/** Forms that report changes themselves, whether typed or not. */
const changed = new Set<symbol>()

/** Registers a form with changes. Call the returned function when it has none left. */
export function noteChanges(): () => void {
  const form = Symbol()
  changed.add(form)
  return () => void changed.delete(form)
}

/** Returns whether leaving the page would lose something. */
export function hasTypedText(): boolean {
  for (const field of fields) if (!field.isConnected) fields.delete(field)
  return fields.size > 0 || changed.size > 0
}
