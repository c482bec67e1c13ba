import { beforeEach, expect, it } from 'vitest'
import { type ChangeFeed, createChangeFeed } from '../../../../src/daemon/db/changes.ts'
import type { Database } from '../../../../src/daemon/db/database.ts'
import { type NewResponse, ResponsesStore } from '../../../../src/daemon/relay/stored/responses-store.ts'
import { openFresh } from '../../db/fresh-store.ts'

const userId = 1
const response: NewResponse = {
  id: 'resp_1',
  userId,
  previousId: undefined,
  requestId: 'request-1',
  isOpen: false,
  input: [{ role: 'user', content: 'remember' }],
  answer: { id: 'resp_1', status: 'completed' },
  createdMs: 1,
  expiresMs: Number.MAX_SAFE_INTEGER,
}

let database: Database
let changes: ChangeFeed
let store: ResponsesStore
const openStore = () => new ResponsesStore({ ...database, changes, clock: { now: () => 2 } })

beforeEach(async () => {
  database = await openFresh('sqlite')
  changes = await createChangeFeed(database, { pollMs: 0 })
  store = openStore()
})

const deleteRow = () => database.knex('responses').where({ id: response.id }).delete()

it('finds a response in memory that was made or continued here', async () => {
  await store.insert(response)
  const other = openStore()
  await other.chain(userId, response.id)
  await deleteRow()
  expect(await store.find(userId, response.id)).toMatchObject({ id: response.id })
  expect(await other.find(userId, response.id)).toMatchObject({ id: response.id })
})

it('does not remember a response that was deleted elsewhere while it was read', async () => {
  await openStore().insert(response)
  const read = store.chain(userId, response.id)
  await changes.changed('response', response.id)
  expect(await read).toHaveLength(1)
  await deleteRow()
  expect(await store.find(userId, response.id)).toBeUndefined()
})

it('does not remember a response that was deleted elsewhere while it was written', async () => {
  const written = store.insert(response)
  await changes.changed('response', response.id)
  await written
  await deleteRow()
  expect(await store.find(userId, response.id)).toBeUndefined()
})
