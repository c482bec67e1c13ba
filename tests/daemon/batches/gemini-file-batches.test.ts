import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
/** The price of one answer of 1000 and 500 tokens: (1000 + 500 x 4) / 2, in thousandths. */
const ANSWER = 1_500_000n

let relay: TestRelay
let vendor: GeminiBatchesServer
let client: GoogleGenAI
let other: GoogleGenAI
let neighbour: Caller
let channelId: number
let folder: string

const clientWith = (apiKey: string) =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: relay.url, retryOptions: { attempts: 1 } } })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollgate-'))
  relay = await startTestRelay()
  vendor = await startGeminiBatchesServer()
  channelId = await relay.addChannel({
    type: 24,
    base_url: vendor.url,
    models: `${model},gemini-2.5-pro`,
    model_mapping: JSON.stringify({ [model]: upstreamModel }),
    key: 'one\ntwo',
  })
  // A model that is only served elsewhere.
  await relay.addChannel({ type: 24, base_url: vendor.url, models: 'elsewhere', key: 'three', priority: -9 })
  await relay.setOption('ModelRatio', JSON.stringify({ [model]: 1, 'gemini-2.5-pro': 2, elsewhere: 1 }))
  await relay.setOption('CompletionRatio', JSON.stringify({ [model]: 4 }))
  client = clientWith(relay.key)
  neighbour = await relay.api.createUser('neighbour')
  await relay.root.call('PUT', '/api/user/', { id: neighbour.id, quota: 100_000 })
  other = clientWith(await relay.addToken({}, neighbour))
})
afterAll(async () => {
  await relay.close()
  await vendor.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  vendor.calls.length = 0
})

const services = () => relay.api.services
const knex = () => services().knex
const line = (key: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    key,
    request: {
      contents: [{ role: 'user', parts: [{ text: key }] }],
      generationConfig: { maxOutputTokens: 1000 },
      ...more,
    },
  })
const uploadTo = async (by: GoogleGenAI, content: string | Buffer, mimeType = 'jsonl') => {
  const bytes = new Uint8Array(Buffer.from(content))
  const file = await by.files.upload({ file: new Blob([bytes]), config: { mimeType } })
  return file.name ?? ''
}
const upload = async (content: string | Buffer) => uploadTo(client, content)
const submit = async (src: string, by = client) => {
  const job = await by.batches.create({ model, src, config: { displayName: 'nightly' } })
  return { job, id: job.name?.replace('batches/', '') ?? '' }
}
const submitted = () => vendor.calls.filter(({ path }) => path.endsWith(':batchGenerateContent')).length
const download = async (file: string, by = client) => {
  const path = join(folder, file.replace('/', '-'))
  await by.files.download({ file, downloadPath: path })
  return readFile(path, 'utf8')
}
const fetchFile = async (id: string, key = relay.key) =>
  fetch(`${relay.url}/v1beta/files/${id}:download?alt=media`, { headers: { 'x-goog-api-key': key } })
const balance = async () => {
  const wallet = await knex()('wallets').where({ user_id: relay.root.id, kind: 1 }).first('balance')
  return BigInt(wallet.balance)
}
const held = async () => {
  const rows = await knex()('holds').where({ is_allowance: 0 }).pluck('amount')
  return rows.reduce((sum: bigint, each) => sum + BigInt(each), 0n)
}
const answerTo = (key: string) => ({ key, ...answered(1000, 500) })
const failed = (key: string) => ({ key, error: { code: 400, message: 'no' } })

describe('relay 17: a batch of Google’s with a file of requests', () => {
  it('relay 17: is held whole, charged once at half the price, and then its owner downloads the answers', async () => {
    const before = await balance()
    const name = await upload(`${line('a')}\n${line('b')}\n`)
    const { job, id } = await submit(name)
    expect(job).toMatchObject({ name: `batches/${id}`, state: 'JOB_STATE_PENDING', displayName: 'nightly' })
    // Two answers of at most 1000 tokens: (prompts + 2000 x 4) / 2.
    expect(await held()).toBeGreaterThan(4_000_000n)
    expect(await held()).toBeLessThan(4_200_000n)
    const kept = vendor.batches.get(id)
    expect(kept).toMatchObject({ model: upstreamModel, file: name })
    expect(kept?.key).toBe(vendor.files.files.get(name)?.key)
    vendor.end(id, [answerTo('b'), failed('a')])
    // The vendor has the answers, but nobody has asked the gateway about the batch.
    expect((await fetchFile(`batch-${id}`)).status).toBe(404)
    const done = await client.batches.get({ name: `batches/${id}` })
    expect(done).toMatchObject({ state: 'JOB_STATE_SUCCEEDED', dest: { fileName: `files/batch-${id}` } })
    expect(await balance()).toBe(before - ANSWER)
    expect(await held()).toBe(0n)
    const text = await download(done.dest?.fileName ?? '')
    expect(text).toBe(vendor.files.files.get(`files/batch-${id}`)?.bytes.toString('utf8'))
    await services().batches.pass()
    await client.batches.get({ name: `batches/${id}` })
    expect(await balance()).toBe(before - ANSWER)
    const stranger = await fetchFile(`batch-${id}`, await relay.addToken({}, neighbour))
    expect([stranger.status, await stranger.json()]).toMatchObject([404, { error: { status: 'NOT_FOUND' } }])
    expect(JSON.stringify([job, done])).not.toContain(vendor.url)
    expect((await runAudit(knex())).state).toBe('clean')
  })

  it('relay 17: is charged by the gateway too, and the answers are there after that', async () => {
    const before = await balance()
    const { id } = await submit(await upload(line('a')))
    vendor.end(id, [answerTo('a')])
    await services().batches.pass()
    expect(await balance()).toBe(before - ANSWER)
    expect((await fetchFile(`batch-${id}`)).status).toBe(200)
  })

  it.each([
    ['the file is lost', (id: string) => vendor.files.lose(`files/batch-${id}`)],
    [
      'there are more lines than requests',
      (id: string) => vendor.end(id, [answerTo('a'), answerTo('b'), answerTo('c')]),
    ],
    ['a line is there twice', (id: string) => vendor.end(id, [answerTo('a'), answerTo('a')])],
    ['a line is no JSON', (id: string) => vendor.end(id, [answerTo('a'), '<html>'])],
  ])('relay 17: does not end while its answers cannot be read: %s', async (_what, spoil) => {
    const before = await balance()
    const { id } = await submit(await upload(`${line('a')}\n${line('b')}`))
    vendor.end(id, [answerTo('a'), answerTo('b')])
    spoil(id)
    await expect(client.batches.get({ name: `batches/${id}` })).rejects.toMatchObject({ status: 502 })
    await services().batches.pass()
    expect((await fetchFile(`batch-${id}`)).status).toBe(404)
    expect(await balance()).toBe(before)
    vendor.end(id, [answerTo('a'), answerTo('b')])
    await services().batches.pass()
    expect(await balance()).toBe(before - 2n * ANSWER)
    expect(await held()).toBe(0n)
  })
})

describe('relay 17: a file of requests is refused before the vendor runs it', () => {
  it.each([
    ['a line that is no JSON', `${line('a')}\nnonsense`, 'line 2'],
    ['a line without a key', '{"request":{"contents":[]}}', 'line 1'],
    [
      'an unknown member',
      `{"key":"a","request":${JSON.stringify({ contents: [] })},"model":"x"}`,
      "'model' is not known",
    ],
    ['a key that is there twice', `${line('a')}\n\n${line('a')}`, 'line 3 of the input file: no two'],
    ['a second model', `${line('a')}\n${line('b', { model: 'models/gemini-2.5-pro' })}`, 'same model'],
    ['a name that the vendor does not know', line('a', { model: `models/${model}` }), "leave out 'model'"],
    ['a tool without a price', line('a', { tools: [{ googleMaps: {} }] }), 'line 1'],
    [
      'a name that is there twice',
      '{"key":"a","request":{"contents":[{"parts":[{"text":"a"}]}],"generationConfig":{"maxOutputTokens":1,"maxOutputTokens":9}}}',
      'occur twice',
    ],
    ['a line with carriage returns', line('a').replace(',', ',\r'), 'carriage return'],
    ['bytes that are no text', Buffer.concat([Buffer.from(line('a')), Buffer.from([0x0a, 0xff])]), 'UTF-8'],
    ['a NUL', `${line('a')}\n\0`, 'line 2'],
    ['a line cut short', '{', 'line 1'],
  ])('relay 17: for %s', async (_what, text, message) => {
    const name = await upload(text)
    const refused = submit(name)
    await expect(refused).rejects.toMatchObject({ status: 400 })
    await expect(refused).rejects.toThrow(message)
    expect(submitted()).toBe(0)
    expect(await held()).toBe(0n)
  })

  it('relay 17: where it is another user’s, nobody’s, or has a NUL in its name', async () => {
    const theirs = await uploadTo(other, line('a'))
    for (const src of [theirs, 'files/nobody', 'files/a\0b'])
      await expect(submit(src)).rejects.toMatchObject({ status: 404 })
    expect(submitted()).toBe(0)
    const mine = await submit(theirs, other)
    vendor.end(mine.id, [])
    await services().batches.pass()
  })

  it('relay 17: where one of its requests names the file of another user', async () => {
    const theirs = await uploadTo(other, 'secret', 'text/plain')
    const fileUri = `https://generativelanguage.googleapis.com/v1beta/${theirs}`
    const name = await upload(line('a', { contents: [{ parts: [{ fileData: { fileUri } }] }] }))
    await expect(submit(name)).rejects.toMatchObject({ status: 404 })
    expect(submitted()).toBe(0)
  })

  it('relay 17: where no copy was kept: another type, or several pieces', async () => {
    const text = await uploadTo(client, line('a'), 'text/plain')
    const long = await upload(`${line('a')}\n`.padEnd(9 * 1_048_576, '\n'))
    for (const name of [text, long]) {
      const refused = submit(name)
      await expect(refused).rejects.toMatchObject({ status: 400 })
      await expect(refused).rejects.toThrow('upload it again')
    }
    expect(submitted()).toBe(0)
  })

  it('relay 17: where the vendor says that it has taken other bytes', async () => {
    vendor.files.describe({ sha256Hash: Buffer.alloc(32).toString('base64') })
    const name = await upload(line('a'))
    vendor.files.describe({})
    await expect(submit(name)).rejects.toThrow('cannot be read')
  })

  it('relay 17: where its channel does not serve the model, or changes requests', async () => {
    const name = await upload(line('a'))
    const body = { batch: { input_config: { file_name: name } } }
    const away = await relay.post('/v1beta/models/elsewhere:batchGenerateContent', body)
    expect([away.status, await away.json()]).toMatchObject([400, { error: { code: 400 } }])
    await relay.root.call('PUT', '/api/channel/', {
      id: channelId,
      system_prompt: 'Be brief.',
    })
    const changed = await relay.post(`/v1beta/models/${model}:batchGenerateContent`, body)
    expect([changed.status, JSON.stringify(await changed.json())]).toEqual([
      400,
      expect.stringContaining('changes requests'),
    ])
    await relay.root.call('PUT', '/api/channel/', { id: channelId, system_prompt: '' })
    expect(submitted()).toBe(0)
    expect(await held()).toBe(0n)
  })

  it('relay 17: where the token may not use the model, and where the balance does not cover it', async () => {
    const name = await upload(line('a'))
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: 'gemini-2.5-pro' })
    await expect(submit(name, clientWith(key))).rejects.toMatchObject({ status: 403 })
    const lines = Array.from({ length: 60 }, (_each, index) => line(String(index)))
    const long = await uploadTo(other, lines.join('\n'))
    await expect(submit(long, other)).rejects.toMatchObject({ status: 403 })
    expect(submitted()).toBe(0)
  })

  it('relay 17: once it is deleted, and its copy is gone with it', async () => {
    const name = await upload(line('a'))
    const rows = () => knex()('file_copies').where({ file_id: name })
    expect(JSON.stringify(await rows())).not.toContain('contents')
    expect(await rows()).toHaveLength(1)
    await client.files.delete({ name })
    expect(await rows()).toHaveLength(0)
    await expect(submit(name)).rejects.toMatchObject({ status: 404 })
  })
})
