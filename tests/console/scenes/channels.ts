import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import type { PageScenes } from '../support/scene.ts'
import type { Site } from '../support/site.ts'

const refused = 'sk-refused'

/** Starts an upstream that refuses one key and does not keep the process running. */
const startUpstream = async (): Promise<string> => {
  const server = createServer((request, response) => {
    const isRefused = request.headers.authorization === `Bearer ${refused}`
    const answer = isRefused
      ? { error: { message: 'Incorrect API key provided.', type: 'invalid_request_error' } }
      : {
          id: 'chatcmpl-1',
          object: 'chat.completion',
          created: 1,
          model: 'gpt-4o',
          choices: [{ index: 0, message: { role: 'assistant', content: 'Good day' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 12_000, completion_tokens: 900, total_tokens: 12_900 },
          total_available: 41.2,
        }
    response.writeHead(isRefused ? 401 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const fill = async ({ admin, url }: Site): Promise<void> => {
  const baseUrl = await startUpstream()
  const create = (name: string, fields: Readonly<Record<string, unknown>>) =>
    admin.createChannel({
      name,
      key: 'sk-good',
      base_url: baseUrl,
      models: 'data-model,data-other',
      ...fields,
    })
  await admin.setOption('AutomaticDisableChannelEnabled', 'true')
  await create('data-openai-main', { priority: 10, weight: 8, tag: 'data-openai' })
  await create('data-openai-eu', { priority: 10, weight: 5, tag: 'data-openai' })
  await create('data-claude', { type: 14, priority: 5, weight: 1, tag: 'data-claude' })
  await create('data-dead', { key: refused, tag: 'data-openai' })
  await create('data-办公室', { type: 4, status: 2, group: 'default,vip' })
  await admin.call('GET', '/api/channel/test')
  while ((await admin.call('GET', '/api/channel/progress')) !== null);
  const { key } = await admin.createToken({ name: 'data-calls' })
  const body = JSON.stringify({ model: 'data-model', messages: [{ role: 'user', content: 'Hello' }] })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  await admin.call('PUT', '/api/option/', { key: 'ModelRatio', value: '{"data-model":1}' })
  for (let count = 0; count < 8; count += 1)
    await (await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers, body })).text()
}

const chooseMore = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Scenes of the channel list, with channels in every state and bulk actions. */
export const channels: PageScenes = {
  fill,
  data: [
    /^data-办公室$/,
    /^(Anthropic Claude|Ollama)$/,
    /^—$/,
    /^openai-main$/,
    /^the provider's response could not be read$/,
    /^the provider cannot be reached, check the base URL, and the proxy if the channel has one$/,
  ],
  scenes: [
    { name: 'channels', path: '/admin/channels' },
    {
      name: 'channels-menu',
      path: '/admin/channels',
      act: async (page) => {
        await page.getByRole('button', { name: /Actions on data-openai-main/ }).click()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'channels-selected',
      path: '/admin/channels',
      act: async (page) => {
        await page.getByRole('checkbox', { name: /Select data-claude/ }).check()
        await page.getByText('1 selected').waitFor()
      },
    },
    {
      name: 'channels-batch-tag',
      path: '/admin/channels',
      act: async (page) => {
        await page.getByRole('checkbox', { name: /Select data-claude/ }).check()
        await page.locator('[data-bulk]').getByRole('button', { name: 'Set tag' }).click()
        await page.locator('[role=dialog] button[type=submit]').click()
        await page.getByText('Please enter a tag').waitFor()
      },
    },
    {
      name: 'channels-delete',
      path: '/admin/channels',
      act: async (page) => {
        await page.getByRole('button', { name: /Actions on data-openai-main/ }).click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
        await page.getByText('Delete this channel?').waitFor()
      },
    },
    {
      name: 'channels-delete-disabled',
      path: '/admin/channels',
      act: async (page) => {
        await chooseMore(page, 'Delete all disabled channels')
        await page.getByText('disabled manually').waitFor()
      },
    },
    {
      name: 'channels-tested',
      path: '/admin/channels',
      act: async (page) => {
        await page.getByRole('button', { name: 'Test all' }).click()
        await page.getByText('Test finished').waitFor()
      },
    },
    {
      name: 'channels-results',
      path: '/admin/channels',
      act: async (page) => {
        await page.getByRole('button', { name: 'Update balances' }).click()
        await page.getByText('Balances updated').waitFor()
        await page.getByRole('button', { name: 'Results' }).click()
        await page.getByText('Balance update results').waitFor()
      },
    },
    {
      name: 'channels-by-tag',
      path: '/admin/channels?tag_mode=true',
      act: async (page) => {
        await page.locator('button[aria-expanded=false]', { hasText: 'data-openai' }).click()
        await page.getByText('data-openai-eu').waitFor()
      },
    },
    {
      name: 'channels-tag',
      path: '/admin/channels?tag_mode=true&tag=data-openai',
      act: (page) => page.getByText('Applies to 3 channels').waitFor(),
    },
    {
      name: 'channels-tag-mistakes',
      path: '/admin/channels?tag_mode=true&tag=data-openai',
      act: async (page) => {
        await page.getByLabel('Priority', { exact: false }).last().fill('1.5')
        await page.getByLabel('Model mapping').fill('{')
        await page.locator('[data-drawer] button[type=submit]').click()
        await page.getByText('The priority must be a whole number').waitFor()
      },
    },
    {
      name: 'channels-none',
      path: '/admin/channels?keyword=nothing-like-it',
      act: (page) => page.getByText('No channels match').waitFor(),
    },
  ],
}
