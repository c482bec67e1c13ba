import { afterAll, beforeAll, expect, it } from 'vitest'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

/** What a first load may weigh on the wire: page, scripts and styles; the two fonts, which the text does not wait for. */
const KILOBYTES_MAX = 200
const FONT_KILOBYTES_MAX = 75

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

it('the first load of the page of tokens stays below 200 kB compressed', async () => {
  // Signed in elsewhere, so that the profile has the session and nothing in its cache.
  const visitor = await site.visitSignedIn()
  const { page, context, leave } = visitor
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const addresses = new Map<string, string>()
  const sizes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!new URL(request.url).pathname.startsWith('/api/')) addresses.set(requestId, request.url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = addresses.get(requestId)
    if (url !== undefined) sizes.set(url, encodedDataLength)
  })
  await page.goto('/app/tokens')
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await page.getByText('No tokens yet').waitFor()
  await untilSettled(page)
  await page.evaluate(() => document.fonts.ready)

  const kilobytes = (isFont: boolean) =>
    [...sizes].filter(([url]) => url.endsWith('.woff2') === isFont).reduce((sum, [, size]) => sum + size, 0) /
    1000
  const list = [...sizes]
    .sort((a, b) => b[1] - a[1])
    .map(([url, size]) => `${(size / 1000).toFixed(1)} ${new URL(url).pathname}`)
    .join('\n')
  expect(sizes.size).toBeGreaterThan(5)
  expect(kilobytes(false), `kB on the wire:\n${list}`).toBeLessThan(KILOBYTES_MAX)
  expect(kilobytes(true), `kB of fonts:\n${list}`).toBeLessThan(FONT_KILOBYTES_MAX)
  await leave()
})
