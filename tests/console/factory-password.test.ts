import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPasswords } from '../../src/daemon/accounts/passwords.ts'
import { openBrowser, signIn, visit } from './support/browser.ts'
import { copyStore, startDaemonOn, type TestDaemon } from './support/daemon.ts'
import { findFlaws } from './support/flaws.ts'

let gateway: TestDaemon
let browser: Browser
beforeAll(async () => {
  // A migrated installation whose super administrator still has the well-known default password.
  const dataDir = await copyStore()
  const database = new DatabaseSync(join(dataDir, 'tollgate.db'))
  database
    .prepare('UPDATE users SET password_hash = ? WHERE id = 1')
    .run(await createPasswords().hash('123456'))
  database.close()
  gateway = await startDaemonOn(dataDir)
  browser = await openBrowser()
})
afterAll(() => gateway?.stop())

it('A-LOGIN-07 who comes in by the factory password is asked for another one, until there is one', async () => {
  const { page, complaints, leave } = await visit(browser, gateway.url)
  await signIn(page, 'root', '123456')
  const dialog = page.getByRole('dialog', { name: 'Please change your password' })
  const heading = dialog.getByRole('heading')
  await heading.waitFor()
  expect(await findFlaws(page)).toEqual([])
  // The reminder is back after a reload.
  await dialog.getByRole('button', { name: 'Remind me next time' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await heading.waitFor()

  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByText('Password must be at least 8 characters').waitFor()
  await dialog.getByLabel('New password', { exact: true }).fill('battery-staple')
  await dialog.getByText('The two passwords differ').waitFor()
  await dialog.getByLabel('Confirm new password').fill('battery-staple')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed. Your other sessions have been signed out').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  expect(await dialog.count()).toBe(0)
  expect(complaints).toEqual([])
  await leave()

  const again = await visit(browser, gateway.url)
  await signIn(again.page, 'root', 'battery-staple')
  await again.page.getByRole('heading', { name: 'API tokens' }).waitFor()
  expect(await again.page.getByRole('dialog').count()).toBe(0)
  await again.leave()
})
