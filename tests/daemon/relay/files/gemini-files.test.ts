import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createPartFromUri, type File, GoogleGenAI } from '@google/genai'
import { uploadFile } from 'ai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type GeminiFilesServer,
  GRANULARITY,
  startGeminiFilesServer,
} from '../../../support/files/gemini-files-server.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import type { Caller } from '../../../support/test-services.ts'

const MEGABYTE = 1_048_576
const fileBytesMax = 40 * MEGABYTE
const model = 'gemini-2.5-flash'

let relay: TestRelay
let vendor: GeminiFilesServer
let client: GoogleGenAI
let other: GoogleGenAI
let otherUser: Caller
let otherKey: string

const clientOf = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: relay.url } })

beforeAll(async () => {
  relay = await startTestRelay({ env: { TOLLGATE_FILE_BYTES_MAX: String(fileBytesMax) } })
  await relay.setOption('SelfUseModeEnabled', 'true')
  vendor = await startGeminiFilesServer()
  const columns = { type: 24, base_url: vendor.url, models: model }
  await relay.addChannel({ ...columns, key: 'one\ntwo' })
  await relay.addChannel({ ...columns, key: 'three' })
  // These channels cannot store files, but are the first choice for everything else.
  await relay.addChannel({ type: 41, key: 'express-key', other: 'global', models: model, priority: 9 })
  await relay.addChannel({ type: 1, base_url: vendor.url, models: model, key: 'openai', priority: 9 })
  otherUser = await relay.api.createUser('neighbour')
  await relay.root.call('PUT', '/api/user/', { id: otherUser.id, quota: 500_000 })
  otherKey = await relay.addToken({}, otherUser)
  client = clientOf(relay.key)
  other = clientOf(otherKey)
})
afterAll(async () => {
  await relay.close()
  await vendor.close()
})
beforeEach(() => {
  vendor.calls.length = 0
  vendor.describe({})
})

const upload = (bytes: string | Buffer = 'a report', by = client, mimeType = 'text/plain') =>
  by.files.upload({
    file: new Blob([new Uint8Array(Buffer.from(bytes))]),
    config: { mimeType, displayName: 'Report' },
  })

const ask = async (file: File, by = client) => {
  const parts = [createPartFromUri(file.uri ?? '', file.mimeType ?? ''), { text: 'What does it say?' }]
  const answer = await by.models.generateContent({ model, contents: [{ role: 'user', parts }] })
  return answer.text
}

/** Sends a request of an upload directly, without an SDK. */
const send = (
  address: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string | ReadableStream = '',
) =>
  fetch(address, {
    method: 'POST',
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        ['protocol', 'command', 'offset', 'header-content-length', 'header-content-type'].includes(name)
          ? `x-goog-upload-${name}`
          : name,
        value,
      ]),
    ),
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    duplex: 'half',
  } as RequestInit)

const begin = (bytes: number, key = relay.key, body: unknown = { file: { display_name: 'raw' } }) =>
  send(
    `${relay.url}/upload/v1beta/files`,
    {
      'x-goog-api-key': key,
      protocol: 'resumable',
      command: 'start',
      'header-content-length': String(bytes),
      'header-content-type': 'application/pdf',
    },
    JSON.stringify(body),
  )

const addressOf = async (bytes: number, key = relay.key) =>
  (await begin(bytes, key)).headers.get('x-goog-upload-url') ?? ''

const last = (offset = 0) => ({ command: 'upload, finalize', offset: String(offset) })

const error = (status: number, word: string) => ({ error: { code: status, status: word } })

describe('relay 17: files in Gemini’s form', () => {
  it('relay 17: are uploaded, shown, listed and deleted by the official client', async () => {
    const made = await upload('bytes of a report')
    expect(made).toMatchObject({
      displayName: 'Report',
      mimeType: 'text/plain',
      sizeBytes: '17',
      state: 'ACTIVE',
    })
    const name = made.name ?? ''
    expect(await client.files.get({ name })).toMatchObject({ name, uri: made.uri })
    await client.files.delete({ name })
    expect(vendor.files.has(name)).toBe(false)
    await expect(client.files.get({ name })).rejects.toMatchObject({ status: 404 })
  })

  it('relay 17: one of several pieces arrives whole, whatever the client sends with them', async () => {
    const bytes = Buffer.alloc(9 * MEGABYTE, 'gateway')
    const made = await upload(bytes)
    expect(vendor.files.get(made.name ?? '')?.bytes.equals(bytes)).toBe(true)
    const offsets = vendor.calls.flatMap(({ headers }) => headers['x-goog-upload-offset'] ?? [])
    expect(offsets).toEqual(['0', String(8 * MEGABYTE)])
  })

  it('relay 17: are listed in pages, and only to their owner', async () => {
    const names: string[] = []
    for (let i = 0; i < 3; i += 1) names.push((await upload(`page ${i}`)).name ?? '')
    const theirs = (await upload('theirs', other)).name
    const mine: string[] = []
    for await (const file of await client.files.list({ config: { pageSize: 2 } })) mine.push(file.name ?? '')
    expect(mine.slice(0, 3)).toEqual(names.toReversed())
    expect(mine).not.toContain(theirs)
    const page = await other.files.list()
    expect(page.page.map(({ name }) => name)).toEqual([theirs])
    const wrong = await fetch(`${relay.url}/v1beta/files?pageToken=nonsense`, {
      headers: { 'x-goog-api-key': relay.key },
    })
    expect([wrong.status, await wrong.json()]).toMatchObject([400, error(400, 'INVALID_ARGUMENT')])
  })

  it('relay 17: a request goes to the key that has its file, ten times of ten, streamed or not', async () => {
    const file = await upload()
    const kept = vendor.files.get(file.name ?? '')
    vendor.calls.length = 0
    for (let i = 0; i < 9; i += 1) expect(await ask(file)).toBe('read')
    const parts = [createPartFromUri(file.uri ?? '', 'text/plain')]
    const stream = await client.models.generateContentStream({ model, contents: [{ role: 'user', parts }] })
    for await (const { text } of stream) expect(text).toBe('read')
    expect(vendor.calls.map(({ key }) => key)).toEqual(Array.from({ length: 10 }, () => kept?.key))
    expect(JSON.stringify(vendor.calls[0]?.body)).toContain(`"${kept?.described.uri}"`)
  })

  it('relay 17: files of both spellings, and inside the result of a function, are found', async () => {
    const file = await upload()
    const { uri: fileUri = '', mimeType = '' } = file
    const contents = [
      { role: 'user', parts: [{ file_data: { file_uri: fileUri, mime_type: mimeType } }] },
      { role: 'model', parts: [{ functionCall: { name: 'open', args: { fileUri } } }] },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              name: 'open',
              response: { said: { file_uri: 'a word of the tool' } },
              parts: [{ fileData: { fileUri, mimeType } }],
            },
          },
        ],
      },
    ]
    vendor.calls.length = 0
    // Call arguments are the model's own words and stay unchanged, so the strict vendor refuses the request.
    const answer = await relay.post(`/v1beta/models/${model}:generateContent`, { contents })
    expect(answer.status).not.toBe(404)
    const sent = JSON.stringify(vendor.calls[0]?.body)
    const uri = String(vendor.files.get(file.name ?? '')?.described.uri)
    expect(sent.split(uri)).toHaveLength(3)
    expect(sent).toContain(`"args":{"fileUri":"${fileUri}"}`)
    expect(sent).toContain('a word of the tool')
  })

  it('relay 17: all files of a user go to one account, so that a request can use several', async () => {
    const files = [await upload('a'), await upload('b'), await upload('c')]
    expect(new Set(files.map(({ name }) => vendor.files.get(name ?? '')?.key)).size).toBe(1)
    const parts = files.map(({ uri = '' }) => createPartFromUri(uri, 'text/plain'))
    const { text } = await client.models.generateContent({ model, contents: [{ role: 'user', parts }] })
    expect(text).toBe('read')
  })

  it('relay 17: of another user are 404, to read, to download, to delete and to refer to', async () => {
    const file = await upload('a secret')
    const name = file.name ?? ''
    vendor.calls.length = 0
    const { uri = '' } = file
    const [id = ''] = name.split('/').slice(1)
    const spellings = [
      name,
      ` ${uri}`,
      `${uri}?alt=media`,
      `${uri}/`,
      `${uri}:download`,
      uri.replace('/files/', '//files/'),
      uri.replace(id, `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`),
    ]
    for (const attempt of [
      () => other.files.get({ name }),
      () => other.files.delete({ name }),
      () => other.files.download({ file: name, downloadPath: '/dev/null' }),
      () => ask(file, other),
      ...spellings.map((each) => () => ask({ ...file, uri: each }, other)),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 404 })
    expect(vendor.calls).toEqual([])
    expect(await ask(file)).toBe('read')
  })

  it('relay 17: nothing that a client sees says where the vendor is', async () => {
    const { host } = new URL(vendor.url)
    const begun = await begin(4)
    const address = begun.headers.get('x-goog-upload-url') ?? ''
    const made = await send(address, last(), 'seen')
    const texts = [JSON.stringify([...begun.headers]), JSON.stringify([...made.headers]), await made.text()]
    const { file } = JSON.parse(texts[2] ?? '') as { file: File }
    for (const path of [
      '/v1beta/files',
      '/v1/files',
      `/v1beta/${file.name}`,
      `/v1alpha/${file.name}`,
      `/v1/${file.name}`,
    ])
      texts.push(await (await fetch(`${relay.url}${path}?key=${relay.key}`)).text())
    expect(address.startsWith(`${relay.url}/upload/v1beta/files?upload_id=`)).toBe(true)
    expect(texts.filter((text) => text.includes(host))).toEqual([])
    expect(texts[2]).toContain(`"https://generativelanguage.googleapis.com/v1beta/${file.name}"`)
  })

  it('relay 17: what the vendor lets nobody download is refused, and what a model has made is given', async () => {
    const { name = '' } = await upload('made by a model')
    const download = () =>
      fetch(`${relay.url}/v1beta/${name}:download?alt=media`, { headers: { 'x-goog-api-key': relay.key } })
    const refused = await download()
    expect([refused.status, await refused.json()]).toMatchObject([400, error(400, 'INVALID_ARGUMENT')])
    vendor.describe({ source: 'GENERATED', downloadUri: `${vendor.url}/v1beta/${name}:download?alt=media` })
    const shown = await client.files.get({ name })
    expect(shown.downloadUri).toBe(`${relay.url}/v1beta/${name}:download?alt=media`)
    expect(await (await download()).text()).toBe('made by a model')
  })

  it('relay 17: a file that the vendor no longer has is 404, and gone from the list', async () => {
    const { name = '' } = await upload()
    ;(vendor.files as Map<string, unknown>).delete(name)
    await expect(client.files.get({ name })).rejects.toMatchObject({ status: 404 })
    const listed = await client.files.list({ config: { pageSize: 100 } })
    expect(listed.page.map((file) => file.name)).not.toContain(name)
  })

  it('relay 17: where no channel keeps files the answer is 404 in Google’s form', async () => {
    await relay.addChannel({ type: 41, key: 'express-key', other: 'global', models: 'gemini-2.5-pro' })
    const key = await relay.addToken({ model_limits_enabled: true, model_limits: 'gemini-2.5-pro' })
    const answer = await begin(4, key)
    expect([answer.status, await answer.json()]).toMatchObject([404, error(404, 'NOT_FOUND')])
    expect(vendor.calls).toEqual([])
  })

  it('relay 17: addresses that are not served are 404 in Google’s form', async () => {
    for (const [method, path] of [
      ['POST', '/v1beta/files:register'],
      ['POST', '/v1beta/files'],
      ['PUT', '/upload/v1beta/files'],
      ['POST', '/upload/v1beta/corpora'],
    ]) {
      const answer = await fetch(`${relay.url}${path}`, {
        method: method ?? '',
        headers: { 'x-goog-api-key': relay.key },
      })
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 404, error(404, 'NOT_FOUND')])
    }
  })

  it('relay 17: an account keeps a thousand files: no upload begins, and none that has begun ends', async () => {
    const { knex } = relay.api.services
    const address = await addressOf(4)
    const { name = '' } = await upload()
    const row = await knex('vendor_files').where({ file_id: name }).first()
    const others = await knex('vendor_files').where({ user_id: row.user_id }).count({ count: '*' }).first()
    const more = Array.from({ length: 1000 - Number(others?.count) }, (_, index) => ({
      ...row,
      file_id: `files/filler${index}`,
    }))
    await knex.batchInsert('vendor_files', more, 500)
    for (const answer of [await begin(4), await send(address, last(), 'full')])
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: { status: 'INVALID_ARGUMENT', details: [{ reason: 'FILES_NO_ROOM' }] } },
      ])
    await client.files.delete({ name })
    expect((await send(address, last(), 'room')).status).toBe(200)
    await knex('vendor_files').where('file_id', 'like', 'files/filler%').delete()
  })

  it('relay 17: an account without quota uploads nothing', async () => {
    const poor = await relay.api.createUser('penniless')
    const answer = await begin(4, await relay.addToken({}, poor))
    expect([answer.status, await answer.json()]).toMatchObject([403, error(403, 'RESOURCE_EXHAUSTED')])
    expect(vendor.calls).toEqual([])
  })

  it('relay 17: what is stored of a file says neither its name nor the key', async () => {
    const { name = '' } = await upload('x')
    const row = JSON.stringify(await relay.api.services.knex('vendor_files').where({ file_id: name }).first())
    expect(row).not.toMatch(/Report|"one"|"two"|"three"/)
  })

  it('relay 17: Vercel’s SDK, which sends no key with the bytes, uploads too', async () => {
    const google = createGoogleGenerativeAI({ apiKey: relay.key, baseURL: `${relay.url}/v1beta` })
    const data = new Uint8Array(Buffer.from('%PDF-1.4 of a report'))
    const { providerReference } = await uploadFile({ api: google, data, mediaType: 'application/pdf' })
    expect(providerReference.google).toMatch(
      /^https:\/\/generativelanguage\.googleapis\.com\/v1beta\/files\//,
    )
  })
})

describe('relay 17: an upload in several requests', () => {
  it('relay 17: is continued by its id alone, as Python’s SDK does, while its token may', async () => {
    const key = await relay.addToken({ name: 'short-lived' })
    const tokens = await relay.root.call<{ items: { id: number; name: string }[] }>(
      'GET',
      '/api/token/?page_size=100',
    )
    const id = tokens.items.find(({ name }) => name === 'short-lived')?.id
    const address = await addressOf(4, key)
    const told = await send(address, { command: 'query' })
    expect([told.status, told.headers.get('x-goog-upload-status')]).toEqual([200, 'active'])
    await relay.root.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
    const refused = await send(address, last(), 'late')
    expect([refused.status, await refused.json()]).toMatchObject([401, error(401, 'UNAUTHENTICATED')])
    await relay.root.call('PUT', '/api/token/?status_only=true', { id, status: 1 })
    expect(await (await send(address, last(), 'four')).json()).toMatchObject({ file: { sizeBytes: '4' } })
  })

  it('relay 17: is nobody else’s: an id of another user, or a changed one, is 404', async () => {
    const address = await addressOf(4)
    const changed = address.replace(
      /upload_id=(v1\.[^.]+\.[^.]+\.)(.)/,
      (_all, before, letter) => `upload_id=${before}${letter === 'A' ? 'B' : 'A'}`,
    )
    vendor.calls.length = 0
    for (const [at, headers] of [
      [address, { ...last(), 'x-goog-api-key': otherKey }],
      [address, { command: 'cancel', 'x-goog-api-key': otherKey }],
      [changed, last()],
      [`${relay.url}/upload/v1beta/files?upload_id=up1-one`, last()],
    ] as const) {
      const answer = await send(at, headers, 'evil')
      expect([answer.status, await answer.json()]).toMatchObject([404, error(404, 'NOT_FOUND')])
      expect(answer.headers.get('x-goog-upload-status')).toBe('final')
    }
    expect(vendor.calls).toEqual([])
    expect((await send(address, { ...last(), 'x-goog-api-key': relay.key }, 'mine')).status).toBe(200)
  })

  it('relay 17: has a day', async () => {
    const address = await addressOf(4)
    relay.api.clock.advance(86_400_000)
    expect((await send(address, last(), 'late')).status).toBe(404)
  })

  it('relay 17: a piece at another offset is refused as the vendor refuses it, and the right one goes on', async () => {
    const whole = Buffer.alloc(GRANULARITY + 5, 'piece')
    const address = await addressOf(whole.length)
    const first = await send(address, { command: 'upload', offset: '0' }, whole.subarray(0, GRANULARITY))
    expect([first.status, first.headers.get('x-goog-upload-status')]).toEqual([200, 'active'])
    const wrong = await send(address, last(7), 'elsewhere')
    expect([wrong.status, await wrong.json()]).toMatchObject([400, error(400, 'INVALID_ARGUMENT')])
    expect(wrong.headers.get('x-goog-upload-status')).toBe('active')
    const told = await send(address, { command: 'query' })
    expect(told.headers.get('x-goog-upload-size-received')).toBe(String(GRANULARITY))
    const made = await send(address, last(GRANULARITY), whole.subarray(GRANULARITY))
    const { file } = (await made.json()) as { file: File }
    expect(vendor.files.get(file.name ?? '')?.bytes.equals(whole)).toBe(true)
  })

  it('relay 17: one that ends too early is refused as the vendor refuses it', async () => {
    const before = vendor.files.size
    const address = await addressOf(10)
    const early = await send(address, last(), 'four')
    expect([early.status, await early.json()]).toMatchObject([400, error(400, 'INVALID_ARGUMENT')])
    expect(vendor.files.size).toBe(before)
  })

  it('relay 17: a request that says nothing of what it does is refused before the vendor hears of it', async () => {
    const address = await addressOf(4)
    vendor.calls.length = 0
    for (const headers of [
      {},
      { command: 'start' },
      { command: 'upload' },
      { command: 'upload', offset: '-1' },
    ])
      expect((await send(address, headers, 'four')).status).toBe(400)
    for (const headers of [{}, { protocol: 'raw' }, { protocol: 'resumable', command: 'upload' }])
      expect(
        (await send(`${relay.url}/upload/v1beta/files`, { 'x-goog-api-key': relay.key, ...headers }, 'x'))
          .status,
      ).toBe(400)
    expect(vendor.calls).toEqual([])
  })

  it('relay 17: whose last answer is lost is noted when the client asks again, and once', async () => {
    const address = await addressOf(4)
    vendor.loseNextAnswer()
    expect((await send(address, last(), 'lost')).status).toBe(502)
    const asked = async () => (await (await send(address, { command: 'query' })).json()) as { file: File }
    const { file } = await asked()
    expect((await asked()).file.name).toBe(file.name)
    expect(await ask(file)).toBe('read')
  })

  it('relay 17: can be cancelled', async () => {
    const address = await addressOf(4)
    const cancelled = await send(address, { command: 'cancel' })
    expect([cancelled.status, cancelled.headers.get('x-goog-upload-status')]).toEqual([200, 'cancelled'])
    expect((await send(address, last(), 'four')).status).toBe(400)
  })

  it('relay 17: the vendor has the first bytes of a piece before the client has sent the last', async () => {
    const address = await addressOf(300_001)
    const before = vendor.arrived()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(Buffer.alloc(300_000, 'a'))
        await held
        controller.enqueue(Buffer.from('b'))
        controller.close()
      },
    })
    const answer = send(address, last(), body)
    await vi.waitFor(() => expect(vendor.arrived()).toBe(before + 300_000), { timeout: 60_000 })
    release()
    expect(await (await answer).json()).toMatchObject({ file: { sizeBytes: '300001' } })
  })

  it('relay 17: a vendor that reads slowly slows the client down: the gateway keeps no file in memory', async () => {
    // More than the buffers of all sockets on the way can hold.
    const bytes = fileBytesMax
    const address = await addressOf(bytes)
    vendor.readUpTo(vendor.arrived() + MEGABYTE)
    let given = 0
    const body = new ReadableStream({
      pull(controller) {
        if (given === bytes) return controller.close()
        given += 65_536
        controller.enqueue(Buffer.alloc(65_536, 'x'))
      },
    })
    const answer = send(address, last(), body)
    let before = 0
    const isStalled = () => {
      const isSame = given === before && given > 0
      before = given
      return isSame
    }
    await vi.waitFor(() => expect(isStalled()).toBe(true), { timeout: 60_000, interval: 300 })
    expect(given).toBeLessThan(bytes)
    vendor.readUpTo(Number.POSITIVE_INFINITY)
    expect((await answer).status).toBe(200)
  })

  it('relay 17: a client that leaves within a piece goes on where the vendor is', async () => {
    const whole = Buffer.alloc(400_000, 'z')
    const address = await addressOf(whole.length)
    const before = vendor.arrived()
    const leaving = new AbortController()
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(whole.subarray(0, 200_000)),
    })
    const cut = fetch(address, {
      method: 'POST',
      headers: { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
      body,
      duplex: 'half',
      signal: leaving.signal,
    } as RequestInit)
    await vi.waitFor(() => expect(vendor.arrived()).toBe(before + 200_000), { timeout: 60_000 })
    leaving.abort()
    await expect(cut).rejects.toThrow()
    const told = await send(address, { command: 'query' })
    expect(told.headers.get('x-goog-upload-size-received')).toBe('200000')
    const made = await send(address, last(200_000), whole.subarray(200_000))
    const { file } = (await made.json()) as { file: File }
    expect(vendor.files.get(file.name ?? '')?.bytes.equals(whole)).toBe(true)
  })

  it('relay 17: a file larger than the site allows is refused with 413, announced or not', async () => {
    const announced = await begin(fileBytesMax + 1)
    expect([announced.status, await announced.json()]).toMatchObject([413, { error: { code: 413 } }])
    expect(vendor.calls).toEqual([])
    const address = await addressOf(fileBytesMax)
    const beyond = await send(address, { command: 'upload', offset: String(fileBytesMax - 1) }, 'xx')
    expect([beyond.status, beyond.headers.get('x-goog-upload-status')]).toEqual([413, 'final'])
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(MEGABYTE))
      },
    })
    expect((await send(address, { command: 'upload', offset: '0' }, endless)).status).toBe(413)
  })

  it('relay 17: a name cannot be chosen: it could be the one of a deleted file of another user', async () => {
    const answer = await begin(4, relay.key, { file: { name: 'files/mine' } })
    expect([answer.status, await answer.json()]).toMatchObject([400, error(400, 'INVALID_ARGUMENT')])
    expect(vendor.calls).toEqual([])
  })

  it('relay 17: begins at another channel where one cannot', async () => {
    await relay.api.services.knex('vendor_files').delete()
    vendor.refuseNext(404, { error: { message: 'not found' } })
    const { name = '' } = await upload()
    const [first, second] = vendor.calls.map(({ key }) => key)
    expect(second).toBe(vendor.files.get(name)?.key)
    expect(first === 'three').not.toBe(second === 'three')
  })

  it('relay 17: a refused key is put aside and not told to the client', async () => {
    await relay.api.services.knex('vendor_files').delete()
    vendor.refuseNext(400, {
      error: { code: 400, message: 'API key not valid: one', status: 'INVALID_ARGUMENT' },
    })
    const { name = '' } = await upload()
    const [first, second] = vendor.calls.map(({ key }) => key)
    expect(second).toBe(vendor.files.get(name)?.key)
    expect(first).not.toBe(second)
  })

  it('relay 17: whatever host a vendor names for the bytes, they and the key go to the channel’s', async () => {
    vendor.moveNextUpload('https://elsewhere.example')
    const { name = '' } = await upload('stays here')
    expect(vendor.files.get(name)?.bytes.toString()).toBe('stays here')
  })

  it('relay 17: its address is the one by which the client has come, also behind a proxy', async () => {
    const answer = await send(`${relay.url}/upload/v1beta/files`, {
      'x-goog-api-key': relay.key,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'tollgate.example',
      protocol: 'resumable',
      command: 'start',
      'header-content-length': '4',
      'header-content-type': 'text/plain',
    })
    expect(answer.headers.get('x-goog-upload-url')).toMatch(
      /^https:\/\/tollgate\.example\/upload\/v1beta\/files\?/,
    )
  })
})

describe('relay 17: an upload in one request', () => {
  const form = (described: unknown, media: string, boundary = 'b0undary') =>
    `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${
      typeof described === 'string' ? described : JSON.stringify(described)
    }\r\n--${boundary}\r\nContent-Type: image/png\r\n\r\n${media}\r\n--${boundary}--`
  const sendForm = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    send(
      `${relay.url}/upload/v1beta/files`,
      {
        'x-goog-api-key': relay.key,
        protocol: 'multipart',
        'content-type': 'multipart/related; boundary=b0undary',
        ...headers,
      },
      body,
    )

  it('relay 17: is passed on, and the file answers requests', async () => {
    const media = 'p'.repeat(200_000)
    const answer = await sendForm(form({ file: { displayName: 'Picture' } }, media))
    const { file } = (await answer.json()) as { file: File }
    expect(file).toMatchObject({ displayName: 'Picture', mimeType: 'image/png', sizeBytes: '200000' })
    expect(vendor.files.get(file.name ?? '')?.bytes.toString()).toBe(media)
    expect(await ask(file)).toBe('read')
  })

  it('relay 17: no name can be chosen there either, however it is written', async () => {
    for (const described of [
      { file: { name: 'files/mine' } },
      '{"file":{"n\\u0061me":"files/mine"}}',
      '{"file":{"name":""},"file":{"name":"files/mine"}}',
    ])
      expect((await sendForm(form(described, 'x'))).status).toBe(400)
    // If a member occurs twice, the vendor receives the one that was checked.
    const answer = await sendForm(form('{"file":{"displayName":"first","displayName":"second"}}', 'x'))
    expect(await answer.json()).toMatchObject({ file: { displayName: 'second' } })
  })

  it('relay 17: what is no such form is 400, and nothing of it reaches the vendor', async () => {
    for (const [body, headers] of [
      ['', {}],
      [form('no json', 'x'), {}],
      [form({ file: {} }, 'x'), { 'content-type': 'multipart/form-data; boundary=b0undary' }],
      [`--b0undary\r\n\r\n{"file":{"displayName":"${'x'.repeat(200_000)}`, {}],
    ] as const)
      expect((await sendForm(body, headers)).status).toBe(400)
    expect(vendor.calls).toEqual([])
  })

  it('relay 17: one larger than the site allows is refused with 413', async () => {
    expect((await sendForm(form({ file: {} }, 'x'.repeat(fileBytesMax)))).status).toBe(413)
  })
})
