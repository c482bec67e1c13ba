import type { Locator, Page } from 'playwright-core'

/** How a setting is typed or chosen. */
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

/** A setting of the page, and what a person does with it. */
export interface Field {
  readonly key: string
  readonly control: Control
  /**
   * What is typed; of a switch what it is brought to, of a choice its label, of domains one that is added. Absent: the
   * field is left as it is.
   */
  readonly typed?: string
  /** What the daemon holds afterwards. Of a secret nothing: it is never read back. */
  readonly stored: string
}

export const row = (page: Page, key: string): Locator => page.locator(`[data-option="${key}"]`)

export const section = (page: Page, name: string): Locator => page.locator(`section#${name}`)

/** The one bar of the page that counts, saves and discards. */
export const saveBar = (page: Page): Locator => page.locator('[data-save-bar]')

export const save = (page: Page): Promise<void> =>
  saveBar(page).getByRole('button', { name: 'Save', exact: true }).click()

export const discard = (page: Page): Promise<void> =>
  saveBar(page).getByRole('button', { name: 'Discard', exact: true }).click()

/** Groups are shown in a grid first; from now on as JSON, wherever the page has some. */
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

/** Types or chooses what the field says. */
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

/** What the page shows of a field, as the daemon would store it. A secret shows whether one is set. */
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

/** The updates of settings that the page sends from now on. */
export const recordUpdates = (page: Page): { readonly key: string; readonly value: string }[] => {
  const updates: { key: string; value: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && new URL(request.url()).pathname === '/api/option/')
      updates.push(request.postDataJSON() as { key: string; value: string })
  })
  return updates
}
