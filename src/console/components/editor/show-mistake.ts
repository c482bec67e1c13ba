/** Leads the person who submitted a form to what is wrong with it: the first field with a mistake, else the reason for a refusal. */
export function showMistake(formId: string): void {
  // The reason, and some fields, stand in the drawer beside the form.
  const drawer = document.getElementById(formId)?.closest('[data-drawer]')
  const invalid = drawer?.querySelector<HTMLElement>('[aria-invalid=true]')
  if (invalid) invalid.focus()
  else drawer?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' })
}
