import type { Page } from 'playwright-core'
import { pictureBase64 } from '../../support/simulator/openai-media.ts'
import type { PageScenes } from '../support/scene.ts'

const answer = [
  '## data-heading',
  'data-paragraph, `code`, [data-link](https://example.com)',
  '- data-one\n- data-two',
  '| data-model | data-price |\n|---|---|\n| data-a | data-b |',
  '```ts\nconst data = "a line of code that is longer than a phone is wide, so that it scrolls"\n```',
  '> data-quote',
].join('\n\n')

const events = (...chunks: readonly object[]): string =>
  [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('')

/** Asks a question and stubs its answer. */
const ask = async (page: Page, status: number, contentType: string, body: string) => {
  await page.route('**/pg/chat/completions', (route) => route.fulfill({ status, contentType, body }))
  const question = page.locator('main form textarea').last()
  await question.fill('data-question')
  await page.locator('main form button[type=submit]:enabled').waitFor()
  await question.press('Enter')
}

/** Requests a drawing and stubs its answer. */
const draw = async (page: Page, answer: object) => {
  await page.route('**/pg/images/generations', (route) => route.fulfill({ json: answer }))
  await page.getByLabel('Description of the picture').fill('data-question')
  await page.locator('main form button[type=submit]:enabled').waitFor()
  await page.getByLabel('Description of the picture').press('Enter')
  await page.locator('[data-state=complete]').last().waitFor()
}

/** Asks a question that is refused. */
const askInVain = async (page: Page) => {
  const error = { message: 'data-refusal', code: 'insufficient_user_quota' }
  await ask(page, 403, 'application/json', JSON.stringify({ error }))
  await page.locator('[data-state=error]').last().waitFor()
}

/** Scenes of the playground, with answers of every kind. */
export const playground: PageScenes = {
  fill: async ({ admin }) => {
    await admin.createChannel({
      name: 'data-playground',
      key: 'sk-none',
      base_url: 'http://127.0.0.1:9',
      models: 'data-model,data-flux',
    })
  },
  data: [/^×[\d.]+$/, /^default: /, /^vip: /],
  scenes: [
    {
      name: 'playground',
      path: '/playground?model=data-model',
      act: async (page) => {
        const chunk = { choices: [{ delta: { reasoning_content: 'data-thought', content: answer } }] }
        await ask(page, 200, 'text/event-stream', events(chunk))
        await page.locator('[data-state=complete]').last().waitFor()
      },
    },
    {
      name: 'playground-refused',
      path: '/playground?model=data-model',
      act: async (page) => {
        await askInVain(page)
      },
    },
    {
      name: 'playground-edit',
      path: '/playground?model=data-model',
      act: async (page) => {
        await askInVain(page)
        await page.locator('[data-role=user] button').last().click()
        await page.getByLabel('Edit question').waitFor()
      },
    },
    {
      name: 'playground-earlier',
      path: '/playground?model=data-model',
      act: async (page) => {
        await askInVain(page)
        await page.getByRole('button', { name: 'New conversation' }).click()
        await page.getByRole('button', { name: 'Earlier conversations' }).click()
        await page.getByRole('menu').waitFor()
      },
    },
    {
      name: 'playground-drawing',
      path: '/playground?model=data-flux',
      act: (page) => page.getByLabel('Description of the picture').waitFor(),
    },
    {
      name: 'playground-drawn',
      path: '/playground?model=data-flux',
      act: (page) =>
        draw(page, {
          data: [{ b64_json: pictureBase64 }, { url: `${new URL(page.url()).origin}/logo.png` }],
        }),
    },
    {
      name: 'playground-picture-gone',
      path: '/playground?model=data-flux',
      act: async (page) => {
        await draw(page, {
          data: [{ b64_json: pictureBase64 }, { url: 'https://data-nowhere.invalid/p.png' }],
        })
        await page.getByText('The picture cannot be shown').waitFor()
        await page.reload()
        await page.getByText('This picture is gone').last().waitFor()
      },
    },
    {
      name: 'playground-unserved',
      path: '/playground?model=data-nowhere',
      act: (page) => page.getByText('The chosen group does not have this model').waitFor(),
    },
  ],
}
