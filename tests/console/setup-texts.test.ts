import { expect, it } from 'vitest'
import { openBrowser, visit } from './support/browser.ts'
import { startEmptyDaemon } from './support/daemon.ts'
import { buildForDevelopment } from './support/development-build.ts'
import { findFlaws } from './support/flaws.ts'
import { foreignTexts, markPhrases } from './support/foreign-texts.ts'

/** The setup page is not a scene, because it exists only before the site is set up. */

it('the steps of setting up show no text that is not from the catalogues, whatever was typed, and have no serious flaw', async () => {
  const fresh = await startEmptyDaemon({ consoleDirectory: await buildForDevelopment() })
  const { page, context, leave } = await visit(await openBrowser(), fresh.url)
  await markPhrases(context)
  await page.goto('/')
  await page.waitForURL('**/setup')
  await page.locator('button[type=submit]').click()
  await page.getByText('Please enter the admin username').waitFor()
  expect(await foreignTexts(page)).toEqual([])
  expect(await findFlaws(page)).toEqual([])
  await page.locator('input[autocomplete=username]').fill('root')
  for (const field of await page.locator('input[autocomplete=new-password]').all())
    await field.fill('correct-horse')
  await page.locator('button[type=submit]').click()
  await page.getByText('Save and test').click()
  await page.getByText('Please fill in the key').waitFor()
  expect(await foreignTexts(page)).toEqual([])
  expect(await findFlaws(page)).toEqual([])
  await page.getByText('Skip for now').click()
  await page.getByText('Waiting for your request').waitFor()
  expect(await foreignTexts(page)).toEqual([])
  expect(await findFlaws(page)).toEqual([])
  await leave()
  await fresh.stop()
})
