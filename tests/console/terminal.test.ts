import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { signIn } from './support/browser.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const state = 'sixteen-letters-at-least'

let site: Site
/** A server in place of the terminal that waits for the sign-in. */
let door: Server
let visits: string[] = []
beforeAll(async () => {
  site = await startSite()
  door = createServer((request, response) => {
    if (request.url !== '/favicon.ico') visits.push(`${request.method} ${request.url}`)
    response.end('back in the terminal')
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await site?.close()
  door?.close()
})
beforeEach(() => {
  visits = []
})

const port = () => String((door.address() as AddressInfo).port)
const pageFor = (query: Record<string, string>) => `/app/terminal?${new URLSearchParams(query)}`
const asked = () => ({ challenge, name: 'terminal laptop 5f1d2c9a', port: port(), state })

it('a visitor signs in first; the page names terminal and account, and Allow hands the code to this machine only', async () => {
  const { page, leave, complaints } = await site.visit()
  await page.goto(pageFor(asked()))
  await page.waitForURL((url) => url.pathname === '/login')
  await signIn(page, 'root', adminPassword, page.url())
  await page.getByText('Allow this terminal to sign in as root?').waitFor()
  await page.getByText('terminal laptop 5f1d2c9a').waitFor()
  expect(visits).toEqual([])
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText('back in the terminal').waitFor()
  const brought = new URL(visits[0]?.split(' ')[1] ?? '', 'http://127.0.0.1')
  expect([visits.length, [...brought.searchParams.keys()].sort()]).toEqual([1, ['code', 'state']])
  expect(brought.searchParams.get('state')).toBe(state)
  const answer = await fetch(`${site.url}/api/user/login/terminal`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: brought.searchParams.get('code'), verifier }),
  })
  expect(await answer.json()).toMatchObject({ data: { user: { username: 'root' } } })
  expect(complaints).toEqual([])
  await leave()
})

it('refusing tells the terminal so and gives it no code', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto(pageFor(asked()))
  await page.getByRole('button', { name: 'Do not allow' }).click()
  await page.getByText('back in the terminal').waitFor()
  expect(visits).toEqual([`GET /?refused=true&state=${state}`])
  await leave()
})

it('for a terminal elsewhere the code is shown, and the page goes nowhere', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto(pageFor({ challenge, name: 'terminal far away' }))
  await page.getByText('give the code to nobody').waitFor()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  const code = await page.getByRole('region', { name: 'Code for the terminal' }).textContent()
  expect(code).toMatch(/^[\w-]{32}$/)
  expect(new URL(page.url()).pathname).toBe('/app/terminal')
  expect(page.url()).not.toContain(String(code))
  await leave()
})

it('an address that no terminal has made is not answered, and never leads to another site', async () => {
  const { page, leave } = await site.visitSignedIn()
  const calls: string[] = []
  page.on('request', (request) => calls.push(request.url()))
  for (const change of [
    { port: '80@evil.example' },
    { port: 'evil.example' },
    { port: '99999' },
    { port: '0' },
    { port: '' },
    { state: '' },
    { state: 'short' },
    { challenge: 'short' },
    { name: ' ' },
  ]) {
    await page.goto(pageFor({ ...asked(), ...change }))
    await page.getByText('This address is incomplete').waitFor()
    await untilSettled(page)
    expect(await page.getByRole('button', { name: 'Allow', exact: true }).count()).toBe(0)
  }
  expect(calls.every((url) => url.startsWith(site.url))).toBe(true)
  expect(visits).toEqual([])
  await leave()
})

it('no page of another site can show it in a frame', async () => {
  const answer = await fetch(site.url + pageFor(asked()))
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
})
