import { afterAll, beforeAll, expect, it } from 'vitest'
import { findJsonProblem } from '../../src/console/components/ui/json-problem.ts'
import { toCsv } from '../../src/console/components/ui/table/csv.ts'
import { themes } from './support/browser.ts'
import { buildForDevelopment, type DevelopmentBuild } from './support/development-build.ts'
import { findFlaws } from './support/flaws.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let development: DevelopmentBuild
beforeAll(async () => {
  site = await startSite()
  development = await buildForDevelopment()
})
afterAll(async () => {
  development?.remove()
  await site?.close()
})

it('the first line that is no JSON is named', () => {
  const cases: readonly (readonly [string, number | undefined])[] = [
    ['', undefined],
    [' \n ', undefined],
    ['{"a": 1}', undefined],
    ['{\n  "a": 1,\n  "b": }\n', 3],
    ['{\n  "a": 1,\n}', 3],
    ['{"a": 1 // no comments\n}', 1],
    ['[1, 2', 1],
    ['{\n\n"a" 1}', 3],
    ["{'a': 1}", 1],
  ]
  for (const [text, line] of cases) expect([text, findJsonProblem(text)?.line]).toEqual([text, line])
})

it('an exported text is never a formula and keeps commas, quotes and line breaks', () => {
  const column = { id: 'a', header: 'A', cell: () => null, csv: (row: string) => row }
  const file = toCsv(['=1+1', '@x', '-2', 'a,b', 'say "hi"', 'two\nlines', '报表'], [column])
  expect(file).toBe(`\uFEFFA\r\n'=1+1\r\n'@x\r\n'-2\r\n"a,b"\r\n"say ""hi"""\r\n"two\nlines"\r\n报表\r\n`)
})

it.each(themes)('every component of the gallery is without serious flaws and errors, %s', async (theme) => {
  const { page, context, complaints, leave } = await site.visit({ theme })
  await development.serve(context)
  await page.goto('/gallery')
  await page.locator('canvas').first().waitFor()
  expect(await findFlaws(page)).toEqual([])
  await page.getByText('Not a valid JSON string: line 3').waitFor()

  await page.getByRole('button', { name: 'Number' }).click()
  await page.getByRole('row', { name: /row-37/ }).waitFor()
  await page.getByRole('button', { name: 'Page 4' }).click()
  await page.getByText('31–37 of 37').waitFor()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('50')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Status' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Number' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Status' }).count()).toBe(0)
  expect(await page.getByRole('combobox', { name: 'Rows per page' }).inputValue()).toBe('50')

  const several = page.getByLabel('Several')
  await several.fill('claude')
  await page.getByRole('option', { name: 'claude-sonnet-4-5' }).click()
  await several.fill('own-model,')
  for (const name of ['gpt-4o', 'claude-sonnet-4-5', 'own-model'])
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(3)
  expect(complaints).toEqual([])
  await leave()
})
