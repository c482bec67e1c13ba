import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

/** Runs the command, the call and the manifest exactly as the channel form shows them. */

type Channel = Readonly<Record<string, unknown>> & { readonly id: number }

const program = fileURLToPath(new URL('../../bin', import.meta.url))
const upstreamKey = `first-key,second'key`
let site: Site
let folder: string
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  site = await startSite()
  folder = mkdtempSync(join(tmpdir(), 'tollgate-show-as-'))
  const { token } = await site.admin.call<{ token: string }>('POST', '/api/access_token/', {
    name: 'show-as',
    scopes: ['*'],
  })
  environment = {
    ...process.env,
    PATH: `${program}:${process.env['PATH']}`,
    HOME: folder,
    TOLLGATE_URL: site.url,
    TOLLGATE_TOKEN: token,
    UPSTREAM_KEY: upstreamKey,
  }
})
afterAll(async () => {
  await site?.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (script: string) =>
  promisify(execFile)('bash', ['-euc', script], { env: environment, cwd: folder })
const list = async () => (await site.admin.call<{ items: Channel[] }>('GET', '/api/channel/')).items
const stored = async () => {
  const [only, ...more] = await list()
  expect(more).toEqual([])
  const { id: _id, created_time: _time, ...rest } = only ?? { id: 0, created_time: 0 }
  return rest
}
const removeAll = async () => {
  for (const { id } of await list()) await site.admin.call('DELETE', `/api/channel/${id}/`)
}

it('the command, the call and the manifest of a form make the very channel that saving it makes', async () => {
  const { page, leave } = await site.visitSignedIn()
  const drawer = page.locator('[data-drawer]')
  const field = (label: string) => drawer.getByLabel(label, { exact: true })
  await page.goto('/channel/add')
  await field('Name').fill(`it's "tricky": $HOME`)
  await field('API key').fill(upstreamKey)
  await field('Base URL').fill('https://upstream.example')
  await field('Models').fill('a@b,c/d:1,true,')
  await drawer.getByRole('tab', { name: 'Routing' }).click()
  await field('Priority').fill('-2')
  await field('Weight').fill('3')
  await field('Model prefix').fill('eu/')
  await drawer.getByText('Auto-disable on failure').click()
  await drawer.getByRole('tab', { name: 'Requests' }).click()
  await field('Model mapping').fill('{"a b":"it\'s b"}')
  await field('Status code mapping').fill('{"400":"500"}')
  await field('System prompt').fill('Two\nlines: "quoted" \\ and # more')
  await field('Extra settings').fill('{"force_format":true,"proxy":"socks5://127.0.0.1:1080"}')
  await drawer.getByRole('tab', { name: 'Show as' }).click()
  const [command = '', call = '', manifest = ''] = await drawer.locator('pre').allTextContents()
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  await drawer.waitFor({ state: 'detached' })
  const wanted = await stored()
  expect(wanted).toMatchObject({ name: `it's "tricky": $HOME`, key_count: 2, priority: -2 })

  await removeAll()
  await run(command)
  expect(await stored()).toEqual(wanted)
  await removeAll()
  await run(`${call} --fail --silent`)
  expect(await stored()).toEqual(wanted)
  await removeAll()
  writeFileSync(join(folder, 'channels.yaml'), `version: 1\n${manifest}\n`)
  // In a manifest, one variable is one key.
  environment['UPSTREAM_KEY'] = 'only-key'
  await run('tollgate apply -f channels.yaml --yes')
  const made = await stored()
  const { key_count, key_fingerprint } = made
  expect(made).toEqual({ ...wanted, key_count, key_fingerprint })
  environment['UPSTREAM_KEY'] = upstreamKey
  await leave()
})

it('Low: of a stored channel they say what was taken away as well, and none holds a key or the password of a proxy', async () => {
  await removeAll()
  const { id } = await site.admin.createChannel({
    name: 'before',
    key: 'stored-key',
    models: 'm',
    tag: 'old',
    priority: 5,
    auto_ban: 0,
    setting: '{"proxy":"http://u:hunter2@127.0.0.1:9"}',
  })
  const { proxy_fingerprint } = await stored()
  const { page, leave } = await site.visitSignedIn()
  const drawer = page.locator('[data-drawer]')
  await page.goto(`/channel/edit/${id}`)
  await drawer.getByLabel('Name', { exact: true }).fill('after')
  await drawer.getByRole('tab', { name: 'Routing' }).click()
  await drawer.getByLabel('Tag').fill('')
  await drawer.getByLabel('Priority').fill('0')
  await drawer.getByText('Auto-disable on failure').click()
  await drawer.getByRole('tab', { name: 'Show as' }).click()
  const [command = '', call = '', manifest = ''] = await drawer.locator('pre').allTextContents()
  expect(command + call).not.toMatch(/stored-key|UPSTREAM_KEY/)
  expect(command + call + manifest).not.toContain('hunter2')
  expect(manifest).toContain('proxy: { env: UPSTREAM_PROXY }')
  await run(command)
  const wanted = { name: 'after', tag: '', priority: 0, auto_ban: 1, key_count: 1, proxy_fingerprint }
  expect(await stored()).toMatchObject(wanted)
  await site.admin.call('PUT', '/api/channel/', { id, name: 'before', tag: 'old', priority: 5, auto_ban: 0 })
  await run(`${call} --fail --silent`)
  expect(await stored()).toMatchObject(wanted)
  await leave()
})
