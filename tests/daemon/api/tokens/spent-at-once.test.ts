import { afterAll, beforeAll, expect, it } from 'vitest'
import { Callers } from '../../../../src/daemon/relay/admit/callers.ts'
import { markTokenSpent } from '../../../../src/daemon/relay/admit/token-status.ts'
import { countLockWaits } from '../../../support/lock-waits.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'
import { newToken, type TokenAnswer } from './new-token.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('a token whose owner adds quota while it is marked as exhausted stays enabled', async () => {
  const { knex, changes, secrets } = api.services
  const user = await api.createUser('generous')
  const { id, key } = await newToken(user, { remain_quota: 0 })
  const caller = await new Callers(knex, secrets, api.clock).find(key)
  if (!caller) throw new Error('no caller')
  // The owner's edit locks the token and then adds quota.
  const edit = await knex.transaction()
  await edit('tokens').where({ id }).forUpdate().first('id')
  const marked = markTokenSpent(knex, changes, caller, 4)
  await expect.poll(() => countLockWaits(knex)).toBe(1)
  await edit('token_budgets').where({ token_id: id }).update({ remain: 1_000_000 })
  await edit.commit()
  await marked
  expect(await user.call<TokenAnswer>('GET', `/api/token/${id}`)).toMatchObject({
    status: 1,
    remain_quota: 1000,
  })
})
