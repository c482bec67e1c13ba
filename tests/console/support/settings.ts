import type { Locator, Page } from 'playwright-core'

/** The kind of control that edits a setting. */
export type Control =
  | 'switch'
  | 'number'
  | 'text'
  | 'lines'
  | 'json'
  | 'choice'
  | 'name'
  | 'secret'
  | 'domains'

/** A setting on the page, and how a user edits it. */
export interface Field {
  readonly key: string
  readonly control: Control
  /**
   * The text to type. For a switch, its new state. For a choice, a label. For domains, one to add. Absent if the field
   * is left as it is.
   */
  readonly typed?: string
  /** The value that the daemon stores afterwards. Empty for a secret, which is never read back. */
  readonly stored: string
}

export const row = (page: Page, key: string): Locator => page.locator(`[data-option="${key}"]`)

export const section = (page: Page, name: string): Locator => page.locator(`section#${name}`)

/** The page's bar that counts, saves and discards changes. */
export const saveBar = (page: Page): Locator => page.locator('[data-save-bar]')

export const save = (page: Page): Promise<void> =>
  saveBar(page).getByRole('button', { name: 'Save', exact: true }).click()

export const discard = (page: Page): Promise<void> =>
  saveBar(page).getByRole('button', { name: 'Discard', exact: true }).click()

/** Switches all group settings of the page from the grid, which is shown first, to JSON. */
export const showAsJson = async (page: Page): Promise<void> => {
  for (const grid of await page.locator('[data-groups=grid]').all())
    await grid
      .locator('label')
      .filter({ hasText: /^JSON$/ })
      .click()
}

const controlOf = (page: Page, { key, control }: Pick<Field, 'key' | 'control'>): Locator => {
  const own = row(page, key)
  switch (control) {
    case 'switch':
      return own.getByRole('switch')
    case 'number':
      return own.getByRole('spinbutton')
    case 'lines':
    case 'json':
      return own.locator('textarea')
    case 'choice':
      return own.locator('button[aria-haspopup=listbox]')
    case 'name':
      return own.getByRole('combobox')
    case 'secret':
      return own.locator('input')
    default:
      return own.getByRole('textbox')
  }
}

/** Edits a field as described. */
export const fillIn = async (page: Page, field: Field): Promise<void> => {
  const { control, typed, key } = field
  if (typed === undefined) return
  if (control === 'json') await showAsJson(page)
  const input = controlOf(page, field)
  switch (control) {
    case 'switch':
      if ((await input.isChecked()) !== (typed === 'true')) await input.click()
      break
    case 'choice':
      await input.click()
      await page.getByRole('option', { name: typed, exact: true }).click()
      break
    case 'name':
      await input.fill(typed)
      await page.getByRole('option', { name: typed, exact: true }).click()
      break
    case 'domains':
      await input.fill(typed)
      await row(page, key).getByRole('button', { name: 'Add', exact: true }).click()
      break
    default:
      await input.fill(typed)
  }
}

/** Returns the value that a field shows, as the daemon would store it. For a secret, whether one is set. */
export const shownIn = async (page: Page, field: Field): Promise<string> => {
  const { control, key } = field
  if (control === 'json') await showAsJson(page)
  switch (control) {
    case 'switch':
      return String(await controlOf(page, field).isChecked())
    case 'choice':
      return ((await controlOf(page, field).textContent()) ?? '').trim().toLowerCase()
    case 'secret':
      return (await row(page, key).getByText('Set, fingerprint').count()) === 1 ? 'set' : 'not set'
    case 'domains':
      return (await row(page, key).locator('.font-mono .truncate').allInnerTexts()).join(',')
    default:
      return controlOf(page, field).inputValue()
  }
}

/** Records all updates of settings that the page sends from now on. */
export const recordUpdates = (page: Page): { readonly key: string; readonly value: string }[] => {
  const updates: { key: string; value: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && new URL(request.url()).pathname === '/api/option/')
      updates.push(request.postDataJSON() as { key: string; value: string })
  })
  return updates
}
