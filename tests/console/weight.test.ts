import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'
import { isCode, isFont, kilobytesOf, watchTransfers } from './support/transfers.ts'

/**
 * The maximum size of a first load, compressed: page, scripts and styles, and the two fonts, which the text does not
 * wait for. The promise is 200 kB. The test has a lower limit, so that a larger library does not break the promise
 * unnoticed.
 */
const KILOBYTES_MAX = 193
const FONT_KILOBYTES_MAX = 75

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

it('the first load of the page of tokens stays well below 200 kB compressed', async () => {
  // Signed in outside the browser, so that the profile has the session and nothing in its cache.
  const visitor = await site.visitSignedIn()
  const { page, leave } = visitor
  const transfers = await watchTransfers(page)
  await page.goto('/app/tokens')
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await page.getByText('No tokens yet').waitFor()
  await untilSettled(page)
  await page.evaluate(() => document.fonts.ready)

  const code = kilobytesOf(transfers, isCode)
  const fonts = kilobytesOf(transfers, isFont)
  expect(transfers.sizes.size).toBeGreaterThan(5)
  expect(code.kilobytes, `kB on the wire:\n${code.list}`).toBeLessThan(KILOBYTES_MAX)
  expect(fonts.kilobytes, `kB of fonts:\n${fonts.list}`).toBeLessThan(FONT_KILOBYTES_MAX)
  await leave()
})
