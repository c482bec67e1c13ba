import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyHint } from '../../../src/daemon/channels/key-hint.ts'
import { runAudit } from '../../../src/daemon/ledger/audit.ts'
import {
  type AnthropicBatchesServer,
  startAnthropicBatchesServer,
  succeeded,
  usageOf,
} from '../../support/batches/anthropic-batches-server.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import type { Caller } from '../../support/test-services.ts'

const model = 'claude-haiku-4-5'
/** The vendor's name of the model. */
const upstreamModel = 'claude-haiku-4-5-20251001'

let relay: TestRelay
let vendor: AnthropicBatchesServer
let client: Anthropic
let neighbour: Caller
let channelId: number

beforeAll(async () => {
  relay = await startTestRelay()
  vendor = await startAnthropicBatchesServer()
  channelId = await relay.addChannel({
    type: 14,
    base_url: vendor.url,
    models: `${model},claude-sonnet-5`,
    model_mapping: JSON.stringify({ [model]: upstreamModel }),
    key: 'one\ntwo',
  })
  await relay.setOption('ModelRatio', JSON.stringify({ [model]: 0.5, 'claude-sonnet-5': 1.5 }))
  await relay.setOption('CompletionRatio', JSON.stringify({ [model]: 5 }))
  await relay.setOption('CacheRatio', JSON.stringify({ [model]: 0.1 }))
  client = clientWith(relay.key)
  neighbour = await relay.api.createUser('neighbour')
  await relay.root.call('PUT', '/api/user/', { id: neighbour.id, quota: 10_000 })
})
afterAll(async () => {
  await relay.close()
  await vendor.close()
})
beforeEach(() => {
  vendor.calls.length = 0
  vendor.breakResults(undefined)
})

const clientWith = (apiKey: string) => new Anthropic({ apiKey, baseURL: relay.url, maxRetries: 0 })
const services = () => relay.api.services
const knex = () => services().knex

type Request = Anthropic.Messages.BatchCreateParams.Request
const requestOf = (custom_id: string, params: object = {}): Request => ({
  custom_id,
  params: { model, max_tokens: 1000, messages: [{ role: 'user', content: 'hello' }], ...params },
})

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
/** Posts raw JSON, as no SDK would send it. */
const post = (body: string) => relay.post('/v1/messages/batches', body, { 'anthropic-version': '2023-06-01' })
const readResults = async (id: string) => {
  const results: Anthropic.Messages.MessageBatchIndividualResponse[] = []
  for await (const each of await client.messages.batches.results(id)) results.push(each)
  return results
}
/** The price of one answer of 1000 and 500 tokens: (1000 + 500 x 5) x 0.5 / 2, in thousandths. */
const ANSWER = 875_000n

describe('relay 17: a batch in Anthropic’s form', () => {
  it('relay 17: is held whole, charged once at half the price when it has ended, and its results are read here', async () => {
    const before = await balance()
    const rows = (await charges()).length
    const made = await client.messages.batches.create({ requests: [requestOf('a'), requestOf('b')] })
    expect(made).toMatchObject({ type: 'message_batch', processing_status: 'in_progress', results_url: null })
    // Two answers of at most 1000 tokens: (prompts + 2000 x 5) x 0.5 / 2.
    expect(await held()).toBeGreaterThan(2_500_000n)
    expect(await held()).toBeLessThan(2_600_000n)
    expect(await balance()).toBe(before)
    const [asked] = vendor.batches.get(made.id)?.requests ?? []
    expect(asked).toMatchObject({ custom_id: 'a', params: { model: upstreamModel, max_tokens: 1000 } })
    expect(await client.messages.batches.retrieve(made.id)).toMatchObject({
      processing_status: 'in_progress',
    })
    vendor.end(made.id)
    const done = await client.messages.batches.retrieve(made.id)
    expect(done).toMatchObject({
      id: made.id,
      processing_status: 'ended',
      request_counts: { succeeded: 2 },
      results_url: `${relay.url}/v1/messages/batches/${made.id}/results`,
    })
    expect(await balance()).toBe(before - 2n * ANSWER)
    expect(await held()).toBe(0n)
    const results = await readResults(made.id)
    expect(results.map(({ custom_id, result }) => [custom_id, result.type])).toEqual([
      ['b', 'succeeded'],
      ['a', 'succeeded'],
    ])
    const [row, ...others] = await charges()
    expect(others).toHaveLength(rows)
    expect(row).toMatchObject({
      model_name: model,
      quota_exact: '1750',
      prompt_tokens: 2000,
      completion_tokens: 1000,
      channel: channelId,
    })
    expect(JSON.parse(row?.other ?? '{}')).toMatchObject({
      task_id: made.id,
      action: 'BATCH',
      group_ratio: 0.5,
    })
    const told = await relay.root.call<{ explanation: Record<string, string> }>(
      'GET',
      `/api/log/explain/${row?.request_id}`,
    )
    expect(told.explanation).toMatchObject({ path: '/v1/messages/batches', upstream_model: upstreamModel })
    expect(new Set(vendor.calls.map(({ key }) => key)).size).toBe(1)
    await expectClean()
  })

  it('relay 17: is charged for cache reads, cache writes of both lifetimes and searches of each answer', async () => {
    const before = await balance()
    const made = await client.messages.batches.create({
      requests: [
        requestOf('plain'),
        requestOf('cached'),
        requestOf('searching', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
      ],
    })
    vendor.end(made.id, ({ custom_id: id, params }) => {
      if (id === 'plain') return succeeded(params.model, usageOf(1000, 500))
      if (id === 'searching')
        return succeeded(params.model, usageOf(1000, 500, { server_tool_use: { web_search_requests: 3 } }))
      const cache_creation = { ephemeral_5m_input_tokens: 400, ephemeral_1h_input_tokens: 200 }
      const cached = { cache_creation_input_tokens: 600, cache_read_input_tokens: 1000, cache_creation }
      return succeeded(params.model, usageOf(0, 0, cached))
    })
    await client.messages.batches.retrieve(made.id)
    // 1000 x 0.1 + 400 x 1.25 + 200 x 2 tokens of input, at a quarter.
    const cached = 250_000n
    // Three cents, which vendors do not discount in batches, at 500 000 units per dollar.
    const searches = 15_000_000n
    expect(await balance()).toBe(before - 2n * ANSWER - cached - searches)
    const [row] = await charges()
    expect(row?.content).toContain('tools $0.06')
    await expectClean()
  })

  it('relay 17: costs nothing for requests that failed, were cancelled or expired', async () => {
    const before = await balance()
    const requests = ['fine', 'errored', 'canceled', 'expired'].map((id) => requestOf(id))
    const made = await client.messages.batches.create({ requests })
    expect(await client.messages.batches.cancel(made.id)).toMatchObject({ processing_status: 'canceling' })
    vendor.end(made.id, ({ custom_id: id, params }) =>
      id === 'fine' ? succeeded(params.model, usageOf(1000, 500)) : { type: id },
    )
    await services().batches.pass()
    expect(await balance()).toBe(before - ANSWER)
    expect(await client.messages.batches.retrieve(made.id)).toMatchObject({
      request_counts: { succeeded: 1, errored: 1, canceled: 1, expired: 1 },
    })
    expect((await readResults(made.id)).map(({ result }) => result.type).sort()).toEqual([
      'canceled',
      'errored',
      'expired',
      'succeeded',
    ])
    await expectClean()
  })

  it('relay 17: is charged exactly once, though many poll and read its results at the same moment', async () => {
    const before = await balance()
    const made = await client.messages.batches.create({ requests: [requestOf('a')] })
    vendor.end(made.id)
    const address = `${relay.url}/v1/messages/batches/${made.id}/results`
    const headers = { 'x-api-key': relay.key, 'anthropic-version': '2023-06-01' }
    const texts = await Promise.all([
      ...Array.from({ length: 4 }, async () => (await fetch(address, { headers })).text()),
      services()
        .batches.pass()
        .then(() => ''),
    ])
    for (const text of texts.slice(0, 4)) expect(JSON.parse(text)).toMatchObject({ custom_id: 'a' })
    await services().batches.pass()
    expect(await balance()).toBe(before - ANSWER)
    expect(await held()).toBe(0n)
    await expectClean()
  })

  it.each(['down', 'lost', 'doubled', 'nonsense'] as const)(
    'relay 17: shows neither its end nor its results while those are %s, and is charged once they can be read',
    async (fault) => {
      const before = await balance()
      const made = await client.messages.batches.create({ requests: [requestOf('a'), requestOf('b')] })
      vendor.end(made.id)
      vendor.breakResults(fault)
      await expect(client.messages.batches.retrieve(made.id)).rejects.toMatchObject({ status: 502 })
      const { status } = await fetch(`${relay.url}/v1/messages/batches/${made.id}/results`, {
        headers: { 'x-api-key': relay.key },
      })
      expect(status).toBe(502)
      await services().batches.pass()
      const listed = await client.messages.batches.list()
      expect(listed.data.find(({ id }) => id === made.id)).toMatchObject({
        processing_status: 'in_progress',
        results_url: null,
      })
      expect(await balance()).toBe(before)
      vendor.breakResults(undefined)
      expect(await client.messages.batches.retrieve(made.id)).toMatchObject({ processing_status: 'ended' })
      expect(await balance()).toBe(before - 2n * ANSWER)
    },
  )

  it('relay 17: has no results and cannot be deleted before it has ended', async () => {
    const made = await client.messages.batches.create({ requests: [requestOf('a')] })
    const headers = { 'x-api-key': relay.key }
    const early = await fetch(`${relay.url}/v1/messages/batches/${made.id}/results`, { headers })
    expect([early.status, await early.json()]).toMatchObject([
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: expect.stringContaining(made.id) } },
    ])
    await expect(client.messages.batches.delete(made.id)).rejects.toBeInstanceOf(Anthropic.BadRequestError)
    vendor.end(made.id)
    const before = await balance()
    expect(await client.messages.batches.delete(made.id)).toEqual({
      id: made.id,
      type: 'message_batch_deleted',
    })
    expect(vendor.batches.has(made.id)).toBe(false)
    // The batch was charged before it was deleted.
    expect(await balance()).toBe(before - ANSWER)
    await expect(client.messages.batches.retrieve(made.id)).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    await expectClean()
  })

  it('relay 17: an answer without usage costs its share of what was held', async () => {
    const before = await balance()
    const made = await client.messages.batches.create({ requests: [requestOf('a'), requestOf('b')] })
    const amount = await held()
    vendor.end(made.id, ({ params }, index) =>
      index === 0 ? succeeded(params.model, undefined) : { type: 'errored' },
    )
    await services().batches.pass()
    expect(await balance()).toBe(before - amount / 2n)
  })

  it('relay 17: has the longest answer held where a request sets no cap, and that cap is sent', async () => {
    const { max_tokens: _cap, ...params } = requestOf('a').params
    const body = JSON.stringify({ requests: [{ custom_id: 'a', params }] })
    const answer = await post(body)
    expect(answer.status).toBe(200)
    const { id } = (await answer.json()) as { id: string }
    const sent = Number(vendor.batches.get(id)?.requests[0]?.params.max_tokens)
    expect(sent).toBeGreaterThan(1000)
    expect(await held()).toBeGreaterThan(BigInt(sent) * 1250n)
    vendor.end(id)
    await services().batches.pass()
  })

  it('relay 17: takes as many requests as Anthropic does', async () => {
    const requests = Array.from({ length: 100_000 }, (_, index) =>
      requestOf(`request-${index}`, { max_tokens: 1 }),
    )
    await relay.root.call('PUT', '/api/user/', { id: relay.root.id, quota: 100_000_000 })
    const { id } = await client.messages.batches.create({ requests })
    expect(vendor.batches.get(id)?.requests).toHaveLength(100_000)
    expect(vendor.batches.get(id)?.requests.at(-1)?.custom_id).toBe('request-99999')
    vendor.end(id, () => ({ type: 'errored' }))
    await services().batches.pass()
    expect(await held()).toBe(0n)
  })

  it('relay 17: goes to the account that keeps the files of its requests, and with files of others nowhere', async () => {
    const keep = (file_id: string, key: string, user_id = relay.root.id) =>
      knex()('vendor_files').insert({
        file_id,
        user_id,
        protocol: 'anthropic',
        channel_id: channelId,
        key_hint: keyHint(channelId, key),
        purpose: '',
        described: '',
        created_ms: Date.now(),
        expires_ms: Date.now() + 86_400_000,
      })
    await keep('file_of_two', 'two')
    await keep('file_of_one', 'one')
    await keep('file_of_neighbour', 'two', neighbour.id)
    const about = (id: string, file_id: string) =>
      requestOf(id, {
        messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'file', file_id } }] }],
      })
    await relay.root.call('PUT', '/api/user/', { id: relay.root.id, quota: 100_000_000 })
    for (let turn = 0; turn < 3; turn += 1) {
      const made = await client.messages.batches.create({
        requests: [requestOf('a'), about('b', 'file_of_two')],
      })
      expect(vendor.batches.get(made.id)?.key).toBe('two')
      vendor.end(made.id)
    }
    await services().batches.pass()
    const foreign = client.messages.batches.create({ requests: [about('a', 'file_of_neighbour')] })
    await expect(foreign).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    const apart = [about('a', 'file_of_one'), about('b', 'file_of_two')]
    const refused = client.messages.batches.create({ requests: apart })
    await expect(refused).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('different accounts'),
    })
  })

  it('relay 17: sends the client’s version and betas to the vendor, and asks with them for results', async () => {
    const betas = { headers: { 'anthropic-beta': 'interleaved-thinking-2025-05-14' } }
    const made = await client.messages.batches.create({ requests: [requestOf('a')] }, betas)
    expect(vendor.calls.at(-1)?.headers).toMatchObject({
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'interleaved-thinking-2025-05-14',
    })
    vendor.end(made.id)
    await services().batches.pass()
  })
})

describe('relay 17: Anthropic’s form of a batch is refused before any vendor is asked', () => {
  const refusedWith = async (body: unknown) => {
    const answer = await post(typeof body === 'string' ? body : JSON.stringify(body))
    expect(vendor.calls).toEqual([])
    expect(await held()).toBe(0n)
    const { type, error } = (await answer.json()) as {
      type: string
      error: { type: string; message: string }
    }
    expect(type).toBe('error')
    return { status: answer.status, ...error }
  }

  it.each([
    ['a body that is not JSON', '{"requests": [', 'JSON'],
    ['a body that is no object', '[]', 'JSON'],
    ['a body without requests', {}, "'requests'"],
    ['no requests', { requests: [] }, "'requests'"],
    ['requests that are none', { requests: [1] }, 'requests.0'],
    ['a name that occurs twice', { requests: [requestOf('a'), requestOf('a')] }, 'a occurs twice'],
    ['a name with a NUL', { requests: [requestOf('a\0')] }, "'custom_id'"],
    ['a name that is too long', { requests: [requestOf('a'.repeat(65))] }, "'custom_id'"],
    ['a request without a name', { requests: [{ params: requestOf('a').params }] }, "'custom_id'"],
    ['a stream', { requests: [requestOf('a'), requestOf('b', { stream: true })] }, 'requests.1'],
    [
      'a second model',
      { requests: [requestOf('a'), requestOf('b', { model: 'claude-sonnet-5' })] },
      'requests.1',
    ],
    ['no messages', { requests: [requestOf('a', { messages: [] })] }, 'requests.0'],
    ['a dearer speed', { requests: [requestOf('a', { speed: 'fast' })] }, "'speed'"],
    [
      'a tool without a price',
      { requests: [requestOf('a', { tools: [{ type: 'code_execution_20250825', name: 'x' }] })] },
      'requests.0',
    ],
    ['another spelling of a member', { requests: [requestOf('a', { Model: 'claude-opus-5' })] }, 'Model'],
  ])('relay 17: for %s', async (_what, body, message) => {
    const refused = await refusedWith(body)
    expect(refused).toMatchObject({ status: 400, type: 'invalid_request_error' })
    expect(refused.message).toContain(message)
  })

  it('relay 17: with more requests than Anthropic takes, and a body that is too large', async () => {
    const many = Array.from({ length: 100_001 }, (_, index) => ({ custom_id: `r${index}`, params: {} }))
    expect((await refusedWith({ requests: many })).message).toContain('at most 100000')
    const limit = services().config.bodyBytesMax
    const large = await refusedWith(JSON.stringify({ requests: [], filler: 'x'.repeat(limit) }))
    expect(large).toMatchObject({ status: 413, type: 'request_too_large' })
  })

  it('relay 17: where the token may not use the model', async () => {
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: 'claude-sonnet-5' })
    const refused = clientWith(key).messages.batches.create({ requests: [requestOf('a')] })
    await expect(refused).rejects.toBeInstanceOf(Anthropic.PermissionDeniedError)
    expect(vendor.calls).toEqual([])
  })

  it('relay 17: where nobody has the model, and where no channel of it runs such batches', async () => {
    const unknown = client.messages.batches.create({ requests: [requestOf('a', { model: 'claude-9' })] })
    await expect(unknown).rejects.toMatchObject({
      status: 404,
      error: { error: { type: 'not_found_error' } },
    })
    await relay.addChannel({ models: 'gpt-4o-mini' })
    const other = client.messages.batches.create({ requests: [requestOf('a', { model: 'gpt-4o-mini' })] })
    await expect(other).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('runs batches'),
    })
  })

  it('relay 17: where its only channel would change the requests', async () => {
    const columns = { type: 14, base_url: vendor.url, key: 'k' }
    await relay.addChannel({ ...columns, models: 'claude-told', system_prompt: 'Be brief.' })
    await relay.addChannel({ ...columns, models: 'claude-overridden', param_override: '{"temperature":0}' })
    for (const name of ['claude-told', 'claude-overridden']) {
      const refused = client.messages.batches.create({ requests: [requestOf('a', { model: name })] })
      await expect(refused).rejects.toMatchObject({
        status: 404,
        message: expect.stringContaining('runs batches'),
      })
    }
    expect(vendor.calls).toEqual([])
  })

  it('relay 17: where a name has a NUL', async () => {
    const refused = client.messages.batches.create({ requests: [requestOf('a', { model: `${model}\0` })] })
    await expect(refused).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    await expect(client.messages.batches.retrieve('msgbatch_\0')).rejects.toBeInstanceOf(
      Anthropic.NotFoundError,
    )
    await expect(client.messages.batches.list({ after_id: '\0' })).rejects.toBeInstanceOf(
      Anthropic.BadRequestError,
    )
  })

  it('relay 17: where the balance does not cover the longest answers', async () => {
    const poor = clientWith(await relay.addToken({}, neighbour))
    const requests = Array.from({ length: 100 }, (_, index) => requestOf(`r${index}`))
    await expect(poor.messages.batches.create({ requests })).rejects.toMatchObject({ status: 403 })
    expect(vendor.calls).toEqual([])
    expect(await held()).toBe(0n)
  })

  it.each([
    [
      'what it refuses',
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: 'no such thing' } },
    ],
    ['a failure', 529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
    ['an answer without a name', 200, { type: 'message_batch' }],
    ['a name that no address can hold', 200, { type: 'message_batch', id: '../../v1/files' }],
  ])('relay 17: and the vendor’s own answer costs and holds nothing: %s', async (_what, status, body) => {
    const rows = await knex()('batches').count({ count: '*' })
    vendor.answerNext(status, body)
    const made = client.messages.batches.create({ requests: [requestOf('a')] })
    await expect(made).rejects.toBeInstanceOf(Anthropic.APIError)
    expect(await held()).toBe(0n)
    expect(await knex()('batches').count({ count: '*' })).toEqual(rows)
  })
})

describe('relay 17: Anthropic’s batches belong to their owner', () => {
  it('relay 17: others find, read, cancel, delete and list none of them', async () => {
    const made = await client.messages.batches.create({ requests: [requestOf('a')] })
    vendor.end(made.id)
    await services().batches.pass()
    const other = clientWith(await relay.addToken({}, neighbour)).messages.batches
    for (const attempt of [
      () => other.retrieve(made.id),
      () => other.cancel(made.id),
      () => other.delete(made.id),
      () => other.results(made.id),
    ])
      await expect(attempt()).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    const key = await relay.addToken({}, neighbour)
    const { status } = await fetch(`${relay.url}/v1/messages/batches/${made.id}/results`, {
      headers: { 'x-api-key': key },
    })
    expect(status).toBe(404)
    expect((await other.list()).data).toEqual([])
  })

  it('relay 17: they are listed newest first, page by page in both directions, and apart from OpenAI’s', async () => {
    for (const id of ['x', 'y', 'z']) {
      const made = await client.messages.batches.create({ requests: [requestOf(id)] })
      vendor.end(made.id)
    }
    await services().batches.pass()
    const all: string[] = []
    for await (const { id } of client.messages.batches.list({ limit: 2 })) all.push(id)
    expect(all.length).toBeGreaterThan(3)
    expect([...all].sort().reverse()).toEqual(all)
    const page = await client.messages.batches.list({ before_id: all[3] ?? '', limit: 2 })
    expect(page.data.map(({ id }) => id)).toEqual(all.slice(1, 3))
    expect(page.has_more).toBe(true)
    const first = await client.messages.batches.list({ before_id: all[1] ?? '', limit: 2 })
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([all.slice(0, 1), false])
    expect((await relay.openai.batches.list()).data).toEqual([])
    await expect(relay.openai.batches.retrieve(all[0] ?? '')).rejects.toMatchObject({ status: 404 })
  })

  it('relay 17: one whose user is deleted is charged to that account all the same', async () => {
    const gone = await relay.api.createUser('gone')
    await relay.root.call('PUT', '/api/user/', { id: gone.id, quota: 10_000 })
    const made = await clientWith(await relay.addToken({}, gone)).messages.batches.create({
      requests: [requestOf('a')],
    })
    await relay.root.call('DELETE', `/api/user/${gone.id}`)
    vendor.end(made.id)
    await services().batches.pass()
    const row = await knex()('batches').where({ vendor_id: made.id }).first('cost', 'state')
    expect([Number(row.cost), row.state]).toEqual([Number(ANSWER), 'ended'])
    await expectClean()
  })

  it('relay 17: one of a channel that is gone gives back what was held, after four days', async () => {
    const id = await relay.addChannel({
      type: 14,
      base_url: vendor.url,
      models: 'claude-opus-5',
      key: 'lonely',
    })
    await relay.setOption('ModelRatio', JSON.stringify({ [model]: 0.5, 'claude-opus-5': 1 }))
    const made = await client.messages.batches.create({
      requests: [requestOf('a', { model: 'claude-opus-5' })],
    })
    await relay.root.call('PUT', '/api/channel/', { id, status: 2 })
    await services().batches.pass()
    expect(await held()).toBeGreaterThan(0n)
    await knex()('batches')
      .where({ vendor_id: made.id })
      .update({ created_ms: Date.now() - 5 * 86_400_000 })
    await services().batches.pass()
    expect(await held()).toBe(0n)
    expect(await client.messages.batches.retrieve(made.id)).toMatchObject({
      processing_status: 'ended',
      request_counts: { expired: 1, processing: 0 },
      results_url: null,
    })
    // The results were not paid for, so they cannot be read when the channel is back.
    vendor.end(made.id)
    await relay.root.call('PUT', '/api/channel/', { id, status: 1 })
    const { status } = await fetch(`${relay.url}/v1/messages/batches/${made.id}/results`, {
      headers: { 'x-api-key': relay.key },
    })
    expect(status).toBe(404)
    expect(await client.messages.batches.retrieve(made.id)).toMatchObject({ results_url: null })
    await expectClean()
  })
})
