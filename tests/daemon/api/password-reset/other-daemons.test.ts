import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '../../../support/services/postgres.ts'
import { startTestApi, type TestApi, testEngine } from '../../../support/test-services.ts'
import { addressOf, type ForgetfulSite, startForgetfulSite } from './reset-mail.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'tollgate-reset-'))
let env: Readonly<Record<string, string>>
let api: TestApi
let site: ForgetfulSite
beforeAll(async () => {
  env = {
    TOLLGATE_DATA_DIR: dataDir,
    TOLLGATE_SECRET_KEY: randomBytes(32).toString('hex'),
    ...(testEngine === 'postgres'
      ? { TOLLGATE_DATABASE_URL: await createDatabase('reset'), TOLLGATE_REDIS_URL: '' }
      : {}),
  }
  api = await startTestApi({ env })
  site = await startForgetfulSite(api)
})
afterAll(async () => {
  await api?.close()
  await site?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const resetAt = ({ anonymous }: TestApi, email: string, token: string) =>
  anonymous.request<string>('POST', '/api/user/reset', { email, token })

if (testEngine === 'postgres')
  it('A-RESET-08 a link that one daemon sent opens at another, once, and ends the sessions everywhere', async () => {
    const second = await startTestApi({ env, isSetUp: false })
    const ann = await site.member('ann')
    const askSecond = () => second.anonymous.request('GET', '/api/user/self', undefined, ann.headers)
    expect((await askSecond()).status).toBe(200)
    const token = await site.tokenFor(addressOf('ann'))
    const answers = await Promise.all(
      [second, api, second, api].map((each) => resetAt(each, addressOf('ann'), token)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const password = answers.find(({ status }) => status === 200)?.body.data ?? ''
    for (const each of [api, second]) await each.signIn('ann', password)
    await second.services.changes.poll()
    expect((await askSecond()).status).toBe(401)
    await second.close()
  })

it('a link outlives the daemon that sent it', async () => {
  await site.member('bob')
  const token = await site.tokenFor(addressOf('bob'))
  await api.close()
  api = await startTestApi({ env, isSetUp: false })
  const { status, body } = await resetAt(api, addressOf('bob'), token)
  expect(status).toBe(200)
  await api.signIn('bob', body.data)
})
