/** `npm run pictures`: takes the pictures of the README from a running console and writes them to `docs/pictures/`. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
mkdirSync(folder, { recursive: true })

const models = ['claude-sonnet-4-5', 'gpt-4o', 'gpt-4o-mini', 'deepseek-chat'] as const
const upstream = await startSimulator({ models: [...models], keys: ['upstream-key'] })
const overloaded = await startSimulator({ models: [...models], keys: ['upstream-key'] })
overloaded.always({ status: 529, error: { message: 'Overloaded' } })
const site = await startSite()
await fill(site, upstream, overloaded)

const pictures = [
  { name: 'usage-log', theme: 'light', path: '/app/logs/api-usage?type=2', opens: true },
  { name: 'channels', theme: 'dark', path: '/admin/channels', opens: false },
  { name: 'tokens', theme: 'light', path: '/app/tokens', opens: false },
] as const
for (const { name, theme, path, opens } of pictures) {
  const visitor = await site.visitSignedIn({ theme, width: 1440 })
  const { page } = visitor
  await page.goto(path)
  await page.locator('tbody tr[data-row]').first().waitFor()
  if (opens) {
    await page
      .locator('tbody tr[data-row]')
      .filter({ hasText: '→' })
      .getByRole('button', { name: /Details of/ })
      .click()
    await page.locator('[data-formula]').waitFor()
  }
  await untilSettled(page)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `${folder}${name}.png` })
  await visitor.leave()
}
await site.close()
await site.browser.close()
await upstream.close()
await overloaded.close()
process.stdout.write(`${pictures.length} pictures in ${folder}\n`)

/**
 * Fills a small, active site: channels, tokens, and calls to several models, one of which succeeds at the second
 * attempt.
 */
async function fill({ admin, url }: Site, good: Simulator, bad: Simulator): Promise<void> {
  await admin.setOption('RetryTimes', '1')
  const channel = { key: 'upstream-key', base_url: good.url, auto_ban: 0 }
  for (const more of [
    { name: 'anthropic-main', models: 'claude-sonnet-4-5', priority: 5, weight: 8, tag: 'primary' },
    { name: 'openai-main', models: 'gpt-4o,gpt-4o-mini', priority: 10, weight: 8, tag: 'primary' },
    { name: 'openai-eu', models: 'gpt-4o', priority: 5, weight: 2, tag: 'backup' },
    { name: 'azure-us', models: 'gpt-4o-mini', priority: 10, weight: 5, tag: 'backup' },
    { name: 'deepseek', models: 'deepseek-chat', priority: 0, weight: 1 },
  ])
    await admin.createChannel({ ...channel, ...more })
  await admin.createChannel({
    ...channel,
    base_url: bad.url,
    name: 'aws-eu',
    models: 'claude-sonnet-4-5',
    priority: 10,
    weight: 2,
    tag: 'primary',
  })
  const { items } = await admin.call<{ items: { id: number }[] }>('GET', '/api/channel/?page_size=20')
  for (const { id } of items) await admin.call('GET', `/api/channel/test/${id}`).catch(() => undefined)
  const keys = []
  for (const token of [
    { name: 'claude-code', allow_ips: '10.0.0.0/8\n127.0.0.0/8' },
    { name: 'ci-pipeline', unlimited_quota: false, remain_quota: 2_500_000, rate_limit_enabled: true },
    { name: '报表任务', unlimited_quota: false, remain_quota: 500_000 },
  ])
    keys.push((await admin.createToken(token)).key)
  const calls = [
    ['claude-sonnet-4-5', 0, 18_204, 1120],
    ['gpt-4o-mini', 1, 412, 88],
    ['claude-sonnet-4-5', 0, 9870, 2004],
    ['gpt-4o', 2, 3127, 512],
    ['gpt-4o-mini', 1, 1650, 240],
    ['deepseek-chat', 1, 5210, 830],
  ] as const
  for (const [model, token, input, output] of calls) {
    good.next({
      text: 'Passage granted.',
      usageValues: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
    })
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[token]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream: input > 3000, messages: [{ role: 'user', content: 'hello' }] }),
    })
    await answer.text()
  }
}
