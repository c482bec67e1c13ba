/**
 * Takes the person who submitted a form to the problem: the first field with a mistake, or else the reason for a
 * refusal.
 */
export function showMistake(formId: string): void {
  // The reason and some fields are in the drawer, outside the form.
  const drawer = document.getElementById(formId)?.closest('[data-drawer]')
  const invalid = drawer?.querySelector<HTMLElement>('[aria-invalid=true]')
  if (invalid) invalid.focus()
  else drawer?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
}
