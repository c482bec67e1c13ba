import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../support/services/postgres.ts'
import { createRedis } from '../../support/services/redis.ts'
import { startSimulator } from '../../support/simulator/simulator.ts'
import { startTestApi, type TestApi, testPassword } from '../../support/test-services.ts'

/** Two daemons need a store that both can open, so this file belongs to the PostgreSQL project alone. */
describe('a second daemon on the same database', () => {
  let first: TestApi
  let second: TestApi
  beforeAll(async () => {
    const env = {
      TOLLGATE_DATABASE_URL: await createDatabase('pair'),
      TOLLGATE_SECRET_KEY: randomBytes(32).toString('hex'),
      TOLLGATE_REDIS_URL: '',
    }
    first = await startTestApi({ env })
    second = await startTestApi({ env, isSetUp: false })
  })
  afterAll(async () => {
    await first.close()
    await second.close()
  })

  it('knows that the site is set up', async () => {
    expect(await second.anonymous.call('GET', '/api/setup')).toMatchObject({ status: true, root_init: true })
  })

  it('takes sessions and access tokens that the first gave out', async () => {
    const alice = await first.createUser('alice')
    const token = await alice.call<string>('GET', '/api/user/token')
    const self = await second.anonymous.request('GET', '/api/user/self', undefined, alice.headers)
    expect(self.body.data.username).toBe('alice')
    expect((await second.withToken(token).request('GET', '/api/user/self')).status).toBe(200)
  })

  it('refuses within a second who was demoted or banned on the first', async () => {
    const adam = await first.createUser('adam', 10)
    const ask = (path: string) => second.anonymous.request('GET', path, undefined, adam.headers)
    expect((await ask('/api/user/')).status).toBe(200)
    await first.root.call('POST', '/api/user/manage', { id: adam.id, action: 'demote' })
    second.clock.advance(1_000)
    expect((await ask('/api/user/')).status).toBe(403)
    await first.root.call('POST', '/api/user/manage', { id: adam.id, action: 'disable' })
    second.clock.advance(1_000)
    expect((await ask('/api/user/self')).status).toBe(401)
  })

  it('takes both keys of a rotated token during the overlap, and not the old one once it was ended', async () => {
    const bob = await first.createUser('bob')
    const { id, key: old } = await bob.call<{ id: number; key: string }>('POST', '/api/token/', { name: 'b' })
    const statusOf = async (key: string) =>
      (await second.anonymous.request('GET', '/v1/models', undefined, { authorization: `Bearer sk-${key}` }))
        .status
    expect(await statusOf(old)).toBe(200)
    const rotate = `/api/token/${id}/rotate?overlap_seconds=3600`
    const { key } = await bob.call<{ key: string }>('POST', rotate)
    await second.services.changes.poll()
    expect([await statusOf(old), await statusOf(key)]).toEqual([200, 200])
    await bob.call('DELETE', `/api/token/${id}/former_key`)
    await second.services.changes.poll()
    expect([await statusOf(old), await statusOf(key)]).toEqual([401, 200])
  })

  it('follows changed settings, secrets included', async () => {
    await first.root.call('PUT', '/api/option/', { key: 'SystemName', value: 'Pair' })
    await first.root.call('PUT', '/api/option/', { key: 'EpayKey', value: 'pay-secret' })
    await second.services.changes.poll()
    expect(second.services.options.current()).toMatchObject({ SystemName: 'Pair', EpayKey: 'pay-secret' })
    expect(await second.anonymous.call('GET', '/api/status')).toMatchObject({ system_name: 'Pair' })
  })

  it('loses no table entry when both write the same table at once, for the first time too', async () => {
    const root = await second.signIn('root', testPassword)
    const names = Array.from({ length: 10 }, (_, at) => `entry-${at}`)
    const answers = await Promise.all(
      names.map((name, at) =>
        (at % 2 === 0 ? first.root : root).request('PUT', '/api/option/entries', {
          entries: [{ key: 'ModelPrice', name, value: '0.5', before: null }],
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    await Promise.all([first.services.changes.poll(), second.services.changes.poll()])
    for (const daemon of [first, second])
      expect([...daemon.services.options.current().ModelPrice.keys()]).toEqual(expect.arrayContaining(names))
  })

  it('makes a call with one Idempotency-Key once, whichever of them it reaches', async () => {
    const root = await second.signIn('root', testPassword)
    const body = { name: 'both', unlimited_quota: true }
    const ask = (caller: typeof root) =>
      caller.request('POST', '/api/token/', body, { 'idempotency-key': 'both-1' })
    const answers = await Promise.all([first.root, root, first.root, root, first.root, root].map(ask))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const [one] = answers.filter(({ status }) => status === 200)
    expect(await first.services.knex('tokens').where({ name: 'both' })).toHaveLength(1)
    for (const caller of [first.root, root]) expect((await ask(caller)).text).toBe(one?.text)

    // While the daemon that runs the call lives, the other one waits. Once it is gone, the outcome of the call is
    // unknown.
    const row = () => first.services.knex('api_answers').where({ key: 'both-1' })
    const { instanceId } = first.services
    await row().update({ state: 1, answer: null, instance_id: instanceId, request_id: 'req_elsewhere' })
    expect((await ask(root)).body.code).toBe('idempotency_running')
    await first.services.knex('instances').where({ id: instanceId }).update({ fenced: 1 })
    expect((await ask(root)).body.code).toBe('idempotency_unknown')
    await first.services.knex('instances').where({ id: instanceId }).update({ fenced: 0 })
  })

  it('A-CHECK-04 A-AFF-05 a day is paid once and earnings move once, whichever daemons are asked at the same time', async () => {
    await first.root.call('PUT', '/api/option/', { key: 'CheckInEnabled', value: 'true' })
    await first.root.call('PUT', '/api/option/', { key: 'QuotaForInviter', value: '600000' })
    await second.services.changes.poll()
    const host = await first.createUser('giver')
    const aff_code = await host.call<string>('GET', '/api/user/aff')
    await first.anonymous.call('POST', '/api/user/register', {
      username: 'taker',
      password: testPassword,
      aff_code,
    })
    const there = await second.signIn('giver', testPassword)
    const race = async (path: string, body?: object) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? host : there).request('POST', path, body),
        ),
      )
      return answers.map(({ status }) => status).sort()
    }
    expect(await race('/api/user/check_in')).toEqual([200, ...Array<number>(19).fill(409)])
    expect(await race('/api/user/aff_transfer', { quota: 600_000 })).toEqual([
      200,
      ...Array<number>(19).fill(400),
    ])
    expect(await there.call('GET', '/api/user/self')).toMatchObject({ quota: 601_000, aff_quota: 0 })
    expect(await first.root.call('GET', '/api/audit/')).toMatchObject({ state: 'clean' })
  })

  it('lets one of them have a name that both are asked for', async () => {
    const root = await second.signIn('root', testPassword)
    const body = { username: 'twin', password: testPassword }
    const answers = await Promise.all(
      [first.root, root, first.root, root].map((caller) => caller.request('POST', '/api/user/', body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })
})

describe('two daemons on one database with one Redis', () => {
  it('let no more tokens per minute through together than one of them alone', async () => {
    const env = {
      TOLLGATE_DATABASE_URL: await createDatabase('pair-tokens'),
      TOLLGATE_SECRET_KEY: randomBytes(32).toString('hex'),
      TOLLGATE_REDIS_URL: await createRedis(),
    }
    const upstream = await startSimulator()
    const daemons = [await startTestApi({ env }), await startTestApi({ env, isSetUp: false })]
    try {
      const [first] = daemons
      if (!first) throw new Error('There is no daemon.')
      await first.root.call('POST', '/api/channel/', {
        type: 1,
        name: 'up',
        key: 'k',
        base_url: upstream.url,
        models: 'gpt-4o-mini',
        group: 'default',
      })
      const { key } = await first.root.call<{ key: string }>('POST', '/api/token/', {
        name: 'paced',
        unlimited_quota: true,
        tokens_per_minute: 1850,
      })
      for (const daemon of daemons) await daemon.services.changes.poll()
      const ask = (at: number) =>
        fetch(`${daemons[at % 2]?.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            model: 'gpt-4o-mini',
            messages: [{ role: 'user', content: 'hello' }],
            max_tokens: 100,
          }),
        })
      upstream.always({ tokens: { input: 500, output: 100 } })
      const statuses: number[] = []
      for (let at = 0; at < 6; at += 1) statuses.push((await ask(at)).status)
      // Three calls of 600 tokens fit on any of the daemons; a fourth is estimated at more than 50.
      expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
      const told = await ask(1)
      expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      for (const daemon of daemons) await daemon.close()
      await upstream.close()
    }
  })
})
