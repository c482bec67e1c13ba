import type { Page } from 'playwright-core'
import type { PageScenes } from '../support/scene.ts'

/** Scenes of the channel form: its tabs, its model picker and its tests. */

/** No server listens on this port, so tests and fetches are refused at once. */
const NOWHERE = 'http://127.0.0.1:9'
let id = 0

const tab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name }).click()
  await page.getByRole('tab', { name, selected: true }).waitFor()
}
const edit = async (page: Page) => {
  await page.goto(`/channel/edit/${id}`)
  await page.locator('[data-models]').waitFor()
}

export const channelEditor: PageScenes = {
  fill: async ({ admin }) => {
    const made = await admin.createChannel({
      name: 'data-editor-eu',
      key: 'one,two',
      models: 'data-gpt,data-gpt-mini,data-claude',
      base_url: NOWHERE,
      tag: 'data-eu',
      test_model: 'data-gpt-mini',
      model_mapping: '{"data-gpt":"data-gpt-2026"}',
    })
    id = made.id
  },
  data: [
    /^[0-9a-f]{16}$/,
    /^openai$/,
    /^(gpt|o3|o4|tts|text-|omni|whisper|dall|chatgpt)[\w.-]*$/,
    /^eu\/$/,
    // In the list below the form: a value that was never measured, and an error message of the daemon.
    /^—$/,
    /^Channel not found, refresh and retry$/,
  ],
  scenes: [
    { name: 'channel-new', path: '/channel/add' },
    {
      name: 'channel-mistakes',
      path: '/channel/add',
      act: async (page) => {
        await page.locator('[data-drawer] button[type=submit]').click()
        await page.getByText('Please select at least one model').waitFor()
      },
    },
    { name: 'channel-edit', path: '/admin/channels', act: edit },
    {
      name: 'channel-routing',
      path: '/admin/channels',
      act: async (page) => {
        await edit(page)
        await tab(page, 'Routing')
      },
    },
    {
      name: 'channel-requests',
      path: '/admin/channels',
      act: async (page) => {
        await edit(page)
        await tab(page, 'Requests')
        await page.getByLabel('Model mapping').fill('{\n  "a": 1,\n')
        await page.getByText('Not a valid JSON string').waitFor()
      },
    },
    {
      name: 'channel-test',
      path: '/admin/channels',
      act: async (page) => {
        await edit(page)
        await tab(page, 'Test')
        await page.getByRole('button', { name: 'Test data-claude' }).click()
        await page.getByText('No response was received').waitFor()
      },
    },
    {
      name: 'channel-test-new',
      path: '/channel/add',
      act: (page) => tab(page, 'Test'),
    },
    {
      name: 'channel-show-as',
      path: '/admin/channels',
      act: async (page) => {
        await edit(page)
        await tab(page, 'Show as')
      },
    },
    {
      name: 'channel-picker',
      path: '/admin/channels',
      act: async (page) => {
        await edit(page)
        await page.getByRole('button', { name: 'Choose models' }).click()
        await page.locator('[data-picker]').waitFor()
      },
    },
    {
      name: 'channel-version',
      path: '/channel/add',
      act: async (page) => {
        const drawer = page.locator('[data-drawer]')
        await drawer.getByLabel('Name').fill('data-version')
        await drawer.getByLabel('API key').fill('k')
        await drawer.getByLabel('Base URL').fill(`${NOWHERE}/v1`)
        await page.locator('[data-models] input').fill('m')
        await page.locator('[data-drawer] button[type=submit]').click()
        await page.getByText('The address ends in /v1').waitFor()
      },
    },
    {
      name: 'channel-test-dialog',
      path: '/admin/channels?keyword=data-editor',
      act: async (page) => {
        await page.getByRole('button', { name: /Actions on data-editor-eu/ }).click()
        await page.getByRole('menuitem', { name: 'Test a model' }).click()
        await page.locator('[data-test-pane]').waitFor()
      },
    },
    {
      name: 'channel-gone',
      path: '/channel/edit/999999',
      act: (page) => page.getByText('channel not found').first().waitFor(),
    },
  ],
}
