import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FilesServer, startFilesServer } from '../../../support/files/files-server.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import type { Caller } from '../../../support/test-services.ts'

const MEGABYTE = 1_048_576
const fileBytesMax = 4 * MEGABYTE

let relay: TestRelay
let vendor: FilesServer
let other: OpenAI
let otherUser: Caller
let otherKey: string

beforeAll(async () => {
  relay = await startTestRelay({ env: { TOLLGATE_FILE_BYTES_MAX: String(fileBytesMax) } })
  await relay.setOption('SelfUseModeEnabled', 'true')
  vendor = await startFilesServer()
  const columns = { base_url: vendor.url, models: 'gpt-4o-mini,gpt-5,sora-2' }
  await relay.addChannel({ ...columns, key: 'one\ntwo\nthree' })
  await relay.addChannel({ ...columns, key: 'four' })
  await relay.addChannel({ base_url: vendor.url, models: 'o3', key: 'seven', priority: -1 })
  await relay.addChannel({ base_url: vendor.url, type: 14, models: 'claude-sonnet-4-5', key: 'five\nsix' })
  otherUser = await relay.api.createUser('neighbour')
  await relay.root.call('PUT', '/api/user/', { id: otherUser.id, quota: 500_000 })
  otherKey = await relay.addToken({}, otherUser)
  other = relay.clientWith(otherKey)
})
afterAll(async () => {
  await relay.close()
  await vendor.close()
})
beforeEach(() => {
  vendor.calls.length = 0
})

const upload = async (client = relay.openai, text = 'a report', name = 'report.pdf') =>
  client.files.create({ file: await toFile(Buffer.from(text), name), purpose: 'user_data' })

const uploadFor = async (model: string) => {
  const file = await toFile(Buffer.from(model), 'for-a-model.txt')
  return (await relay.openai.files.create({ file, purpose: 'user_data' }, { query: { model } })).id
}

const ask = (id: string, client = relay.openai) =>
  client.chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: id } }] }],
  })

describe('relay 17: files in OpenAI’s form', () => {
  it('relay 17: are uploaded, shown, read and deleted by the official client', async () => {
    const made = await upload(relay.openai, 'bytes of a report')
    expect(made).toMatchObject({ object: 'file', filename: 'report.pdf', purpose: 'user_data', bytes: 17 })
    expect(await relay.openai.files.retrieve(made.id)).toMatchObject({ id: made.id, status: 'processed' })
    expect(await (await relay.openai.files.content(made.id)).text()).toBe('bytes of a report')
    expect(await relay.openai.files.delete(made.id)).toEqual({ id: made.id, object: 'file', deleted: true })
    expect(vendor.files.has(made.id)).toBe(false)
    await expect(relay.openai.files.retrieve(made.id)).rejects.toMatchObject({ status: 404 })
  })

  it('relay 17: are listed in pages, by purpose, and only to their owner', async () => {
    const ids: string[] = []
    for (let i = 0; i < 3; i += 1) ids.push((await upload(relay.openai, `page ${i}`)).id)
    const theirs = await upload(other)
    const mine: string[] = []
    for await (const { id } of relay.openai.files.list({ limit: 2 })) mine.push(id)
    expect(mine.slice(0, 3)).toEqual(ids.toReversed())
    expect(mine).not.toContain(theirs.id)
    const oldest = await relay.openai.files.list({ order: 'asc', limit: 1 })
    expect(oldest.data[0]?.id).toBe(mine.at(-1))
    expect((await relay.openai.files.list({ purpose: 'batch' })).data).toEqual([])
    expect((await other.files.list()).data.map(({ id }) => id)).toEqual([theirs.id])
  })

  it('relay 17: of another user are 404, to read, to delete and to refer to', async () => {
    const { id } = await upload(relay.openai, 'a secret')
    const attempts = [
      () => other.files.retrieve(id),
      () => other.files.content(id),
      () => other.files.delete(id),
      () => ask(id, other),
      () =>
        other.responses.create({
          model: 'gpt-5',
          input: [{ role: 'user', content: [{ type: 'input_file', file_id: id }] }],
        }),
      () =>
        other.responses.create({
          model: 'gpt-5',
          input: 'Draw it again.',
          tools: [{ type: 'image_generation', input_image_mask: { file_id: id } }],
        }),
      () =>
        other.responses.create({
          model: 'gpt-5',
          prompt: { id: 'pmpt_1', variables: { input: { type: 'input_file', file_id: id } } },
        }),
      () =>
        other.post('/videos', {
          body: { model: 'sora-2', prompt: 'It moves.', input_reference: { file_id: id } },
        }),
    ]
    vendor.calls.length = 0
    for (const attempt of attempts)
      await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'file_not_found' })
    expect(vendor.calls).toEqual([])
    expect((await ask(id)).choices[0]?.message.content).toBe('read')
  })

  it('relay 17: a request that refers to a file goes to the account that keeps it, ten times of ten', async () => {
    const { id } = await upload()
    const keeper = vendor.files.get(id)?.key
    vendor.calls.length = 0
    for (let i = 0; i < 10; i += 1) await ask(id)
    await relay.openai.responses.create({
      model: 'gpt-5',
      input: [{ role: 'user', content: [{ type: 'input_file', file_id: id }] }],
    })
    await relay.openai.post('/videos', {
      body: { model: 'sora-2', prompt: 'It moves.', input_reference: { file_id: id } },
    })
    expect(new Set(vendor.calls.map(({ key }) => key))).toEqual(new Set([keeper]))
  })

  it('relay 17: all files of a user go to one account, so that a request can use several', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => (await upload(relay.openai, `n ${i}`)).id),
    )
    expect(new Set(ids.map((id) => vendor.files.get(id)?.key)).size).toBe(1)
    const content = ids.map((id) => ({ type: 'file' as const, file: { file_id: id } }))
    const made = await relay.openai.chat.completions.create({
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content }],
    })
    expect(made.choices[0]?.message.content).toBe('read')
  })

  it('relay 17: files of two accounts in one request are refused, and both are named', async () => {
    const { id } = await upload()
    const moved = await uploadFor('o3')
    const content = [id, moved].map((each) => ({ type: 'file' as const, file: { file_id: each } }))
    const asking = relay.openai.chat.completions.create({
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content }],
    })
    await expect(asking).rejects.toMatchObject({ status: 400, code: 'files_apart' })
    await relay.openai.files.delete(moved)
  })

  it('relay 17: what the vendor says against an upload reaches the client, without the key', async () => {
    for (const path of ['/v1/files', '/v1/audio/transcriptions']) {
      const answer = await relay.post(path, '{}')
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      expect([path, answer.status, error.code]).toEqual([path, 415, 'form_expected'])
      expect(error.message).toContain('takes multipart/form-data')
    }
    vendor.refuseNext(400, {
      error: {
        message: 'Invalid purpose for key one',
        type: 'invalid_request_error',
        param: 'purpose',
        code: null,
      },
    })
    const refused = await upload().catch((error: unknown) => error as InstanceType<typeof OpenAI.APIError>)
    expect(refused).toMatchObject({ status: 400, param: 'purpose' })
    expect(String((refused as Error).message)).toContain('Invalid purpose')
  })

  it('relay 17: an upload that a server does not know goes to another channel when it is repeated', async () => {
    await relay.api.services.knex('vendor_files').delete()
    vendor.refuseNext(404, { error: { message: 'not found' } })
    const client = new OpenAI({ apiKey: relay.key, baseURL: `${relay.url}/v1`, maxRetries: 1 })
    const { id } = await upload(client)
    const [first, second] = vendor.calls.filter(({ method }) => method === 'POST').map(({ key }) => key)
    expect(second).toBe(vendor.files.get(id)?.key)
    expect(first === 'four').not.toBe(second === 'four')
  })

  it('relay 17: an account without quota uploads nothing', async () => {
    const poor = await relay.api.createUser('penniless')
    const client = relay.clientWith(await relay.addToken({}, poor))
    await expect(upload(client)).rejects.toMatchObject({ status: 403, code: 'file_without_credit' })
    expect(vendor.calls).toEqual([])
  })

  it('relay 17: an account keeps a thousand files, and another one once it has deleted one', async () => {
    const { knex } = relay.api.services
    const { id } = await upload()
    const row = await knex('vendor_files').where({ file_id: id }).first()
    const others = await knex('vendor_files').where({ user_id: row.user_id }).count({ count: '*' }).first()
    const more = Array.from({ length: 1000 - Number(others?.count) }, (_, index) => ({
      ...row,
      file_id: `file-filler-${index}`,
    }))
    await knex.batchInsert('vendor_files', more, 500)
    await expect(upload()).rejects.toMatchObject({ status: 400, code: 'files_no_room' })
    await relay.openai.files.delete(id)
    await upload()
    await knex('vendor_files').where('file_id', 'like', 'file-filler-%').delete()
  })

  it('relay 17: where no channel keeps files the answer is 404 in the client’s form', async () => {
    await relay.root.call('POST', '/api/channel/', {
      type: 43,
      name: 'deepseek',
      key: 'k',
      base_url: vendor.url,
      models: 'deepseek-chat',
      group: 'default',
    })
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: 'deepseek-chat' })
    await expect(upload(relay.clientWith(key))).rejects.toMatchObject({
      status: 404,
      code: 'files_unsupported',
      type: 'invalid_request_error',
    })
  })

  it('relay 17: ?model= leads a file to a channel that serves the model', async () => {
    const id = await uploadFor('o3')
    expect(vendor.files.get(id)?.key).toBe('seven')
    await expect(ask(id)).rejects.toMatchObject({ status: 400, code: 'file_out_of_reach' })
    await relay.openai.files.delete(id)
  })

  it('relay 17: an id that a vendor gives twice never changes its owner', async () => {
    const { id } = await upload(relay.openai, 'mine')
    vendor.nameNext(id)
    await expect(upload(other, 'theirs')).rejects.toMatchObject({ status: 502 })
    await expect(other.files.retrieve(id)).rejects.toMatchObject({ status: 404 })
    expect(await relay.openai.files.retrieve(id)).toMatchObject({ id })
  })

  it('relay 17: what is stored of a file says neither its name nor the key', async () => {
    const { id } = await upload(relay.openai, 'x', 'salaries.pdf')
    const row = JSON.stringify(await relay.api.services.knex('vendor_files').where({ file_id: id }).first())
    expect(row).not.toMatch(/salaries|"one"|"two"|"three"|"four"/)
  })
})

describe('relay 17: an upload is passed on as it arrives', () => {
  const head =
    '--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
  const tail = '\r\n--x--\r\n'
  const send = (body: ReadableStream | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${relay.url}/v1/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${relay.key}`,
        'content-type': 'multipart/form-data; boundary=x',
        ...headers,
      },
      body,
      duplex: 'half',
    } as RequestInit)

  it('relay 17: the vendor has the first bytes before the client has sent the last', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.from(head))
        controller.enqueue(Buffer.alloc(300_000, 'a'))
        await held
        controller.enqueue(Buffer.from(tail))
        controller.close()
      },
    })
    const answer = send(body)
    await vi.waitFor(() => expect(vendor.arrived()).toBeGreaterThan(300_000), { timeout: 60_000 })
    release()
    expect(await (await answer).json()).toMatchObject({ object: 'file', bytes: 300_000 })
  })

  it('relay 17: one larger than the site allows is refused with 413, announced or not', async () => {
    const large = Buffer.concat([Buffer.from(head), Buffer.alloc(fileBytesMax + 1), Buffer.from(tail)])
    const announced = await send(large)
    expect([announced.status, await announced.json()]).toMatchObject([
      413,
      { error: { code: 'file_too_large' } },
    ])
    const before = vendor.files.size
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(MEGABYTE))
      },
    })
    const endless = await send(body)
    expect(endless.status).toBe(413)
    expect(vendor.files.size).toBe(before)
  })

  it('relay 17: a client that leaves takes its upload along', async () => {
    const leaving = new AbortController()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.concat([Buffer.from(head), Buffer.alloc(100_000)])),
    })
    const before = vendor.files.size
    const answer = fetch(`${relay.url}/v1/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${relay.key}`, 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit)
    await vi.waitFor(() => expect(vendor.arrived()).toBeGreaterThan(100_000), { timeout: 60_000 })
    leaving.abort()
    await expect(answer).rejects.toThrow()
    expect((await upload()).object).toBe('file')
    expect(vendor.files.size).toBe(before + 1)
  })
})

describe('relay 17: files in Anthropic’s form', () => {
  const clientOf = (key: string) => new Anthropic({ apiKey: key, baseURL: relay.url, maxRetries: 0 })
  const put = async (client: Anthropic) =>
    client.beta.files.upload({ file: await toFile(Buffer.from('a claude report'), 'claude.txt') })

  it('relay 17: are uploaded, listed, shown, referred to and deleted by the official client', async () => {
    const client = clientOf(relay.key)
    const made = await put(client)
    expect(made).toMatchObject({ type: 'file', filename: 'claude.txt' })
    const ids: string[] = []
    for await (const { id } of client.beta.files.list({ limit: 1 })) ids.push(id)
    expect(ids).toEqual([made.id])
    expect(await client.beta.files.retrieveMetadata(made.id)).toMatchObject({ id: made.id, size_bytes: 15 })
    expect(await (await client.beta.files.download(made.id)).text()).toBe('a claude report')
    vendor.calls.length = 0
    for (let i = 0; i < 6; i += 1)
      await client.beta.messages.create({
        model: 'claude-sonnet-4-5',
        max_tokens: 16,
        betas: ['files-api-2025-04-14'],
        messages: [
          { role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: made.id } }] },
        ],
      })
    expect(new Set(vendor.calls.map(({ key }) => key))).toEqual(new Set([vendor.files.get(made.id)?.key]))
    expect(await client.beta.files.delete(made.id)).toMatchObject({ id: made.id, type: 'file_deleted' })
  })

  it('relay 17: are not among those in OpenAI’s form, and 404 to others in Anthropic’s', async () => {
    const made = await put(clientOf(relay.key))
    expect((await relay.openai.files.list()).data.map(({ id }) => id)).not.toContain(made.id)
    const asked = clientOf(otherKey).beta.files.retrieveMetadata(made.id)
    await expect(asked).rejects.toMatchObject({
      status: 404,
      error: { type: 'error', error: { type: 'not_found_error' } },
    })
  })
})
