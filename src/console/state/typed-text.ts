/** Fields of the page in which somebody has typed. What is searched for is in the address and comes back with it. */
const fields = new Set<Element>()
const kept = 'textarea, input:not([type=search], [type=checkbox], [type=radio]), [contenteditable=true]'

document.addEventListener(
  'input',
  (event) => {
    if (event.target instanceof Element && event.target.matches(kept)) fields.add(event.target)
  },
  { capture: true, passive: true },
)

/** Forms that say themselves that they hold changes, by typing or not. */
const changed = new Set<symbol>()

/** Says that a form holds changes until the answer is called. */
export function noteChanges(): () => void {
  const form = Symbol()
  changed.add(form)
  return () => void changed.delete(form)
}

/** Whether something on the page would be lost with it. */
export function hasTypedText(): boolean {
  for (const field of fields) if (!field.isConnected) fields.delete(field)
  return fields.size > 0 || changed.size > 0
}
