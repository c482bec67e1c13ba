import type { Page } from 'playwright-core'
import type { PageScenes } from '../support/scene.ts'

const MINUTE_S = 60
const codes = ['AB2C', 'DE3F', 'GH4J', 'KL5M', 'NP6Q', 'RS7T', 'UV8W', 'XY9Z', 'BC2D', 'EF3G'].map(
  (part, index, all) => [part, all[(index + 3) % 10], all[(index + 5) % 10], all[(index + 8) % 10]].join('-'),
)

/** Stubs an endpoint as for an account with second factors. With real ones, all later sign-ins would need them. */
const answer = (page: Page, path: string, data: object, status = 200) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({
      status,
      json: status === 200 ? { success: true, message: '', data } : { success: false, message: '', ...data },
    }),
  )
const withFactors = async (page: Page) => {
  await answer(page, '/api/user/second_factor', {
    methods: ['totp', 'recovery_code'],
    recovery_codes: 3,
    is_demanded: false,
    proof_methods: ['password', 'totp', 'recovery_code'],
  })
  await page.reload()
  await page.getByRole('button', { name: 'New recovery codes' }).waitFor()
}
const answerAgain = (page: Page) => page.unrouteAll({ behavior: 'wait' })
const refused = { code: 'second_factor_wrong', field: 'code', message: 'data-code-is-wrong' }

/** Signs in as far as the second step. The page is opened by host name, because an IP address cannot have passkeys. */
const secondStep = async (page: Page) => {
  await page.goto(page.url().replace('127.0.0.1', 'localhost'))
  await answer(page, '/api/user/login', {
    second_factor: {
      ticket: 'data-ticket',
      methods: ['passkey', 'totp', 'recovery_code'],
      expires_time: Math.floor(Date.now() / 1000) + 10 * MINUTE_S,
    },
  })
  await page.locator('input[autocomplete^=username]').fill('alice')
  await page.locator('input[type=password]').fill('correct-horse')
  await page.locator('main form button[type=submit]').click()
  await page.getByText('One more step to sign in').waitFor()
}

/** Opens the dialog that asks for a proof, by replacing the authenticator app. */
const askForProof = async (page: Page) => {
  await answer(page, '/api/user/totp', { code: 'proof_required' }, 403)
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByText('You will not be asked again').waitFor()
}

/** Scenes of second factors: the account page's card, the second step of signing in, and the dialog for a proof. */
export const secondFactor: PageScenes = {
  data: [/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/],
  scenes: [
    {
      name: 'second-factor',
      path: '/app/me',
      act: async (page) => {
        await withFactors(page)
        await answerAgain(page)
      },
    },
    {
      name: 'second-factor-app',
      path: '/app/me',
      act: async (page) => {
        await answer(page, '/api/user/totp/confirm', refused, 403)
        await page.getByRole('button', { name: 'Set up' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('textbox').fill('000000')
        await dialog.locator('button[type=submit]').click()
        await dialog.getByText(refused.message).waitFor()
        await answerAgain(page)
      },
    },
    {
      name: 'second-factor-codes',
      path: '/app/me',
      act: async (page) => {
        await withFactors(page)
        await answer(page, '/api/user/recovery_codes', { recovery_codes: codes })
        await page.getByRole('button', { name: 'New recovery codes' }).click()
        await page.getByRole('dialog').getByRole('button').last().click()
        await page.getByRole('dialog').getByRole('listitem').last().waitFor()
        await answerAgain(page)
      },
    },
    {
      name: 'second-factor-remove',
      path: '/app/me',
      act: async (page) => {
        await withFactors(page)
        await page.getByRole('button', { name: 'Remove' }).click()
        await page.getByText('Remove the authenticator app?').waitFor()
        await answerAgain(page)
      },
    },
    {
      name: 'second-step',
      path: '/login',
      isPublic: true,
      act: async (page) => {
        await secondStep(page)
        await answerAgain(page)
      },
    },
    {
      name: 'second-step-recovery',
      path: '/login',
      isPublic: true,
      act: async (page) => {
        await secondStep(page)
        await answer(
          page,
          '/api/user/login/second_factor',
          {
            ...refused,
            field: 'recovery_code',
          },
          403,
        )
        await page.getByRole('button', { name: 'Use a recovery code' }).click()
        await page.locator('main form input').fill('AB2C')
        await page.locator('main form button[type=submit]').click()
        await page.getByText(refused.message).waitFor()
        await answerAgain(page)
      },
    },
    {
      name: 'proof',
      path: '/app/me',
      act: async (page) => {
        await withFactors(page)
        await askForProof(page)
        await page.getByRole('dialog').locator('input[type=password]').waitFor()
        await answerAgain(page)
      },
    },
    {
      name: 'proof-code',
      path: '/app/me',
      act: async (page) => {
        await withFactors(page)
        await askForProof(page)
        await answer(page, '/api/session/proof', refused, 403)
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('button', { name: 'Use a code of the app' }).click()
        await dialog.getByRole('textbox').fill('000000')
        await dialog.locator('button[type=submit]').click()
        await dialog.getByText(refused.message).waitFor()
        await answerAgain(page)
      },
    },
    {
      name: 'second-factor-demanded',
      path: '/app/me',
      act: async (page) => {
        await answer(page, '/api/user/self', { code: 'second_factor_setup_required' }, 403)
        await page.reload()
        await page.getByText('Please set up a second step first').waitFor()
        await page.getByRole('button', { name: 'Set up' }).waitFor()
        await answerAgain(page)
      },
    },
  ],
}
