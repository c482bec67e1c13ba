import { GoogleGenAI } from '@google/genai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAudit } from '../../../src/daemon/ledger/audit.ts'
import {
  answered,
  type GeminiBatchesServer,
  startGeminiBatchesServer,
} from '../../support/batches/gemini-batches-server.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import type { Caller } from '../../support/test-services.ts'

const model = 'flash'
/** The vendor's name of the model. */
const upstreamModel = 'gemini-2.5-flash'

let relay: TestRelay
let vendor: GeminiBatchesServer
let client: GoogleGenAI
let neighbour: Caller

beforeAll(async () => {
  relay = await startTestRelay()
  vendor = await startGeminiBatchesServer()
  await relay.addChannel({
    type: 24,
    base_url: vendor.url,
    models: `${model},gemini-2.5-pro`,
    model_mapping: JSON.stringify({ [model]: upstreamModel }),
    key: 'one\ntwo',
  })
  await relay.setOption('ModelRatio', JSON.stringify({ [model]: 1, 'gemini-2.5-pro': 2 }))
  await relay.setOption('CompletionRatio', JSON.stringify({ [model]: 4 }))
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
})

const clientWith = (apiKey: string) =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: relay.url, retryOptions: { attempts: 1 } } })
const services = () => relay.api.services
const knex = () => services().knex

const askFor = (text: string) => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  metadata: { key: text },
  config: { maxOutputTokens: 1000 },
})
const submit = async (texts: readonly string[], by = client) => {
  const job = await by.batches.create({ model, src: texts.map(askFor), config: { displayName: 'nightly' } })
  return { job, id: job.name?.replace('batches/', '') ?? '' }
}
const balance = async () => {
  const wallet = await knex()('wallets').where({ user_id: relay.root.id, kind: 1 }).first('balance')
  return BigInt(wallet.balance)
}
const held = async () => {
  const rows = await knex()('holds').where({ is_allowance: 0 }).pluck('amount')
  return rows.reduce((sum: bigint, each) => sum + BigInt(each), 0n)
}
const expectClean = async () => expect((await runAudit(knex())).state).toBe('clean')
const post = (body: unknown, path = `/v1beta/models/${model}:batchGenerateContent`) => relay.post(path, body)
/** The price of one answer of 1000 and 500 tokens: (1000 + 500 x 4) / 2, in thousandths. */
const ANSWER = 1_500_000n

describe('relay 17: a batch in Google’s form', () => {
  it('relay 17: is held whole, and charged once at half the price before its owner sees the answers', async () => {
    const before = await balance()
    const { job, id } = await submit(['a', 'b'])
    expect(job).toMatchObject({ name: `batches/${id}`, state: 'JOB_STATE_PENDING', displayName: 'nightly' })
    // Two answers of at most 1000 tokens: (prompts + 2000 x 4) / 2.
    expect(await held()).toBeGreaterThan(4_000_000n)
    expect(await held()).toBeLessThan(4_200_000n)
    const kept = vendor.batches.get(id)
    expect(kept).toMatchObject({ model: upstreamModel, requests: [{ metadata: { key: 'a' } }, {}] })
    expect(await client.batches.get({ name: `batches/${id}` })).toMatchObject({ state: 'JOB_STATE_PENDING' })
    vendor.end(id, [answered(1000, 500), { error: { code: 400, message: 'no' } }])
    const done = await client.batches.get({ name: `batches/${id}` })
    expect(done.state).toBe('JOB_STATE_SUCCEEDED')
    expect(
      done.dest?.inlinedResponses?.map(
        ({ response, error }) => response?.candidates?.[0]?.content?.parts?.[0]?.text ?? error?.message,
      ),
    ).toEqual(['Hello!', 'no'])
    expect(await balance()).toBe(before - ANSWER)
    expect(await held()).toBe(0n)
    // A second read, and a pass of the gateway itself, charge nothing more.
    await services().batches.pass()
    const again = await client.batches.get({ name: `batches/${id}` })
    expect(again.dest?.inlinedResponses).toHaveLength(2)
    expect(await balance()).toBe(before - ANSWER)
    const [row] = (await relay.logs()).filter(({ type }) => type === 2)
    expect(row).toMatchObject({ model_name: model, quota_exact: '1500', prompt_tokens: 1000 })
    await expectClean()
  })

  it('relay 17: keeps answers out of lists and of the store', async () => {
    const { id } = await submit(['a'])
    vendor.end(id, [answered(1000, 500)])
    await services().batches.pass()
    const jobs = []
    for await (const each of await client.batches.list({ config: { pageSize: 1 } })) jobs.push(each)
    expect(jobs.map(({ name }) => name)).toContain(`batches/${id}`)
    expect(jobs.every(({ dest }) => dest === undefined)).toBe(true)
    expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length)
  })

  it('relay 17: that its owner cancels is charged for what was answered; one that fails costs nothing', async () => {
    const before = await balance()
    const { id } = await submit(['a'])
    await client.batches.cancel({ name: `batches/${id}` })
    expect(await client.batches.get({ name: `batches/${id}` })).toMatchObject({
      state: 'JOB_STATE_CANCELLED',
    })
    expect(await balance()).toBe(before)
    expect(await held()).toBe(0n)
    const failing = await submit(['a'])
    vendor.end(failing.id, undefined, 'BATCH_STATE_FAILED')
    Object.assign(vendor.batches.get(failing.id)?.document.metadata ?? {}, { batchStats: {} })
    await services().batches.pass()
    expect(await balance()).toBe(before)
    expect(await held()).toBe(0n)
    await expectClean()
  })

  it.each([
    ['they are lost', undefined],
    ['there are more than requests', [answered(1, 1), answered(1, 1)]],
    ['they are nonsense', ['<html>']],
  ])('relay 17: does not end while its answers cannot be read: %s', async (_what, responses) => {
    const before = await balance()
    const { id } = await submit(['a'])
    vendor.end(id, responses)
    const path = `${relay.url}/v1beta/batches/${id}`
    expect((await fetch(path, { headers: { 'x-goog-api-key': relay.key } })).status).toBe(502)
    await services().batches.pass()
    expect(await balance()).toBe(before)
    vendor.end(id, [answered(1000, 500)])
    await services().batches.pass()
    expect(await balance()).toBe(before - ANSWER)
    expect(await held()).toBe(0n)
  })

  it('relay 17: is charged for searches at their usual price', async () => {
    const before = await balance()
    const { id } = await submit(['a'])
    vendor.end(id, [answered(1000, 500, { groundingMetadata: { webSearchQueries: ['x', 'y'] } })])
    await services().batches.pass()
    // $0.035 for a prompt that searches, at 500 000 units per dollar.
    expect(await balance()).toBe(before - ANSWER - 17_500_000n)
  })

  it('relay 17: can be deleted once it has ended, and not before', async () => {
    const { id } = await submit(['a'])
    const early = await fetch(`${relay.url}/v1beta/batches/${id}`, {
      method: 'DELETE',
      headers: { 'x-goog-api-key': relay.key },
    })
    expect([early.status, await early.json()]).toMatchObject([
      400,
      { error: { code: 400, status: 'INVALID_ARGUMENT' } },
    ])
    const before = await balance()
    vendor.end(id, [answered(1000, 500)])
    await client.batches.delete({ name: `batches/${id}` })
    expect(vendor.batches.has(id)).toBe(false)
    expect(await balance()).toBe(before - ANSWER)
    await expect(client.batches.get({ name: `batches/${id}` })).rejects.toMatchObject({ status: 404 })
    await expectClean()
  })

  it('relay 17: is taken in snake case too, with the model named in each request', async () => {
    const request = { model: `models/${model}`, contents: [{ parts: [{ text: 'a' }] }] }
    const requests = { requests: [{ request, metadata: { key: '1' } }] }
    const answer = await post({ batch: { display_name: 'x', input_config: { requests } } })
    expect(answer.status).toBe(200)
    const { name } = (await answer.json()) as { name: string }
    const id = name.replace('batches/', '')
    expect(vendor.batches.get(id)?.requests).toMatchObject([{ metadata: { key: '1' } }])
    vendor.end(id, [answered(1, 1)])
    await services().batches.pass()
  })
})

it('relay 17: Google’s client finds the same batches in v1beta as in v1, and OpenAI’s client none of them', async () => {
  const beta = new GoogleGenAI({
    apiKey: relay.key,
    httpOptions: { baseUrl: relay.url, apiVersion: 'v1beta' },
  })
  const { id } = await submit(['a'], beta)
  const name = `batches/${id}`
  expect(await beta.batches.get({ name })).toMatchObject({ name, state: 'JOB_STATE_PENDING' })
  expect(await client.batches.get({ name })).toMatchObject({ name, state: 'JOB_STATE_PENDING' })
  for (const each of [beta, client]) expect((await each.batches.list()).page[0]?.name).toBe(name)
  expect((await relay.openai.batches.list()).data).toEqual([])
  await beta.batches.cancel({ name })
  await beta.batches.delete({ name })
  await expect(client.batches.get({ name })).rejects.toMatchObject({ status: 404 })
})

describe('relay 17: Google’s form of a batch is refused before any vendor is asked', () => {
  const inline = (...requests: unknown[]) => ({ batch: { inputConfig: { requests: { requests } } } })
  const fine = { request: { contents: [{ parts: [{ text: 'a' }] }] } }

  it.each([
    ['a body that is not JSON', '{"batch"', 'JSON'],
    ['no batch', {}, 'batch.inputConfig.requests.requests'],
    ['no requests', inline(), 'batch.inputConfig.requests.requests'],
    ['requests that are none', inline(fine, 1), 'requests[1]'],
    ['a request without contents', inline({ request: {} }), "'contents'"],
    [
      'a second model',
      inline({ request: { ...fine.request, model: 'models/gemini-2.5-pro' } }),
      'same model',
    ],
    [
      'members that would be dropped',
      { batch: { ...inline(fine).batch, outputConfig: { fileName: 'files/a' } } },
      'batch.outputConfig',
    ],
    [
      'another model than the address names',
      { batch: { ...inline(fine).batch, model: 'models/gemini-2.5-pro' } },
      'batch.model',
    ],
    [
      'a tool without a price',
      inline({ request: { ...fine.request, tools: [{ googleMaps: {} }] } }),
      'requests[0]',
    ],
  ])('relay 17: for %s', async (_what, body, message) => {
    const answer = await post(body)
    const { error } = (await answer.json()) as { error: { code: number; status: string; message: string } }
    expect([answer.status, error]).toMatchObject([400, { code: 400, status: 'INVALID_ARGUMENT' }])
    expect(error.message).toContain(message)
    expect(vendor.calls).toEqual([])
    expect(await held()).toBe(0n)
  })

  it('relay 17: where the token may not use the model, and where the balance does not cover it', async () => {
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: 'gemini-2.5-pro' })
    await expect(submit(['a'], clientWith(key))).rejects.toMatchObject({ status: 403 })
    const poor = clientWith(await relay.addToken({}, neighbour))
    await expect(submit(['a', 'b', 'c', 'd', 'e', 'f'], poor)).rejects.toMatchObject({ status: 403 })
    expect(vendor.calls).toEqual([])
    expect(await held()).toBe(0n)
  })

  it('relay 17: others find, cancel, delete and list none of them', async () => {
    const { id } = await submit(['a'])
    const other = clientWith(await relay.addToken({}, neighbour)).batches
    const name = `batches/${id}`
    for (const attempt of [
      () => other.get({ name }),
      () => other.cancel({ name }),
      () => other.delete({ name }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
    expect((await other.list()).pageLength).toBe(0)
    vendor.end(id, [answered(1, 1)])
    await services().batches.pass()
  })
})
