import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopAt } from '../../../support/lock-waits.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const label = (owner: string, refs: readonly string[]) => () =>
  api.root.request<number>('PUT', '/api/owner/', {
    owner,
    objects: refs.map((ref) => ({ kind: 'option', ref })),
  })
/** Makes both calls wait for this label, which is then never assigned. */
const labelling = (ref: string) => (trx: Parameters<Parameters<typeof stopAt>[1]>[0]) =>
  trx('owners').insert({ kind: 'option', ref, owner: 'nobody', updated_time: 0 })

it('of two manifests that claim an object at the same moment, one is refused', async () => {
  const owners = ['team-a', 'team-b']
  const answers = await stopAt(
    api.services.knex,
    labelling('Notice'),
    owners.map((owner) => label(owner, ['Notice'])),
  )
  expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [200, undefined],
    [409, 'owner_conflict'],
  ])
  const [row] = await api.services.knex('owners').where({ kind: 'option', ref: 'Notice' })
  expect(row.owner).toBe(owners[answers.findIndex(({ status }) => status === 200)])
})

it('two calls that label the same objects in another order never wait for each other', async () => {
  const refs = ['About', 'Footer', 'SystemName']
  const answers = await stopAt(api.services.knex, labelling('Footer'), [
    label('team-a', refs),
    label('team-a', refs.toReversed()),
  ])
  expect(answers.map(({ status, body }) => [status, body.data]).sort()).toEqual([
    [200, 0],
    [200, 3],
  ])
})
