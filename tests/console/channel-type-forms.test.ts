import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Channel } from './support/channels.ts'
import { type Site, startSite } from './support/site.ts'
import { typeForms } from './support/type-forms.ts'

/** Tests the forms of all channel types that do not use the plain form. */

let site: Site
let page: Page
/** The labels and hints of a type that uses the plain form. */
let plain: Awaited<ReturnType<typeof formText>>
let complaints: readonly string[]
beforeAll(async () => {
  site = await startSite()
  const visitor = await site.visitSignedIn()
  page = visitor.page
  complaints = visitor.complaints
  await open('/channel/add')
  await choose('Moonshot')
  plain = await formText()
})
afterAll(() => site?.close())
beforeEach(() => expect(complaints).toEqual([]))

const drawer = () => page.locator('[data-drawer]')
const field = (label: string) => drawer().getByLabel(label, { exact: true })
const isOnRequests = (label: string) => label === 'Model mapping'
const open = async (path: string) => {
  await page.goto(path)
  await field('Type').waitFor()
}
/** Chooses a channel type and waits until its form is drawn. */
const choose = async (label: string) => {
  await field('Type').fill(label)
  await page
    .getByRole('option')
    .filter({ hasText: new RegExp(`^${label}\\d+$`) })
    .click()
  await vi.waitUntil(async () => (await field('Type').inputValue()) === label, { timeout: 60_000 })
}
/**
 * Returns the labels and hints of the form, without the first two fields, which every type has, and those from the
 * models on.
 */
const formText = async () => {
  const parts = await drawer()
    .locator('[data-field]')
    .evaluateAll((all) =>
      all.map((each) => [
        each.querySelector('label')?.textContent ?? '',
        [...each.querySelectorAll('p')].map((line) => line.textContent ?? '').join(' '),
      ]),
    )
  const labels = parts.map(([label]) => label)
  return { labels, all: JSON.stringify(parts.slice(2, labels.indexOf('Models'))) }
}

describe('C-CHAN-64 a type with a form of its own shows it, says what it needs, and stores what was filled in', () => {
  it.each(typeForms)('$row $label', async (form) => {
    const { row, label } = form
    await open('/channel/add')
    await choose(label)
    const { labels, all } = await formText()
    expect(all).not.toBe(plain.all)
    const [keyLabel, key] = form.key
    expect(labels.slice(2, labels.indexOf('Models'))).toEqual([keyLabel, ...form.labels])
    for (const text of form.says) await drawer().getByText(text).waitFor()
    for (const [name, text] of Object.entries(form.placeholders ?? {}))
      expect([name, await field(name).getAttribute('placeholder')]).toEqual([name, text])

    await field('Name').fill(row)
    await field(keyLabel).fill(key)
    await field('Models').fill(form.models ?? 'm')
    const create = drawer().getByRole('button', { name: 'Create', exact: true })
    if (form.missing) {
      await create.click()
      for (const text of form.missing) await drawer().getByText(text, { exact: true }).waitFor()
    }
    for (const [name, text] of Object.entries(form.fills)) {
      if (isOnRequests(name)) await drawer().getByRole('tab', { name: 'Requests' }).click()
      await field(name).fill(text)
    }
    await create.click()
    await drawer().waitFor({ state: 'detached' })
    const { items } = await site.admin.call<{ items: Channel[] }>('GET', `/api/channel/search?keyword=${row}`)
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ type: form.type, name: row, ...form.stored })
    expect(JSON.stringify(items)).not.toContain(JSON.stringify(key).slice(1, -1))

    await open(`/channel/edit/${items[0]?.id}`)
    expect(await field('Type').inputValue()).toBe(label)
    for (const [name, text] of Object.entries(form.fills)) {
      if (isOnRequests(name)) await drawer().getByRole('tab', { name: 'Requests' }).click()
      expect(await field(name).inputValue()).toBe(text.replace(/\/$/, ''))
    }
  })
})
