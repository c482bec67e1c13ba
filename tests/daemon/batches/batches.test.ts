import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAudit } from '../../../src/daemon/ledger/audit.ts'
import { type FilesServer, startFilesServer } from '../../support/files/files-server.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import type { Caller } from '../../support/test-services.ts'

const model = 'gpt-4o-mini'

let relay: TestRelay
let vendor: FilesServer
let neighbour: Caller
let channelId: number

beforeAll(async () => {
  relay = await startTestRelay()
  vendor = await startFilesServer()
  channelId = await relay.addChannel({
    base_url: vendor.url,
    models: `${model},gpt-4.1,gpt-4o-search-preview,text-embedding-3-small`,
    key: 'one\ntwo\nthree',
  })
  neighbour = await relay.api.createUser('neighbour')
  await relay.root.call('PUT', '/api/user/', { id: neighbour.id, quota: 10_000 })
})
afterAll(async () => {
  await relay.close()
  await vendor.close()
})
beforeEach(() => {
  vendor.calls.length = 0
  vendor.breakContents(undefined)
})

const services = () => relay.api.services
const knex = () => services().knex

const lineOf = (body: object, changes: object = {}) => ({
  custom_id: `request-${Math.random()}`,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { model, max_completion_tokens: 1000, messages: [{ role: 'user', content: 'hello' }], ...body },
  ...changes,
})

const submit = async (lines: readonly object[], client = relay.openai, endpoint = '/v1/chat/completions') => {
  const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('')
  const input = await client.files.create({
    file: await toFile(Buffer.from(text), 'in.jsonl'),
    purpose: 'batch',
  })
  return client.batches.create({
    input_file_id: input.id,
    endpoint: endpoint as '/v1/chat/completions',
    completion_window: '24h',
  })
}

const answerOf = (prompt: number, output: number) => ({
  id: 'batch_req_1',
  custom_id: 'x',
  response: {
    status_code: 200,
    request_id: 'r',
    body: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
    },
  },
  error: null,
})
const failedLine = {
  id: 'batch_req_2',
  custom_id: 'y',
  response: { status_code: 400, request_id: 'r', body: { error: { message: 'no' } } },
  error: null,
}

const charges = async () => (await relay.logs()).filter(({ type }) => type === 2)
/** Returns the balance of the wallet, which still includes held quota. */
const balance = async () => {
  const wallet = await knex()('wallets').where({ user_id: relay.root.id, kind: 1 }).first('balance')
  return BigInt(wallet.balance)
}
const held = async () => {
  const rows = await knex()('holds').where({ is_allowance: 0 }).pluck('amount')
  return rows.reduce((sum: bigint, each) => sum + BigInt(each), 0n)
}
const expectClean = async () => expect((await runAudit(knex())).state).toBe('clean')

describe('relay 17: a batch in OpenAI’s form', () => {
  it('relay 17: is held whole, run by the account of its file, and charged once at half the price when it has ended', async () => {
    const before = await balance()
    const rows = (await charges()).length
    const made = await submit([lineOf({}), lineOf({})])
    expect(made).toMatchObject({ object: 'batch', status: 'validating', endpoint: '/v1/chat/completions' })
    // Two answers of at most 1000 tokens: (prompt + 2000 x 4) x 0.075 / 2, and the prompt.
    expect(await held()).toBeGreaterThan(300_000n)
    expect(await held()).toBeLessThan(320_000n)
    expect(await balance()).toBe(before)
    vendor.moveBatch(made.id, 'in_progress')
    expect(await relay.openai.batches.retrieve(made.id)).toMatchObject({ status: 'in_progress' })
    vendor.moveBatch(made.id, 'completed', [answerOf(1000, 500), answerOf(1000, 500), failedLine])
    const done = await relay.openai.batches.retrieve(made.id)
    expect(done).toMatchObject({ id: made.id, status: 'completed' })
    // (2000 + 1000 x 4) x 0.075 / 2 = 225 quota units.
    expect(await balance()).toBe(before - 225_000n)
    expect(await held()).toBe(0n)
    const output = await (await relay.openai.files.content(done.output_file_id ?? '')).text()
    expect(output.trim().split('\n')).toHaveLength(3)
    const [row, ...others] = await charges()
    expect(others).toHaveLength(rows)
    expect(row).toMatchObject({
      model_name: model,
      quota_exact: '225',
      prompt_tokens: 2000,
      completion_tokens: 1000,
      channel: channelId,
      token_name: 'test',
    })
    expect(JSON.parse(row?.other ?? '{}')).toMatchObject({
      task_id: made.id,
      action: 'BATCH',
      group_ratio: 0.5,
    })
    const told = await relay.root.call<{ explanation: { path: string } }>(
      'GET',
      `/api/log/explain/${row?.request_id}`,
    )
    expect(told.explanation.path).toBe('/v1/batches')
    expect(new Set(vendor.calls.map(({ key }) => key)).size).toBe(1)
    await expectClean()
  })

  it('relay 17: is charged exactly once, whoever polls and however many do', async () => {
    const before = await balance()
    const made = await submit([lineOf({})])
    vendor.moveBatch(made.id, 'completed', [answerOf(1000, 500)])
    const looks = [
      services().batches.pass(),
      ...Array.from({ length: 5 }, () => relay.openai.batches.retrieve(made.id)),
    ]
    await Promise.all(looks)
    await services().batches.pass()
    expect(await relay.openai.batches.retrieve(made.id)).toMatchObject({ status: 'completed' })
    expect(await balance()).toBe(before - 112_500n)
    expect(await held()).toBe(0n)
    await expectClean()
  })

  it('relay 17: that its owner never polls is charged by the gateway’s own look', async () => {
    const before = await balance()
    const made = await submit([lineOf({})])
    await services().batches.pass()
    expect(await balance()).toBe(before)
    vendor.moveBatch(made.id, 'completed', [answerOf(1000, 500)])
    await services().batches.pass()
    expect(await balance()).toBe(before - 112_500n)
  })

  it('relay 17: one whose row cannot be read keeps none of the others from being charged', async () => {
    const before = await balance()
    const [broken, whole] = [await submit([lineOf({})]), await submit([lineOf({})])]
    const row = { vendor_id: broken.id }
    const { price } = await knex()('batches').where(row).first('price')
    await knex()('batches').where(row).update({ price: '{' })
    for (const { id } of [broken, whole]) vendor.moveBatch(id, 'completed', [answerOf(1000, 500)])
    await services().batches.pass()
    expect(await balance()).toBe(before - 112_500n)
    await knex()('batches').where(row).update({ price })
    await services().batches.pass()
    expect(await balance()).toBe(before - 225_000n)
  })

  it('relay 17: shows neither its end nor its answers before they are charged', async () => {
    const before = await balance()
    const made = await submit([lineOf({})])
    vendor.moveBatch(made.id, 'completed', [answerOf(1000, 500)])
    vendor.breakContents(500)
    await expect(relay.openai.batches.retrieve(made.id)).rejects.toMatchObject({ status: 502 })
    await services().batches.pass()
    const listed = await relay.openai.batches.list()
    expect(listed.data.find(({ id }) => id === made.id)).toMatchObject({
      status: 'validating',
      output_file_id: null,
    })
    await expect(relay.openai.files.content(`file-out-${made.id}`)).rejects.toMatchObject({ status: 404 })
    expect(await balance()).toBe(before)
    vendor.breakContents(undefined)
    expect(await relay.openai.batches.retrieve(made.id)).toMatchObject({ status: 'completed' })
    expect((await relay.openai.files.content(`file-out-${made.id}`)).status).toBe(200)
    expect(await balance()).toBe(before - 112_500n)
  })

  it('relay 17: is charged once though the daemon is killed after the charge and before it noted the end', async () => {
    const before = await balance()
    const made = await submit([lineOf({})])
    vendor.moveBatch(made.id, 'completed', [answerOf(1000, 500)])
    await relay.openai.batches.retrieve(made.id)
    await knex()('batches').where({ vendor_id: made.id }).update({ state: 'open', cost: 0, ended_ms: 0 })
    await services().batches.pass()
    await relay.openai.batches.retrieve(made.id)
    expect(await balance()).toBe(before - 112_500n)
    expect(await held()).toBe(0n)
    await expectClean()
  })

  it('relay 17: whose daemon was killed is held again by the next look, and charged in full', async () => {
    const before = await balance()
    const made = await submit([lineOf({})])
    const amount = await held()
    const { request_id: id } = await knex()('batches').where({ vendor_id: made.id }).first('request_id')
    // Like recovery for the holds of a dead daemon.
    await services().ledger.submit({ op: 'recover', id, atMs: Date.now() })
    expect(await held()).toBe(0n)
    await services().batches.pass()
    expect(await held()).toBe(amount)
    await services().batches.pass()
    expect(await held()).toBe(amount)
    vendor.moveBatch(made.id, 'completed', [answerOf(1000, 500)])
    await services().batches.pass()
    expect(await balance()).toBe(before - 112_500n)
    expect(await held()).toBe(0n)
    await expectClean()
  })

  it('relay 17: that can no longer be held is cancelled, and what it has answered is charged', async () => {
    const client = relay.clientWith(await relay.addToken({}, neighbour))
    const made = await submit([lineOf({})], client)
    const { request_id: id } = await knex()('batches').where({ vendor_id: made.id }).first('request_id')
    await services().ledger.submit({ op: 'recover', id, atMs: Date.now() })
    await relay.root.call('PUT', '/api/user/', { id: neighbour.id, quota: 1 })
    await services().batches.pass()
    expect(vendor.batches.get(made.id)?.document.status).toBe('cancelling')
    vendor.moveBatch(made.id, 'cancelled', [answerOf(10, 5)])
    await services().batches.pass()
    expect(await client.batches.retrieve(made.id)).toMatchObject({ status: 'cancelled' })
    const row = await knex()('batches').where({ vendor_id: made.id }).first('cost', 'state')
    expect([Number(row.cost), row.state]).toEqual([1125, 'ended'])
    await relay.root.call('PUT', '/api/user/', { id: neighbour.id, quota: 10_000 })
    await expectClean()
  })

  it('relay 17: that its owner cancels is charged for what was answered; one that fails costs nothing', async () => {
    const before = await balance()
    const made = await submit([lineOf({}), lineOf({})])
    expect(await relay.openai.batches.cancel(made.id)).toMatchObject({ status: 'cancelling' })
    vendor.moveBatch(made.id, 'cancelled', [answerOf(1000, 500)])
    expect(await relay.openai.batches.retrieve(made.id)).toMatchObject({ status: 'cancelled' })
    expect(await balance()).toBe(before - 112_500n)
    const failing = await submit([lineOf({})])
    vendor.moveBatch(failing.id, 'failed')
    expect(await relay.openai.batches.retrieve(failing.id)).toMatchObject({ status: 'failed' })
    expect(await balance()).toBe(before - 112_500n)
    expect(await held()).toBe(0n)
    await expectClean()
  })

  it('relay 17: of embeddings is charged by its prompts', async () => {
    const before = await balance()
    const url = '/v1/embeddings'
    const made = await submit(
      [{ ...lineOf({}), url, body: { model: 'text-embedding-3-small', input: 'hi' } }],
      relay.openai,
      url,
    )
    const answer = { ...answerOf(0, 0) }
    const body = {
      object: 'list',
      data: [],
      model: 'text-embedding-3-small',
      usage: { prompt_tokens: 1000, total_tokens: 1000 },
    }
    vendor.moveBatch(made.id, 'completed', [{ ...answer, response: { ...answer.response, body } }])
    await services().batches.pass()
    // 1000 x 0.01 / 2
    expect(await balance()).toBe(before - 5_000n)
  })

  it('relay 17: an answer without usage costs its share of what was held', async () => {
    const before = await balance()
    const made = await submit([lineOf({}), lineOf({})])
    const amount = await held()
    const answer = answerOf(0, 0)
    const { usage: _usage, ...body } = answer.response.body
    vendor.moveBatch(made.id, 'completed', [{ ...answer, response: { ...answer.response, body } }])
    await services().batches.pass()
    expect(await balance()).toBe(before - amount / 2n)
    expect(JSON.parse((await charges())[0]?.other ?? '{}').usage_flags).toEqual(['usage_estimated'])
  })
})

describe('relay 17: a batch is refused before any vendor is asked for it', () => {
  const noBatch = () => expect(vendor.calls.filter(({ path }) => path === '/v1/batches')).toEqual([])

  it('relay 17: where the balance does not cover the longest answers', async () => {
    const client = relay.clientWith(await relay.addToken({}, neighbour))
    const lines = Array.from({ length: 100 }, () => lineOf({ max_completion_tokens: undefined }))
    await expect(submit(lines, client)).rejects.toMatchObject({
      status: 403,
      code: 'insufficient_user_quota',
    })
    noBatch()
    expect(await held()).toBe(0n)
    expect((await client.batches.list()).data.filter(({ status }) => status === 'validating')).toEqual([])
  })

  it('relay 17: where the quota of the token does not', async () => {
    const client = relay.clientWith(await relay.addToken({ unlimited_quota: false, remain_quota: 10 }))
    await expect(submit([lineOf({})], client)).rejects.toMatchObject({ status: 403 })
    noBatch()
  })

  it('relay 17: where the token may not use the model', async () => {
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: 'gpt-4.1' })
    await expect(submit([lineOf({})], relay.clientWith(key))).rejects.toMatchObject({
      status: 403,
      code: 'token_model_forbidden',
    })
    noBatch()
  })

  it.each([
    ['a second model', [lineOf({}), lineOf({ model: 'gpt-4.1' })], /line 2.*same model/],
    ['a stream', [lineOf({ stream: true })], /line 1.*stream/],
    ['another address', [lineOf({}, { url: '/v1/responses' })], /line 1.*url/],
    ['a search', [lineOf({ web_search_options: {} })], /line 1/],
    ['a dearer tier', [lineOf({ service_tier: 'priority' })], /line 1.*service_tier/],
    ['another spelling of a member', [lineOf({ Model: 'o3' })], /line 1.*Model/],
    ['no JSON', ['not an object'], /line 1/],
    ['nothing', [], /no requests/],
    ['a model that searches', [lineOf({ model: 'gpt-4o-search-preview' })], /searches by itself/],
    ['a model of no channel', [lineOf({ model: 'gpt-9' })], /does not serve gpt-9/],
  ])('relay 17: for %s', async (_what, lines, message) => {
    const refused = await submit(lines as object[]).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400 })
    expect(String((refused as Error).message)).toMatch(message)
    noBatch()
    expect(await held()).toBe(0n)
  })

  it('that begin with a byte order mark, as editors of Windows write it: the refusal says so', async () => {
    const file = await toFile(Buffer.from(`\ufeff${JSON.stringify(lineOf({}))}`), 'a.jsonl')
    const input = await relay.openai.files.create({ file, purpose: 'batch' })
    const asked = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const
    await expect(relay.openai.batches.create({ ...asked, input_file_id: input.id })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('line 1 of the input file: it begins with a byte order mark'),
    })
  })

  it('a client that asks for Chinese reads in Chinese which line is wrong, and why', async () => {
    const chinese = relay.openai.withOptions({ defaultHeaders: { 'accept-language': 'zh-CN' } })
    const refusalOf = async (lines: readonly object[]) =>
      String(((await submit(lines, chinese).catch((error: unknown) => error)) as Error).message)
    expect(await refusalOf([lineOf({}), lineOf({}, { method: 'GET' })])).toContain(
      '输入文件第 2 行：method 必须为 POST',
    )
    expect(await refusalOf([lineOf({ messages: [] })])).toContain(
      '输入文件第 1 行：messages 中至少要有一条消息',
    )
    expect(await refusalOf([lineOf({ Model: 'o3' })])).toContain('输入文件第 1 行：Model 应写作 model')
    expect(await refusalOf([])).toContain('输入文件中没有请求')
  })

  it('relay 17: where a name occurs twice, so that the vendor may read another model', async () => {
    const line = JSON.stringify(lineOf({})).replace('"body":{', '"body":{"model":"o3",')
    const input = await relay.openai.files.create({
      file: await toFile(Buffer.from(line), 'a.jsonl'),
      purpose: 'batch',
    })
    const asked = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const
    await expect(relay.openai.batches.create({ ...asked, input_file_id: input.id })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('line 1 of the input file: no name may occur twice'),
    })
    noBatch()
  })

  it('relay 17: with the input file of another user, or another’s file in a request', async () => {
    const theirs = await relay
      .clientWith(await relay.addToken({}, neighbour))
      .files.create({ file: await toFile(Buffer.from('{}'), 'a.jsonl'), purpose: 'batch' })
    const mine = { endpoint: '/v1/chat/completions', completion_window: '24h' } as const
    await expect(relay.openai.batches.create({ ...mine, input_file_id: theirs.id })).rejects.toMatchObject({
      status: 404,
      code: 'file_not_found',
    })
    const content = [{ type: 'file', file: { file_id: theirs.id } }]
    await expect(submit([lineOf({ messages: [{ role: 'user', content }] })])).rejects.toMatchObject({
      status: 404,
    })
    noBatch()
  })

  it('relay 17: and what the vendor itself refuses costs nothing and holds nothing', async () => {
    const file = await toFile(Buffer.from(`${JSON.stringify(lineOf({}))}\n`), 'a.jsonl')
    const input = await relay.openai.files.create({ file, purpose: 'batch' })
    const rows = (await relay.openai.batches.list()).data.length
    vendor.refuseNext(400, {
      error: {
        message: 'Enqueued token limit reached',
        type: 'invalid_request_error',
        code: 'token_limit_exceeded',
      },
    })
    const refused = relay.openai.batches.create({
      input_file_id: input.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'token_limit_exceeded' })
    expect(await held()).toBe(0n)
    expect((await relay.openai.batches.list()).data).toHaveLength(rows)
  })
})

describe('relay 17: batches belong to their owner', () => {
  it('relay 17: others find and list none of them', async () => {
    const made = await submit([lineOf({})])
    const other = new OpenAI({
      apiKey: await relay.addToken({}, neighbour),
      baseURL: `${relay.url}/v1`,
      maxRetries: 0,
    })
    for (const attempt of [() => other.batches.retrieve(made.id), () => other.batches.cancel(made.id)])
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'batch_not_found' })
    expect((await other.batches.list()).data.map(({ id }) => id)).not.toContain(made.id)
    const ids: string[] = []
    for await (const { id } of relay.openai.batches.list({ limit: 2 })) ids.push(id)
    expect(ids[0]).toBe(made.id)
    expect(new Set(ids).size).toBe(ids.length)
    vendor.moveBatch(made.id, 'failed')
    await services().batches.pass()
  })

  it('relay 17: one of a channel that is gone gives back what was held, after four days', async () => {
    const id = await relay.addChannel({ base_url: vendor.url, models: 'o3-mini', key: 'lonely' })
    const text = `${JSON.stringify(lineOf({ model: 'o3-mini' }))}\n`
    const file = await toFile(Buffer.from(text), 'a.jsonl')
    const input = await relay.openai.files.create({ file, purpose: 'batch' }, { query: { model: 'o3-mini' } })
    const made = await relay.openai.batches.create({
      input_file_id: input.id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    })
    await relay.root.call('DELETE', `/api/channel/${id}`)
    await services().batches.pass()
    expect(await held()).toBeGreaterThan(0n)
    expect(await relay.openai.batches.retrieve(made.id)).toMatchObject({ status: 'validating' })
    await knex()('batches')
      .where({ vendor_id: made.id })
      .update({ created_ms: Date.now() - 5 * 86_400_000 })
    await services().batches.pass()
    expect(await held()).toBe(0n)
    expect(await relay.openai.batches.retrieve(made.id)).toMatchObject({ status: 'expired' })
  })
})
