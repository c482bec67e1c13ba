import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts'
import { recordUpdates, row, save, section } from './support/settings.ts'
import { settingsTable } from './support/settings-table.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

let sink: SmtpSink
let site: Site
beforeAll(async () => {
  sink = await startSmtpSink()
  site = await startSite()
})
afterAll(async () => {
  await site?.close()
  await sink?.close()
})

interface Stored {
  readonly key: string
  readonly value: string
  readonly is_secret: boolean
  readonly is_set: boolean
  readonly fingerprint?: string
}
const options = () => site.admin.call<Stored[]>('GET', '/api/option/')
const stored = async (key: string): Promise<Stored | undefined> =>
  (await options()).find((each) => each.key === key)

const secrets = settingsTable.flatMap(({ fields }) =>
  fields.filter(({ control }) => control === 'secret').map(({ key }) => key),
)
/** Two secrets, each with a setting that is saved together with it. */
const neighbours = { WorkerValidKey: 'WorkerUrl', StripeWebhookSecret: 'CustomCallbackAddress' }

it('A-OPTG-05 a form that is saved with an empty secret sends none, and the stored one stays', async () => {
  expect(
    (await options())
      .filter((each) => each.is_secret)
      .map(({ key }) => key)
      .sort(),
  ).toEqual([...secrets].sort())
  await site.admin.setOption('ServerAddress', 'https://gw.example.com')
  for (const key of secrets) await site.admin.setOption(key, `kept-secret-${key}`)
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  const updates = recordUpdates(page)
  // One secret is alone in its section, the other is among other fields. All secrets use the same input.
  for (const [key, neighbour] of Object.entries(neighbours)) {
    const name = settingsTable.find(({ fields }) => fields.some((each) => each.key === key))?.name ?? ''
    const before = (await stored(key))?.fingerprint
    await row(page, key).getByRole('button', { name: 'Replace' }).click()
    expect(await row(page, key).locator('input').inputValue()).toBe('')
    await row(page, neighbour).getByRole('textbox').fill('https://example.com/neighbour')
    await save(page)
    await row(page, neighbour).getByText('Unsaved').waitFor({ state: 'detached' })
    expect(updates.map((each) => each.key)).toEqual([neighbour])
    expect([key, (await stored(key))?.fingerprint]).toEqual([key, before])
    updates.splice(0)
    await section(page, name).getByRole('button', { name: 'Cancel' }).click()
  }
  await leave()
})

it('A-OPTG-05 A-TAB-30 mail still goes out with the password that an empty field kept, and no more with another', async () => {
  for (const [key, value] of [
    ['SMTPServer', '127.0.0.1'],
    ['SMTPPort', '1'],
    ['SMTPAccount', 'mailer'],
    ['SMTPFrom', 'gate@example.com'],
    ['SMTPToken', 'postage'],
  ] as const)
    await site.admin.setOption(key, value)
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  await row(page, 'SMTPPort').getByRole('spinbutton').fill(String(sink.port))
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  const send = async () => {
    await page.getByLabel('Send a test email to').fill('me@example.com')
    await page.getByRole('button', { name: 'Send test email' }).click()
  }
  await send()
  await page.getByText('Test email sent').waitFor()
  expect(sink.mails.map(({ to }) => to)).toEqual([['me@example.com']])

  await row(page, 'SMTPToken').getByRole('button', { name: 'Replace' }).click()
  await row(page, 'SMTPToken').locator('input').fill('another')
  await save(page)
  await row(page, 'SMTPToken').getByText('Set, fingerprint').waitFor()
  await send()
  await section(page, 'smtp').getByText('the email could not be sent').waitFor()
  expect(sink.mails).toHaveLength(1)
  await leave()
})

it('A-OPTG-06 A-TAB-25 no page of the console and no answer to one carries a stored secret', async () => {
  for (const key of secrets) await site.admin.setOption(key, `kept-secret-${key}`)
  const { page, leave } = await site.visitSignedIn()
  const answers: Promise<{ readonly path: string; readonly text: string }>[] = []
  page.on('response', (response) => {
    const { origin, pathname: path } = new URL(response.url())
    if (origin !== new URL(site.url).origin) return
    answers.push(
      response.text().then(
        (text) => ({ path, text }),
        () => ({ path, text: '' }),
      ),
    )
  })
  await page.goto('/admin/settings?tab=system')
  // A new secret is typed and stored, and cannot be seen again.
  await row(page, 'WorkerValidKey').getByRole('button', { name: 'Replace' }).click()
  const input = row(page, 'WorkerValidKey').locator('input')
  expect(await input.getAttribute('type')).toBe('password')
  await input.fill('kept-secret-second')
  await save(page)
  await row(page, 'WorkerValidKey').getByText('Set, fingerprint').waitFor()
  // The API tests search every answer for secrets. This test visits the pages that show settings, and a few others.
  for (const path of [
    ...['operation', 'ratelimit', 'models', 'system', 'other'].map((tab) => `/admin/settings?tab=${tab}`),
    ...['/', '/login', '/app/wallet', '/admin/trail'],
  ]) {
    await page.goto(path)
    await page.locator('header').waitFor()
    await untilSettled(page)
    expect([path, (await page.content()).includes('kept-secret-')]).toEqual([path, false])
  }
  const given = await Promise.all(answers)
  expect(given.some(({ text }) => text.includes('WorkerValidKey'))).toBe(true)
  expect(given.filter(({ text }) => text.includes('kept-secret-')).map(({ path }) => path)).toEqual([])
  await leave()
})
