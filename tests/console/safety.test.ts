import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attack, isUntouched } from './support/malicious.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  for (const key of ['Footer', 'About', 'HomePageContent', 'Notice']) await site.admin.setOption(key, attack)
  await site.admin.setOption('SystemName', '<img src=x onerror=pwned=7>')
  await site.admin.createToken({ name: '<img src=x onerror=pwned=8>', allow_ips: '10.0.0.0/8' })
  await site.admin.createToken({ name: '=HYPERLINK("evil")' })
})
afterAll(() => site?.close())

it('M11: markup of administrators is shown without anything that runs, submits, restyles or covers the page', async () => {
  const { page, leave } = await site.visit()
  page.on('dialog', () => expect.fail('a script opened a dialog'))
  for (const path of ['/', '/about']) {
    await page.goto(path)
    await page.getByText('harmless text').first().waitFor()
    await untilSettled(page)
    for (const link of await page.getByText('link', { exact: true }).all())
      await link.evaluate((each: HTMLElement) => each.click())
    await isUntouched(page)
  }
  await leave()
})

it('markdown is shown as markup and cleaned as well; a link becomes a frame that cannot reach the console', async () => {
  const { page, leave } = await site.visit()
  await site.admin.setOption('About', `# A heading\n\n[link](javascript:window.pwned=9)\n\n${attack}`)
  await page.goto('/about')
  await page.getByRole('heading', { name: 'A heading' }).waitFor()
  await isUntouched(page)
  await site.admin.setOption('About', `${site.url}/healthz`)
  await page.reload()
  const frame = page.locator('iframe')
  await frame.waitFor()
  expect(await frame.getAttribute('src')).toBe(`${site.url}/healthz`)
  expect(await frame.getAttribute('sandbox')).toContain('allow-scripts')
  await leave()
})

it('names are text everywhere, in the list, in dialogs and in the title of the window', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  await page.getByText('<img src=x onerror=pwned=8>').waitFor()
  await expect.poll(() => page.title()).toContain('<img src=x onerror=pwned=7>')
  await page.getByRole('button', { name: /^Actions on <img/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Delete this token?' }).waitFor()
  expect(await page.getByRole('dialog').textContent()).toContain(
    '<img src=x onerror=pwned=8> will be permanently deleted',
  )
  await isUntouched(page)
  await leave()
})

it('links to chat clients never run a script here', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.route('**/api/status', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object }
    const chats = [{ Bad: 'javascript:window.pwned=10//{key}' }, { Broken: 'not a link' }]
    await route.fulfill({ json: { ...answer, data: { ...answer.data, chats } } })
  })
  await page.goto('/app/tokens')
  for (const name of ['Bad', 'Broken']) {
    await page.getByRole('button', { name: /^Actions on =HYPER/ }).click()
    await page.getByRole('menuitem', { name: `Open in ${name}` }).click()
    await page.getByText('Chat link config error, contact the administrator').first().waitFor()
  }
  await isUntouched(page)
  await leave()
})

it('a name that looks like a formula is text in the exported file, and no key is in it', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file.split('\r\n').length).toBe(4)
  expect(file).toContain(`"'=HYPERLINK(""evil"")"`)
  expect(file).not.toContain('sk-')
  await leave()
})

it('a script that gets into the page all the same is refused by the content policy', async () => {
  const { page, leave } = await site.visit()
  await page.goto('/about')
  const violation = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective))
        const script = document.createElement('script')
        script.textContent = 'window.pwned = 11'
        document.body.append(script)
      }),
  )
  expect(violation).toBe('script-src-elem')
  await isUntouched(page)
  await leave()
})
