import { randomBytes } from 'node:crypto'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilesServer, startFilesServer } from '../../../support/files/files-server.ts'
import { createDatabase } from '../../../support/services/postgres.ts'
import { startTestApi, type TestApi } from '../../../support/test-services.ts'

let vendor: FilesServer
let first: TestApi
let second: TestApi
let env: Record<string, string>
let key: string

const clientOf = (api: TestApi) => {
  const address = api.app.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return new OpenAI({ apiKey: key, baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 })
}

beforeAll(async () => {
  vendor = await startFilesServer()
  env = {
    TOLLGATE_DATABASE_URL: await createDatabase('files_pair'),
    TOLLGATE_SECRET_KEY: randomBytes(32).toString('hex'),
    TOLLGATE_REDIS_URL: '',
  }
  first = await startTestApi({ env })
  const channel = { type: 1, base_url: vendor.url, group: 'default', models: 'gpt-4o-mini' }
  for (const name of ['a', 'b'])
    await first.root.call('POST', '/api/channel/', { ...channel, name, key: `${name}1\n${name}2\n${name}3` })
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
})
