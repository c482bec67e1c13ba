import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pictureBase64 } from '../support/simulator/openai-media.ts'
import { widths } from './support/browser.ts'
import { answers, type PlaygroundSite, startPlaygroundSite } from './support/playground.ts'

let at: PlaygroundSite
beforeAll(async () => {
  at = await startPlaygroundSite()
  await at.site.admin.setOption('ModelPrice', '{"gpt-image-1":0.05,"dall-e-3":0.04,"flux-dev":0.01}')
  await at.site.admin.createChannel({
    name: 'atelier',
    key: 'sk-upstream',
    base_url: at.upstream.url,
    models: 'gpt-image-1,dall-e-3,flux-dev',
    group: 'default',
  })
})
afterAll(() => at?.close())
beforeEach(() => at.upstream.reset())

const prompt = (page: Page) => page.getByLabel('Description of the picture')
const choose = async (page: Page, label: string, value: string) => {
  await page.getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
}
/** Opens the page with a model and waits for the prompt. */
const openWith = async (page: Page, model: string) => {
  await page.goto(`/playground?model=${model}`)
  await prompt(page).waitFor()
}
const draw = async (page: Page, text: string) => {
  await prompt(page).fill(text)
  await page.getByRole('button', { name: 'Draw' }).and(page.locator(':enabled')).waitFor()
  await prompt(page).press('Enter')
}
const pictures = (page: Page) => answers(page).getByRole('img', { name: /^Picture/ })
/** Browsers report a width only for images that they could show. */
const isShown = (page: Page) =>
  pictures(page)
    .last()
    .evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

it('a model that draws is asked for pictures as chosen, shows them, says what they cost, and they can be saved', async () => {
  const { page, complaints, leave } = await at.open()
  await page.getByLabel('Model', { exact: true }).fill('gpt-image')
  await page.getByRole('option', { name: 'gpt-image-1' }).click()
  await prompt(page).waitFor()
  expect(await page.getByLabel('Temperature').count()).toBe(0)
  await choose(page, 'Size', '1536x1024')
  await choose(page, 'Quality', 'low')
  await choose(page, 'Pictures', '2')
  const request = page.waitForRequest('**/pg/images/generations')
  await draw(page, 'a lighthouse')
  expect((await request).postDataJSON()).toEqual({
    model: 'gpt-image-1',
    group: '',
    prompt: 'a lighthouse',
    n: 2,
    size: '1536x1024',
    quality: 'low',
  })
  await answers(page, 'complete').waitFor()
  expect(await pictures(page).count()).toBe(2)
  await expect.poll(() => isShown(page)).toBe(true)
  await page.getByText(/^\$0\.\d+, [\d.]+ m?s$/).waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).last().click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('picture-2.png')
  expect(readFileSync(await file.path()).toString('base64')).toBe(pictureBase64)
  // A choice made for one model is not sent to another model that does not offer it.
  await openWith(page, 'dall-e-3')
  expect([
    await page.getByLabel('Pictures').count(),
    await page.getByLabel('Size', { exact: true }).textContent(),
  ]).toEqual([0, 'Automatic'])
  await draw(page, 'a hut')
  await expect.poll(() => answers(page, 'complete').count()).toBe(2)
  expect(at.sent()).toEqual({ model: 'dall-e-3', prompt: 'a hut', n: 1 })
  expect(complaints).toEqual([])
  await leave()
})

it('a picture that its vendor keeps is shown without saying where it is shown, opens, and its link is copied', async () => {
  const { page, leave } = await at.open()
  await openWith(page, 'dall-e-3')
  const fetched = page.waitForRequest('**/simulator/picture.png')
  await draw(page, 'a hut')
  expect((await fetched).headers().referer ?? '').toBe('')
  await answers(page, 'complete').waitFor()
  const address = `${at.upstream.url}/simulator/picture.png`
  expect(await page.getByRole('link', { name: /^Open picture/ }).getAttribute('href')).toBe(address)
  await page.getByRole('button', { name: 'Copy link' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await leave()
})

it('what is no picture is not shown as one, and an address that is none leads nowhere', async () => {
  const { page, leave } = await at.open()
  await openWith(page, 'gpt-image-1')
  const answerWith = async (...data: object[]) => {
    await page.unrouteAll()
    await page.route('**/pg/images/generations', (route) => route.fulfill({ json: { data } }))
    await draw(page, 'an attack')
  }
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>pwned=1</script></svg>')
  await answerWith(
    { url: 'javascript:window.pwned=2' },
    { url: 'data:text/html,<script>window.pwned=3</script>' },
    { b64_json: script.toString('base64') },
    { b64_json: `${pictureBase64}" onerror="window.pwned=4` },
    { b64_json: pictureBase64 },
  )
  await answers(page, 'complete').waitFor()
  expect([await pictures(page).count(), await answers(page).getByRole('link').count()]).toEqual([1, 0])
  await answerWith({ url: 'javascript:window.pwned=5' })
  await answers(page, 'error').waitFor()
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  await leave()
})

it('pictures are kept out of the storage: they stay while the page does, and afterwards it says that they are gone', async () => {
  const { page, leave } = await at.open()
  await openWith(page, 'gpt-image-1')
  await draw(page, 'a keeper')
  await answers(page, 'complete').waitFor()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByText('Describe a picture and the model draws it.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => isShown(page)).toBe(true)
  const stored = () => page.evaluate(() => localStorage.getItem('playground') ?? '')
  await expect.poll(stored).toContain('a keeper')
  expect(await stored()).not.toContain(pictureBase64.slice(0, 40))
  await page.reload()
  await page.getByText('This picture is gone').waitFor()
  expect(await pictures(page).count()).toBe(0)
  await leave()
})

it('a drawing can be stopped, a refusal is a sentence, and both can be asked again', async () => {
  const { page, leave } = await at.open()
  await openWith(page, 'flux-dev')
  at.upstream.next({ holdAt: 'headers' })
  await draw(page, 'never mind')
  await answers(page, 'loading').getByText('Drawing').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Stopped; the upstream may charge for what it has begun').first().waitFor()
  at.upstream.reset()
  at.upstream.next({ status: 400, error: { message: 'no such brush' } })
  await draw(page, 'with a brush')
  await answers(page, 'error').getByText('no such brush').waitFor()
  await answers(page, 'error').getByText(/^req_/).waitFor()
  await answers(page, 'error').getByRole('button', { name: 'Regenerate' }).click()
  await answers(page, 'complete').waitFor()
  expect(at.sent()).toMatchObject({ prompt: 'with a brush' })
  // For an unknown model, the size is typed.
  await page.getByLabel('Size', { exact: true }).fill('wide')
  await page.getByText('Please enter width x height').waitFor()
  await prompt(page).fill('too wide')
  expect(await page.getByRole('button', { name: 'Draw' }).isDisabled()).toBe(true)
  await page.getByLabel('Size', { exact: true }).fill('768x512')
  await draw(page, 'wide enough')
  await expect.poll(() => answers(page, 'complete').count()).toBe(2)
  expect(at.sent()).toMatchObject({ prompt: 'wide enough', size: '768x512' })
  await leave()
})

it('a connection that breaks is made again with the same key, and the picture is paid once', async () => {
  const { page, leave } = await at.open()
  await openWith(page, 'gpt-image-1')
  const keys: (string | undefined)[] = []
  await page.route('**/pg/images/generations', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await (await route.fetch()).body()
    await route.abort('connectionreset')
  })
  const hits = at.upstream.hits
  await draw(page, 'through the storm')
  await answers(page, 'complete').waitFor()
  expect([keys.length, keys[0] === keys[1], at.upstream.hits]).toEqual([2, true, hits + 1])
  await leave()
})

it('fits a phone, and is done with the keyboard alone', async () => {
  const { page, leave } = await at.site.visitSignedIn({ width: widths.phone })
  await openWith(page, 'gpt-image-1')
  await prompt(page).focus()
  await page.keyboard.type('a small one')
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Automatic')
  // Enter in a field beside the prompt sends nothing.
  await page.keyboard.press('Enter')
  expect(await answers(page).count()).toBe(0)
  await page.keyboard.press('Space')
  await page.getByRole('option', { name: 'Automatic' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await prompt(page).press('Enter')
  await answers(page, 'complete').waitFor()
  expect(at.sent()).toMatchObject({ prompt: 'a small one', size: '1024x1024' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone)
  await leave()
})
