import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LogRow, startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { startTestApi } from '../../../support/test-services.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('LogErrorEnabled', 'true')
  await relay.setOption('ModelRatio', '{"gpt-4o-mini":1,"other":1}')
  await relay.addChannel({ models: 'gpt-4o-mini' })
})
afterAll(() => relay.close())

const chat = (key: string, model = 'gpt-4o-mini') =>
  relay.post(
    '/v1/chat/completions',
    { model, messages: [{ role: 'user', content: 'Hi' }] },
    { authorization: `Bearer ${key}` },
  )

/** Returns the matching failures in the log once there are some, because rows are written soon after the response. */
async function failures(wanted: (row: LogRow) => boolean): Promise<readonly LogRow[]> {
  return expect
    .poll(async () => (await relay.logs()).filter((row) => row.type === 6 && wanted(row)))
    .not.toEqual([])
    .then(async () => (await relay.logs()).filter((row) => row.type === 6 && wanted(row)))
}
const factsOf = (row: LogRow | undefined) => JSON.parse(row?.other ?? '{}') as Record<string, unknown>

describe('terminal 4: every refused call has a row with its reason and status', () => {
  it('no channel for the model', async () => {
    const key = await relay.addToken({ name: 'no-channel' })
    const answer = await chat(key, 'nobody-has-it')
    expect(answer.status).toBe(404)
    const [row, ...more] = await failures(({ token_name: name }) => name === 'no-channel')
    expect(more).toEqual([])
    expect(row).toMatchObject({
      model_name: 'nobody-has-it',
      request_id: answer.headers.get('x-request-id'),
      quota: 0,
    })
    expect(factsOf(row)).toMatchObject({ error_code: 'model_not_found', status_code: 404, count: 1 })
    expect(row?.content).toContain('nobody-has-it')
  })

  it('no quota', async () => {
    const user = await relay.api.createUser('empty-wallet')
    const key = await relay.addToken({ name: 'no-quota' }, user)
    expect((await chat(key)).status).toBe(403)
    const [row] = await failures(({ token_name: name }) => name === 'no-quota')
    expect(factsOf(row)).toMatchObject({ error_code: 'insufficient_user_quota', status_code: 403 })
    expect(row).toMatchObject({ model_name: 'gpt-4o-mini' })
  })

  it('a key that is unknown, seen by administrators, and one that is disabled, seen by its owner', async () => {
    expect((await chat(`sk-${'x'.repeat(48)}`)).status).toBe(401)
    const [unknown] = await failures((row) => factsOf(row).error_code === 'token_invalid')
    expect(unknown).toMatchObject({ token_name: '', channel: 0 })
    expect(JSON.stringify(unknown)).not.toContain('xxxx')

    const key = await relay.addToken({ name: 'switched-off' })
    const { items } = await relay.root.call<{ items: { id: number; name: string }[] }>('GET', '/api/token/')
    const { id } = items.find(({ name }) => name === 'switched-off') ?? { id: 0 }
    await relay.root.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
    expect((await chat(key)).status).toBe(401)
    const [row] = await failures(({ token_name: name }) => name === 'switched-off')
    expect(factsOf(row)).toMatchObject({ error_code: 'token_disabled', status_code: 401 })
  })

  it('an upstream that fails', async () => {
    relay.upstream.next({ status: 500 })
    const key = await relay.addToken({ name: 'upstream-fails' })
    expect((await chat(key)).status).toBe(500)
    const rows = await failures(({ token_name: name }) => name === 'upstream-fails')
    // One row for the attempt, and none for the refusal that results from it.
    expect(rows.map((row) => factsOf(row).status_code)).toEqual([500])
  })

  it('tells it in the language of the reader, from stored facts', async () => {
    await failures((row) => factsOf(row).error_code === 'model_not_found')
    const { body } = await relay.root.request<{ items: LogRow[] }>('GET', '/api/log/?type=6', undefined, {
      'accept-language': 'zh',
    })
    const row = body.data.items.find((each) => factsOf(each).error_code === 'model_not_found')
    expect(row?.content).toMatch(/模型/)
    expect(factsOf(row)).toHaveProperty('error_values')
  })

  it('and so a request that is wrong in itself', async () => {
    const key = await relay.addToken({ name: 'wrong-request' })
    const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }], n: 500 }
    await relay.post('/v1/chat/completions', body, { authorization: `Bearer ${key}` })
    const mine = ({ token_name: name }: LogRow) => name === 'wrong-request'
    expect((await failures(mine))[0]?.content).toBe("'n' must be an integer from 1 to 128")
    const { body: page } = await relay.root.request<{ items: LogRow[] }>(
      'GET',
      '/api/log/?type=6&token_name=wrong-request',
      undefined,
      { 'accept-language': 'zh' },
    )
    expect(page.data.items.map(({ content }) => content)).toEqual(['n 必须是 1 到 128 之间的整数'])
  })
})

describe('terminal 4: a flood of refusals is bounded', () => {
  it('equal refusals of one key are counted in one row per minute', async () => {
    const key = await relay.addToken({ name: 'flood' })
    const mine = ({ token_name: name }: LogRow) => name === 'flood'
    for (let call = 0; call < 12; call += 1) await chat(key, 'missing')
    await expect.poll(async () => factsOf((await failures(mine))[0]).count).toBe(12)
    expect(await failures(mine)).toHaveLength(1)
    expect((await failures(mine))[0]?.content).toMatch(/ \(12 times within a minute\)$/)
    relay.api.clock.advance(61_000)
    await chat(key, 'missing')
    await expect.poll(async () => (await failures(mine)).length).toBe(2)
    expect(factsOf((await failures(mine))[0]).count).toBe(1)
  })

  it('a key that makes up names of models fills no more than twenty rows a minute, and no call is lost', async () => {
    const key = await relay.addToken({ name: 'inventive' })
    const mine = ({ token_name: name }: LogRow) => name === 'inventive'
    for (let call = 0; call < 30; call += 1) await chat(key, `made-up-${call}`)
    const total = async () => (await failures(mine)).reduce((sum, row) => sum + Number(factsOf(row).count), 0)
    await expect.poll(total).toBe(30)
    expect((await failures(mine)).length).toBeLessThanOrEqual(21)
  })
})

it('terminal 4: nothing is written where failures are not logged', async () => {
  await relay.setOption('LogErrorEnabled', 'false')
  const before = (await relay.logs()).length
  await chat(relay.key, 'nobody-has-it-either')
  await relay.setOption('LogErrorEnabled', 'true')
  const key = await relay.addToken({ name: 'after' })
  await chat(key, 'nobody-has-it-either')
  await failures(({ token_name: name }) => name === 'after')
  expect(await relay.logs()).toHaveLength(before + 1)
})

it('terminal 4: a new installation logs failures', async () => {
  const api = await startTestApi({ isSetUp: false })
  const password = 'correct-horse'
  await api.anonymous.call('POST', '/api/setup', {
    username: 'root',
    password,
    confirmPassword: password,
  })
  expect(api.services.options.current().LogErrorEnabled).toBe(true)
  await api.close()
})
