import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf } from '../../../support/authenticator.ts'
import { countLockWaits } from '../../../support/lock-waits.ts'
import { startTestApi, type TestApi, testPassword } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('two confirmations that both read the same new secret of an authenticator app make recovery codes once', async () => {
  const caller = await api.createUser('hasty')
  const elsewhere = await api.signIn('hasty', testPassword)
  const { knex } = api.services
  const { secret } = await caller.call<{ secret: string }>('POST', '/api/user/totp')
  // This lock blocks writers but not readers, so both calls read the secret before either writes.
  const lock = await knex.transaction()
  await lock('totp_secrets').where({ user_id: caller.id }).forUpdate().first()
  const code = codeOf(secret, api.clock.now())
  const calls = Promise.all(
    [caller, elsewhere].map((each) => each.request('POST', '/api/user/totp/confirm', { code })),
  )
  await expect.poll(() => countLockWaits(knex)).toBe(2)
  await lock.commit()
  const answers = await calls
  expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [200, undefined],
    [403, 'second_factor_wrong'],
  ])
  const made = answers.find(({ status }) => status === 200)?.body.data.recovery_codes as string[]
  // The codes in the successful response are the valid ones.
  await caller.call('POST', '/api/session/proof', { recovery_code: made[0] })
  expect(
    await knex('audit_events').where({ action: 'second-factor.add', target_id: String(caller.id) }),
  ).toHaveLength(1)
})
