import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sections } from '../../src/console/pages/settings/sections.ts'
import { optionTable } from '../e2e/rows/option-table.ts'
import {
  type Control,
  type Field,
  fillIn,
  recordUpdates,
  save,
  saveBar,
  section,
  showAsJson,
  shownIn,
} from './support/settings.ts'
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
  // One session for all tests, because some settings change how people sign in.
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
 * Batches of consecutive sections on one tab, which are filled in one after the other and read back together. A section
 * that needs other settings starts a new batch.
 */
const batches = settingsTable.reduce<SectionOfFields[][]>((all, each) => {
  const batch = all.at(-1)
  if (batch?.[0]?.tab === each.tab && !each.needs) batch.push(each)
  else all.push([each])
  return all
}, [])

/**
 * Returns the fields of a batch that this test types into: the first of each kind. All fields of a kind use the same
 * input, so the test stores the others through the API and only checks that the page shows them.
 */
const typedIn = (batch: readonly SectionOfFields[]): ReadonlySet<string> => {
  const firsts = new Map<Control, string>()
  for (const { key, control, typed } of batch.flatMap(({ fields }) => fields))
    if (typed !== undefined && !firsts.has(control)) firsts.set(control, key)
  return new Set(firsts.values())
}

/** Fills in the given fields of a section and saves them. Only these may be sent, and their values must be stored. */
const saveSection = async ({ name, fields }: SectionOfFields, keys: ReadonlySet<string>) => {
  const before = await storedNow()
  const own = section(page, name)
  await own.waitFor()
  await showAsJson(page)
  expect(
    await own
      .locator('[data-option]')
      .evaluateAll((rows) => rows.map((each) => each.getAttribute('data-option'))),
  ).toEqual(fields.map(({ key }) => key))

  const touched = fields.filter(({ key }) => keys.has(key))
  if (touched.length === 0) return
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
  for (const { key, control, stored } of touched) {
    if (control === 'secret') expect([key, after.get(key)?.is_set]).toEqual([key, true])
    else expect([key, after.get(key)?.value]).toEqual([key, stored])
    // If the value was stored before, the check would prove nothing.
    if (control !== 'secret') expect([key, before.get(key)?.value === stored]).toEqual([key, false])
  }
}

/** Stores the other fields of a section. Switches come last, because some need the fields beside them. */
const storeOthers = async ({ fields }: SectionOfFields, keys: ReadonlySet<string>) => {
  const others = fields.filter(({ key, typed }) => typed !== undefined && !keys.has(key))
  const isLast = ({ control }: Field) => control === 'switch'
  for (const { key, control, typed = '', stored } of others.sort((a, b) => +isLast(a) - +isLast(b)))
    await site.admin.setOption(key, control === 'secret' ? typed : stored)
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
  'A-OPTG-03 $ids the section has every field, and each shows its stored value; one of each kind is typed in, saved (switches as true or false) and read back after a reload',
  async ({ batch }) => {
    const { tab, needs = {} } = batch[0] as SectionOfFields
    const keys = typedIn(batch)
    for (const [key, value] of Object.entries(needs)) await site.admin.setOption(key, value)
    await page.goto(`/admin/settings?tab=${tab}`)
    for (const each of batch) await saveSection(each, keys)
    for (const each of batch) await storeOthers(each, keys)
    await page.reload()
    for (const each of batch) await readBack(each)
    expect(complaints).toEqual([])
  },
)
