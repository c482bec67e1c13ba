import { randomBytes } from 'node:crypto'
import { type File, GoogleGenAI } from '@google/genai'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilesServer, startFilesServer } from '../../../support/files/files-server.ts'
import {
  type GeminiFilesServer,
  GRANULARITY,
  startGeminiFilesServer,
} from '../../../support/files/gemini-files-server.ts'
import { createDatabase } from '../../../support/services/postgres.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let vendor: FilesServer
let google: GeminiFilesServer
let first: TestApi
let second: TestApi
let env: Record<string, string>
let key: string

const clientOf = (api: TestApi) => new OpenAI({ apiKey: key, baseURL: `${api.url}/v1`, maxRetries: 0 })

beforeAll(async () => {
  vendor = await startFilesServer()
  google = await startGeminiFilesServer()
  env = {
    TOLLGATE_DATABASE_URL: await createDatabase('files_pair'),
    TOLLGATE_SECRET_KEY: randomBytes(32).toString('hex'),
    TOLLGATE_REDIS_URL: '',
  }
  first = await startTestApi({ env })
  const channel = { type: 1, base_url: vendor.url, group: 'default', models: 'gpt-4o-mini' }
  for (const name of ['a', 'b'])
    await first.root.call('POST', '/api/channel/', { ...channel, name, key: `${name}1\n${name}2\n${name}3` })
  for (const name of ['c', 'd'])
    await first.root.call('POST', '/api/channel/', {
      ...channel,
      ...{ type: 24, base_url: google.url, models: 'gemini-2.5-flash' },
      ...{ name, key: `${name}1\n${name}2` },
    })
  const token = await first.root.call<{ key: string }>('POST', '/api/token/', {
    name: 't',
    unlimited_quota: true,
  })
  key = `sk-${token.key}`
  second = await startTestApi({ env, isSetUp: false })
})
afterAll(async () => {
  await first.close()
  await second.close()
  await vendor.close()
  await google.close()
})

const upload = async (api: TestApi, text: string) =>
  (await clientOf(api).files.create({ file: await toFile(Buffer.from(text), 'a.txt'), purpose: 'user_data' }))
    .id

const ask = (api: TestApi, ids: readonly string[]) =>
  clientOf(api).chat.completions.create({
    model: 'gpt-4o-mini',
    messages: [
      { role: 'user', content: ids.map((id) => ({ type: 'file' as const, file: { file_id: id } })) },
    ],
  })

describe('relay 17: two daemons on one store agree on files', () => {
  it('relay 17: each sends requests where the other has put the files, and shows and lists them', async () => {
    const ids = [await upload(first, 'one'), await upload(second, 'two'), await upload(first, 'three')]
    for (const api of [second, first]) {
      expect((await ask(api, ids)).choices[0]?.message.content).toBe('read')
      expect((await clientOf(api).files.list()).data.map(({ id }) => id)).toEqual(ids.toReversed())
      expect(await (await clientOf(api).files.content(ids[1] ?? '')).text()).toBe('two')
    }
  })

  it('relay 17: a daemon that was started again still knows whose a file is, and where', async () => {
    const id = await upload(second, 'kept')
    await second.close()
    second = await startTestApi({ env, isSetUp: false })
    expect((await ask(second, [id])).choices[0]?.message.content).toBe('read')
    await clientOf(second).files.delete(id)
    await expect(clientOf(first).files.retrieve(id)).rejects.toMatchObject({ status: 404 })
  })

  it('relay 17: any of them takes the next piece of an upload in Gemini’s form, and uses the file', async () => {
    const whole = Buffer.alloc(2 * GRANULARITY + 7, 'daemons')
    const headers = (command: string, offset: number) => ({
      'x-goog-upload-command': command,
      'x-goog-upload-offset': String(offset),
    })
    const begun = await fetch(`${first.url}/upload/v1beta/files`, {
      method: 'POST',
      headers: {
        'x-goog-api-key': key,
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': String(whole.length),
        'x-goog-upload-header-content-type': 'text/plain',
      },
    })
    const address = new URL(begun.headers.get('x-goog-upload-url') ?? '')
    const send = (api: TestApi, from: number, to: number, command = 'upload') =>
      fetch(`${api.url}${address.pathname}${address.search}`, {
        method: 'POST',
        headers: headers(command, from),
        body: whole.subarray(from, to),
      })
    expect((await send(second, 0, GRANULARITY)).status).toBe(200)
    expect((await send(first, GRANULARITY, 2 * GRANULARITY)).status).toBe(200)
    const made = await send(second, 2 * GRANULARITY, whole.length, 'upload, finalize')
    const { file } = (await made.json()) as { file: File }
    expect(google.files.get(file.name ?? '')?.bytes.equals(whole)).toBe(true)
    for (const api of [first, second]) {
      const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: api.url } })
      const parts = [{ fileData: { fileUri: file.uri ?? '', mimeType: 'text/plain' } }]
      const { text } = await client.models.generateContent({
        model: 'gemini-2.5-flash',
        contents: [{ role: 'user', parts }],
      })
      expect(text).toBe('read')
      expect(await client.files.get({ name: file.name ?? '' })).toMatchObject({ name: file.name })
    }
  })
})
