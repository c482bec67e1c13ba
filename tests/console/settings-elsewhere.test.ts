import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import { startWebhookSink } from '../support/webhook-sink.ts'
import { attack } from './support/malicious.ts'
import { row, save } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

/** Another host's answers, by path. */
const files = new Map<string, unknown>()
let host: Server
let address: string
let sink: SmtpSink
let site: Site
beforeAll(async () => {
  host = createServer((request, response) => {
    const body = files.get(request.url ?? '')
    response.writeHead(body === undefined ? 500 : 200).end(JSON.stringify(body))
  })
  await once(host.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  sink = await startSmtpSink()
  site = await startSite({ env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' } })
})
afterAll(async () => {
  await site?.close()
  await sink?.close()
  host?.close()
})

const isHarmless = async (page: Page) => {
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(await page.locator('[href^="javascript:" i], iframe[srcdoc], main style').count()).toBe(0)
}

it('A-TAB-29 A-OPT-021 the endpoints of an OpenID Connect provider are read from its well-known address and saved as ever', async () => {
  files.set('/.well-known/openid-configuration', {
    authorization_endpoint: 'https://id.example/authorize',
    token_endpoint: 'https://id.example/token',
    userinfo_endpoint: 'https://id.example/me',
  })
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  const wellKnown = row(page, 'oidc.well_known').getByRole('textbox')
  const read = () => page.getByRole('button', { name: 'Read endpoints' }).click()
  await wellKnown.fill('ftp://id.example')
  await read()
  await page.getByText('must start with http:// or https://').first().waitFor()
  await wellKnown.fill('http://127.0.0.1:1/dead')
  await read()
  await page.getByText(/failed to get OIDC config/i).waitFor()
  await wellKnown.fill(`${address}/.well-known/openid-configuration`)
  await read()
  await page.getByText('Endpoints filled in').waitFor()
  const endpoint = (name: string) => row(page, `oidc.${name}`).getByRole('textbox').inputValue()
  expect(await endpoint('authorization_endpoint')).toBe('https://id.example/authorize')
  expect(await endpoint('user_info_endpoint')).toBe('https://id.example/me')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  const { data } = (await (await page.request.get('/api/status')).json()) as {
    data: { oidc_authorization_endpoint: string }
  }
  expect(data.oidc_authorization_endpoint).toBe('https://id.example/authorize')
  expect(complaints).toEqual([])
  await leave()
})

it('A-TAB-36 A-TAB-37 a new release is shown with what it says of itself, and runs nothing; no news and no answer are told', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=other')
  const { version, start_time } = await site.admin.call<{ version: string; start_time: number }>(
    'GET',
    '/api/status',
  )
  await page.locator('#info').getByText(version, { exact: true }).waitFor()
  // Times on the page are exact to the minute.
  const shown = await page.locator('#info time').textContent()
  expect(Math.abs(Date.parse(shown ?? '') / 1000 - start_time)).toBeLessThan(60)
  const check = () => page.getByRole('button', { name: 'Check for updates' }).click()
  await check()
  await page.getByText('no release feed is configured').waitFor()
  await row(page, 'general_setting.release_feed_address').getByRole('textbox').fill(`${address}/feed`)
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  await check()
  await page.getByText('check update failed').waitFor()
  files.set('/feed', { tag_name: `v${version}`, body: '' })
  await check()
  await page.getByText('Already latest version').waitFor()
  files.set('/feed', { tag_name: 'v99.0.0', body: `## What is new\n\n${attack}` })
  await check()
  const dialog = page.getByRole('dialog', { name: 'New version v99.0.0' })
  await dialog.getByRole('heading', { name: 'What is new' }).waitFor()
  await dialog.getByText('harmless text').waitFor()
  await isHarmless(page)
  await leave()
})

it('A-TAB-30 a test mail goes out by the saved settings', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  const send = async (to: string) => {
    await page.getByLabel('Send a test email to').fill(to)
    await page.getByRole('button', { name: 'Send test email' }).click()
  }
  await send('me@example.com')
  await page.locator('#smtp').getByText('this site cannot send email yet').waitFor()
  for (const [key, value] of [
    ['SMTPServer', '127.0.0.1'],
    ['SMTPAccount', 'mailer'],
    ['SMTPFrom', 'gate@example.com'],
  ] as const)
    await row(page, key).getByRole('textbox').fill(value)
  await row(page, 'SMTPPort').getByRole('spinbutton').fill(String(sink.port))
  await row(page, 'SMTPToken').locator('input').fill('postage')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  await send('me@example.com')
  await page.getByText('Test email sent').waitFor()
  expect(sink.mails.at(-1)?.to).toEqual(['me@example.com'])
  await leave()
})

it('A-TAB-25 a test message goes to a webhook through the saved worker, and what is wrong is told beside its field', async () => {
  const worker = await startWebhookSink()
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?q=webhook')
  const send = async (url: string) => {
    await page.getByLabel('Send a test message to a webhook').fill(url)
    await page.getByRole('button', { name: 'Send test message' }).click()
  }
  const says = (text: string) => page.locator('#worker').getByRole('alert').getByText(text).waitFor()
  await send('http://hooks.example.com/')
  await says('must begin with https://')
  await send('https://127.0.0.1:1/')
  await says('cannot be reached')
  await row(page, 'WorkerUrl').getByRole('textbox').fill(`${worker.url}/`)
  await row(page, 'WorkerValidKey').locator('input').fill('worker-key')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  await page.getByLabel('Webhook secret').fill('hook-secret')
  await send('https://hooks.example.com/')
  await page.getByText('Test message delivered').waitFor()
  expect(worker.posts.map(({ body }) => body)).toMatchObject([
    {
      url: 'https://hooks.example.com/',
      key: 'worker-key',
      headers: { authorization: 'Bearer hook-secret' },
      body: { type: 'test', title: expect.stringContaining('webhooks work') },
    },
  ])
  expect(complaints).toEqual([])
  await leave()
  await worker.close()
})

it('settings with markup in them are shown as text', async () => {
  for (const key of ['Footer', 'Notice', 'SensitiveWords']) await site.admin.setOption(key, attack)
  await site.admin.setOption('SystemName', '<img src=x onerror=pwned=7>')
  const { page, leave } = await site.visitSignedIn()
  for (const tab of ['operation', 'other']) {
    await page.goto(`/admin/settings?tab=${tab}`)
    await page.locator('[data-option]').first().waitFor()
    await isHarmless(page)
  }
  expect(await row(page, 'Footer').locator('textarea').inputValue()).toBe(attack)
  await leave()
})

it('A-TAB-02 A-OPTG-04 A-OPTG-18 only administrators open the page; code and secrets wait for the super administrator', async () => {
  for (const username of ['plain', 'helper'])
    await site.admin.call('POST', '/api/user/', {
      username,
      password: 'correct-horse',
      display_name: username,
    })
  const users = await site.admin.call<{ items: { id: number; username: string }[] }>(
    'GET',
    '/api/user/?page_size=50',
  )
  const { id } = users.items.find((each) => each.username === 'helper') ?? { id: 0 }
  await site.admin.call('POST', '/api/user/manage', { id, action: 'promote' })

  const signInAs = async (username: string) => {
    const visitor = await site.visit()
    const login = await visitor.context.request.post('/api/user/login', {
      data: { username, password: 'correct-horse' },
    })
    const { data: user } = (await login.json()) as { data: unknown }
    await visitor.context.addInitScript((text) => localStorage.setItem('user', text), JSON.stringify(user))
    return visitor
  }
  const plain = await signInAs('plain')
  await plain.page.goto('/admin/settings')
  await plain.page.waitForURL((url) => url.pathname === '/')
  await plain.page.goto('/app/tokens')
  await plain.page.getByRole('link', { name: 'API tokens' }).waitFor()
  expect(await plain.page.getByRole('link', { name: 'Settings', exact: true }).count()).toBe(0)
  await plain.leave()

  const helper = await signInAs('helper')
  await helper.page.goto('/admin/settings?tab=other')
  await row(helper.page, 'global_js').getByText('Only the super administrator can change this').waitFor()
  expect(await row(helper.page, 'global_js').locator('textarea').isDisabled()).toBe(true)
  expect(await row(helper.page, 'Notice').locator('textarea').isDisabled()).toBe(false)
  await row(helper.page, 'Notice').locator('textarea').fill('hello')
  await save(helper.page)
  await helper.page.getByText('Notice updated').waitFor()
  await helper.leave()
})
