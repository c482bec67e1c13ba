/** `npm run screenshots`: every page of the console, in both themes and both widths, into a folder of its own. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { routes } from '../../src/console/routes.ts'
import { adminPassword } from '../support/gateway/admin.ts'
import { startGateway } from '../support/gateway/gateway-process.ts'
import { themes, visit, widths } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'

const languages = { en: 'en-US', zh: 'zh-CN' } as const
const folder = mkdtempSync(join(tmpdir(), 'tollgate-screenshots-'))
const site = await startSite()
await fillIn(site)
const fresh = await startGateway()

/** Addresses beside those of the pages: what opens over them. */
const extra = {
  'token-new': '/app/tokens?edit=new',
  'token-edit': '/app/tokens?edit=1',
  'not-found': '/nope',
}
const paths = {
  ...Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, route.path])),
  ...extra,
}

let count = 0
for (const [language, locale] of Object.entries(languages))
  for (const theme of themes)
    for (const [widthName, width] of Object.entries(widths)) {
      const take = async (page: Page, name: string) => {
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => document.fonts.ready)
        const file = `${name}-${theme}-${widthName}-${language}.png`
        await page.screenshot({ path: join(folder, file), fullPage: !page.url().includes('?edit') })
        count += 1
      }
      const newcomer = await visit(site.browser, fresh.url, { theme, width, locale })
      await newcomer.page.goto('/setup')
      await newcomer.page.locator('form').waitFor()
      await take(newcomer.page, 'setup')
      await newcomer.leave()

      const { page, leave } = await site.visit({ theme, width, locale })
      await page.goto('/login?expired=true')
      await page.locator('form').waitFor()
      await take(page, 'login')
      await page.locator('input[autocomplete=username]').fill('root')
      await page.locator('input[autocomplete=current-password]').fill(adminPassword)
      await page.locator('button[type=submit]').click()
      await page.waitForURL('**/app/tokens')
      for (const [name, path] of Object.entries(paths)) {
        if (path.includes(':') || name === 'login' || name === 'setup') continue
        await page.goto(path)
        await page.locator('main h1, main iframe').first().waitFor()
        // An address whose page does not exist yet looks like the one that never will.
        if (name !== 'not-found' && (await page.locator('[data-not-found]').count()) > 0) continue
        await take(page, name)
      }
      await leave()
    }
await site.close()
await fresh.stop()
process.stdout.write(`${count} pictures in ${folder}\n`)

/** Enough of everything that a list looks like a list. */
async function fillIn({ admin }: Site): Promise<void> {
  await admin.createToken({
    name: 'ci-pipeline',
    unlimited_quota: false,
    remain_quota: 2_500_000,
    model_limits_enabled: true,
    model_limits: 'gpt-4o-mini,gpt-4o,o3',
  })
  await admin.createToken({ name: 'claude-code', allow_ips: '10.0.0.0/8', rate_limit_enabled: true })
  const inAMonth = Math.floor(Date.now() / 1000) + 30 * 86_400
  await admin.createToken({
    name: '报表任务',
    unlimited_quota: false,
    remain_quota: 500_000,
    expired_time: inAMonth,
  })
  const { id } = await admin.createToken({
    name: 'old-notebook',
    unlimited_quota: false,
    remain_quota: 5_000_000,
  })
  await admin.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
}
