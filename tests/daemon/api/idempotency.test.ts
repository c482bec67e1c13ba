import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract, type OperationId, operationIds, readSchema } from '../../../src/daemon/http/contract.ts'
import { pruneIdempotencyKeys } from '../../../src/daemon/jobs/prune.ts'
import { type Caller, startTestApi, type TestApi } from '../../support/test-services.ts'

let api: TestApi
let alice: Caller
beforeAll(async () => {
  api = await startTestApi()
  alice = await api.createUser('alice')
})
afterAll(() => api.close())

const DAY_MS = 86_400_000
let made = 0
const freshKey = (): string => `step-${++made}`
const withKey = (key: string) => ({ 'idempotency-key': key })

interface Made {
  id: number
  key: string
}
const createToken = (key: string, name = 'ci', caller: Caller = alice) =>
  caller.request<Made>('POST', '/api/token/', { name, unlimited_quota: true }, withKey(key))
const countTokens = async (name: string): Promise<number> =>
  Number((await api.services.knex('tokens').where({ name }).count({ n: '*' }))[0]?.n)
const rowOf = (key: string) => api.services.knex('api_answers').where({ key }).first()

describe('a change with an Idempotency-Key', () => {
  it('200 is made once and answered alike, with the same token key, in whatever language', async () => {
    const key = freshKey()
    const first = await createToken(key, 'once')
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([200, undefined])
    const again = await alice.request(
      'POST',
      '/api/token/',
      { name: 'once', unlimited_quota: true },
      { ...withKey(key), 'accept-language': 'zh' },
    )
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect(again.headers['content-type']).toBe(first.headers['content-type'])
    expect(again.text).toBe(first.text)
    expect(again.body.data.key).toMatch(/^\w{40,}$/)
    expect(await countTokens('once')).toBe(1)
  })

  it('makes one token of twenty that come at once; the others repeat its answer or are told to wait', async () => {
    const key = freshKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => createToken(key, 'crowd')))
    const done = answers.filter(({ status }) => status === 200)
    const waiting = answers.filter(({ status }) => status === 409)
    expect(done.length).toBeGreaterThan(0)
    expect(done.length + waiting.length).toBe(20)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    expect(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    for (const each of waiting) {
      expect(each.body.code).toBe('idempotency_running')
      expect(each.headers['retry-after']).toBe('1')
    }
    expect(await countTokens('crowd')).toBe(1)
    expect((await createToken(key, 'crowd')).text).toBe(done[0]?.text)
  })

  it('422 another body, address or method is another request', async () => {
    const key = freshKey()
    const { body } = await createToken(key, 'mine')
    const others = [
      await createToken(key, 'not mine'),
      await alice.request('DELETE', `/api/token/${body.data.id}`, undefined, withKey(key)),
      await alice.request('POST', '/api/token/batch', { ids: [body.data.id] }, withKey(key)),
    ]
    for (const each of others) expect([each.status, each.body.code]).toEqual([422, 'idempotency_mismatch'])
    expect(await countTokens('not mine')).toBe(0)
    expect(await countTokens('mine')).toBe(1)
  })

  it('is not mixed up with the same key of another user', async () => {
    const key = freshKey()
    const bob = await api.createUser('bob')
    const [hers, his] = [await createToken(key, 'shared'), await createToken(key, 'shared', bob)]
    expect([his.status, his.headers['idempotency-replayed']]).toEqual([200, undefined])
    expect(his.body.data.key).not.toBe(hers.body.data.key)
    expect((await createToken(key, 'shared', bob)).text).toBe(his.text)
  })

  it('is not answered from memory to somebody who may no longer ask', async () => {
    const key = freshKey()
    const carol = await api.createUser('carol')
    expect((await createToken(key, 'carols', carol)).status).toBe(200)
    await api.root.call('POST', '/api/user/manage', { id: carol.id, action: 'disable' })
    api.clock.advance(1_001)
    const refused = await createToken(key, 'carols', carol)
    expect([refused.status, refused.text.includes('key":"')]).toEqual([401, false])
  })

  it('is forgotten after a day, before and after pruning', async () => {
    const [late, pruned] = [freshKey(), freshKey()]
    for (const key of [late, pruned]) await createToken(key, `aged ${key}`)
    api.clock.advance(DAY_MS)
    expect((await createToken(late, `aged ${late}`)).headers['idempotency-replayed']).toBeUndefined()
    expect(await countTokens(`aged ${late}`)).toBe(2)
    await pruneIdempotencyKeys(api.services)
    api.clock.advance(1)
    await pruneIdempotencyKeys(api.services)
    expect(await rowOf(pruned)).toBeUndefined()
    expect(await rowOf(late)).toBeDefined()
    alice = await api.signIn(alice.username, alice.password)
  })

  it('stores neither the answer nor the body in clear', async () => {
    const root = await api.signIn('root', api.root.password)
    const key = freshKey()
    const token = await createToken(key, 'clandestine')
    const account = { username: 'dora', password: 'marker-password' }
    await root.request('POST', '/api/user/', account, withKey('dora'))
    const rows = JSON.stringify(await api.services.knex('api_answers').select())
    for (const secret of [token.body.data.key, 'clandestine', 'marker-password'])
      expect(rows.includes(secret), secret).toBe(false)
    // An answer that was sealed for one key cannot be opened with another.
    const moved = freshKey()
    await createToken(moved, 'clandestine')
    await api.services
      .knex('api_answers')
      .where({ key: moved })
      .update({ answer: (await rowOf(key)).answer })
    expect((await createToken(moved, 'clandestine')).status).toBe(500)
  })

  it('400 takes keys of 1 to 200 printable characters', async () => {
    for (const key of ['', ' ', 'a'.repeat(201), 'schlüssel']) {
      const answer = await createToken(key, 'odd')
      expect([key, answer.status, answer.body.code]).toEqual([key, 400, 'invalid_request'])
    }
    expect((await createToken('a'.repeat(200), 'odd')).status).toBe(200)
  })

  it('leaves a key free whose call was refused', async () => {
    const key = freshKey()
    const name = 'x'.repeat(200)
    expect((await createToken(key, name)).status).toBe(400)
    const gone = await alice.request('DELETE', '/api/token/999999', undefined, withKey(key))
    expect(gone.status).toBe(404)
    expect(await rowOf(key)).toBeUndefined()
    expect((await createToken(key, 'fixed')).status).toBe(200)
  })

  it('repeats no answer that carries a cookie', async () => {
    const eve = await api.createUser('eve')
    const out = await eve.request('GET', '/api/user/logout', undefined, withKey('bye'))
    expect(out.headers['set-cookie']).toBeDefined()
    expect(await rowOf('bye')).toBeUndefined()
  })

  it('409 is carried out once even when its answer is too large to keep', async () => {
    const key = freshKey()
    const { id } = (await createToken(key, 'grown')).body.data
    await api.services.knex('api_answers').where({ key }).update({ answer: null })
    const again = await createToken(key, 'grown')
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_done'])
    expect(id).toBeGreaterThan(0)
    expect(await countTokens('grown')).toBe(1)
  })

  it('404 asked for the first answer only, never runs', async () => {
    const key = freshKey()
    const only = { ...withKey(key), 'idempotency-replay': 'only' }
    const ask = () => alice.request('POST', '/api/token/', { name: 'only', unlimited_quota: true }, only)
    const before = await ask()
    expect([before.status, before.body.code]).toEqual([404, 'idempotency_unused'])
    expect(await countTokens('only')).toBe(0)
    const first = await createToken(key, 'only')
    expect((await ask()).text).toBe(first.text)
  })
})

describe('a call that left no answer', () => {
  /** Leaves a record like a daemon that dies between the effect and the record of it. */
  const interrupt = (key: string) =>
    api.services
      .knex('api_answers')
      .where({ key })
      .update({ state: 1, answer: null, instance_id: 'i_dead', request_id: 'req_dead' })

  it('409 is not made again where doing it twice is not doing it once', async () => {
    const key = freshKey()
    await createToken(key, 'cut')
    await interrupt(key)
    const again = await createToken(key, 'cut')
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_unknown'])
    expect(await countTokens('cut')).toBe(1)
  })

  it('200 is made again where the name is unique, and the object tells', async () => {
    const root = await api.signIn('root', api.root.password)
    const account = { username: 'frank', password: 'correct-horse' }
    await root.request('POST', '/api/user/', account, withKey('frank'))
    await interrupt('frank')
    const again = await root.request('POST', '/api/user/', account, withKey('frank'))
    expect([again.status, again.body.code]).toEqual([409, 'user_exists'])
  })

  it('pays a code once', async () => {
    const root = await api.signIn('root', api.root.password)
    const [code] = await root.call<string[]>('POST', '/api/redemption/', {
      name: 'gift',
      count: 1,
      quota: 1000,
    })
    const balance = async () => (await alice.call('GET', '/api/user/self')).quota
    const before = Number(await balance())
    const redeem = () => alice.request('POST', '/api/user/topup', { key: code }, withKey('redeem'))
    expect((await redeem()).status).toBe(200)
    expect((await redeem()).headers['idempotency-replayed']).toBe('true')
    await interrupt('redeem')
    expect((await redeem()).status).toBe(400)
    expect(await balance()).toBe(before + 1000)
  })

  it('409 that moves money is not made again after a failure of status 500 either', async () => {
    const root = await api.signIn('root', api.root.password)
    const codes = { name: 'batch', count: 2, quota: 1000 }
    const create = (body: object, key: string) => root.request('POST', '/api/redemption/', body, withKey(key))
    const { knex } = api.services
    await knex.raw('ALTER TABLE audit_events RENAME TO audit_events_away')
    try {
      expect((await create(codes, 'codes')).status).toBe(500)
      expect((await createToken('tokens', 'unlucky')).status).toBe(500)
    } finally {
      await knex.raw('ALTER TABLE audit_events_away RENAME TO audit_events')
    }
    const again = await create(codes, 'codes')
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_unknown'])
    // A token is not money, so a failed creation may be retried.
    expect((await createToken('tokens', 'unlucky')).status).toBe(200)
  })
})

describe('the contract', () => {
  const changes = operationIds()
    .map((id) => ({ id, ...contract(id as OperationId) }))
    .filter(({ config }) => config.isChange && !['public', 'optional'].includes(config.access))

  it('documents the header on every change of somebody signed in', () => {
    for (const { id, schema } of changes)
      expect(Object.keys(readSchema(schema?.headers).properties ?? {}), id).toContain('idempotency-key')
  })

  it('says of everything that moves money that it is not simply made again', () => {
    const repeat = Object.fromEntries(changes.map(({ id, config }) => [id, config.repeat]))
    expect(repeat).toMatchObject({
      creditUser: 'ledger',
      createRedemptions: 'once',
      updateUser: 'once',
      updateToken: 'once',
      createToken: 'careful',
      createChannel: 'careful',
      deleteToken: 'safe',
    })
  })
})
