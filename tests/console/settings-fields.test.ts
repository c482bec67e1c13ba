import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sections } from '../../src/console/pages/settings/sections.ts'
import { optionTable } from '../e2e/rows/option-table.ts'
import { fillIn, recordUpdates, save, saveBar, section, showAsJson, shownIn } from './support/settings.ts'
import { type SectionOfFields, settingsTable } from './support/settings-table.ts'
import { type Site, startSite } from './support/site.ts'

interface Stored {
  readonly key: string
  readonly value: string
  readonly is_set: boolean
}

let site: Site
let page: Page
let complaints: readonly string[]
beforeAll(async () => {
  site = await startSite()
  // One person all the time: some of the settings change how one signs in.
  const visitor = await site.visitSignedIn()
  page = visitor.page
  complaints = visitor.complaints
})
afterAll(() => site?.close())

const storedNow = async (): Promise<ReadonlyMap<string, Stored>> =>
  new Map((await site.admin.call<Stored[]>('GET', '/api/option/')).map((each) => [each.key, each]))

it('every section of the page is in the table of this test', () => {
  expect([...new Set(settingsTable.map(({ name }) => name))].sort()).toEqual(
    sections.map(({ name }) => name).sort(),
  )
})

it('every specified key is a field of a section, but for the tables of the price panel', () => {
  const inPanel = ['ModelRatio', 'ModelPrice', 'CompletionRatio', 'CacheRatio']
  const fields = new Set(settingsTable.flatMap((each) => each.fields.map(({ key }) => key)))
  expect(optionTable).toHaveLength(138)
  expect(
    optionTable.map(({ key }) => key).filter((key) => !fields.has(key) && !inPanel.includes(key)),
  ).toEqual([])
})

/**
 * Sections of one tab, which are filled in one after the other and read back together: one that needs other settings
 * begins anew.
 */
const batches = settingsTable.reduce<SectionOfFields[][]>((all, each) => {
  const batch = all.at(-1)
  if (batch?.[0]?.tab === each.tab && !each.needs) batch.push(each)
  else all.push([each])
  return all
}, [])

/** Fills in a section and saves it: exactly what was touched is sent, and what is sent is stored. */
const saveSection = async ({ name, fields }: SectionOfFields) => {
  const before = await storedNow()
  const own = section(page, name)
  await own.waitFor()
  await showAsJson(page)
  expect(
    await own
      .locator('[data-option]')
      .evaluateAll((rows) => rows.map((each) => each.getAttribute('data-option'))),
  ).toEqual(fields.map(({ key }) => key))

  const touched = fields.filter(({ typed }) => typed !== undefined)
  const updates = recordUpdates(page)
  for (const each of touched) await fillIn(page, each)
  await saveBar(page)
    .getByText(touched.length === 1 ? '1 unsaved change' : `${touched.length} unsaved changes`, {
      exact: true,
    })
    .waitFor()
  await save(page)
  await saveBar(page).getByText('No unsaved changes').waitFor()
  expect([...new Set(updates.map(({ key }) => key))].sort()).toEqual(touched.map(({ key }) => key).sort())
  for (const { key, control, typed } of touched)
    if (control === 'switch') expect(updates).toContainEqual(expect.objectContaining({ key, value: typed }))

  const after = await storedNow()
  for (const { key, control, stored, typed } of fields) {
    expect([key, after.get(key)?.value]).toEqual([key, stored])
    if (typed === undefined) continue
    if (control === 'secret') expect([key, after.get(key)?.is_set]).toEqual([key, true])
    // A value that was there before would prove nothing.
    else expect([key, before.get(key)?.value === stored]).toEqual([key, false])
  }
}

const readBack = async ({ name, fields }: SectionOfFields) => {
  const own = section(page, name)
  await own.waitFor()
  await showAsJson(page)
  for (const each of fields)
    expect([each.key, await shownIn(page, each)]).toEqual([
      each.key,
      each.control === 'secret' ? 'set' : each.stored,
    ])
  expect(await own.getByText('Unsaved', { exact: true }).count()).toBe(0)
}

it.each(batches.map((batch) => ({ ids: batch.map(({ ids }) => ids).join(' '), batch })))(
  'A-OPTG-03 $ids every field of the section is saved, switches as true or false, and read back after a reload',
  async ({ batch }) => {
    const { tab, needs = {} } = batch[0] as SectionOfFields
    for (const [key, value] of Object.entries(needs)) await site.admin.setOption(key, value)
    await page.goto(`/admin/settings?tab=${tab}`)
    for (const each of batch) await saveSection(each)
    await page.reload()
    for (const each of batch) await readBack(each)
    expect(complaints).toEqual([])
  },
)
