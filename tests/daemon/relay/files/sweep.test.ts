import { GoogleGenAI } from '@google/genai'
import { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FilesServer, startFilesServer } from '../../../support/files/files-server.ts'
import { type GeminiFilesServer, startGeminiFilesServer } from '../../../support/files/gemini-files-server.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

const DAY_MS = 86_400_000

let relay: TestRelay
let vendor: FilesServer
let google: GeminiFilesServer

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('SelfUseModeEnabled', 'true')
  vendor = await startFilesServer()
  google = await startGeminiFilesServer()
  await relay.addChannel({ base_url: vendor.url, key: 'one' })
  await relay.addChannel({ type: 24, base_url: google.url, models: 'gemini-2.5-flash', key: 'two' })
})
afterAll(async () => {
  await relay.close()
  await vendor.close()
  await google.close()
})

const upload = async (key: string) => {
  const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: relay.url } })
  const file = await toFile(Buffer.from('a report'), 'report.txt')
  const { id } = await relay.clientWith(key).files.create({ file, purpose: 'user_data' })
  const { name = '' } = await client.files.upload({
    file: new Blob(['a report']),
    config: { mimeType: 'text/plain' },
  })
  return { id, name }
}

describe('relay 17: files of a deleted user', () => {
  it('relay 17: are deleted at the vendors, a day later because a batch may still read them, and nobody else’s', async () => {
    const { knex, fileSweep } = relay.api.services
    const leaver = await relay.api.createUser('leaver')
    await relay.root.call('PUT', '/api/user/', { id: leaver.id, quota: 500_000 })
    const left = await upload(await relay.addToken({}, leaver))
    const mine = await upload(relay.key)
    await relay.root.call('POST', '/api/user/manage', { id: leaver.id, action: 'delete' })

    await fileSweep.pass()
    expect([vendor.files.has(left.id), google.files.has(left.name)]).toEqual([true, true])
    // Until they are deleted, nobody else can access them.
    await expect(relay.openai.files.retrieve(left.id)).rejects.toMatchObject({ status: 404 })

    relay.api.clock.advance(DAY_MS + 1_000)
    await fileSweep.pass()
    expect([...vendor.files.keys(), ...google.files.keys()]).toEqual([mine.id, mine.name])
    const rows = await knex('vendor_files').orderBy('file_id').select('file_id')
    expect(rows.map(({ file_id }) => file_id)).toEqual([mine.id, mine.name])
  })

  it('relay 17: wait while their channel is switched off or the vendor is down, and are forgotten with the channel', async () => {
    const { knex, fileSweep } = relay.api.services
    const leaver = await relay.api.createUser('leaver-two')
    await relay.root.call('PUT', '/api/user/', { id: leaver.id, quota: 500_000 })
    const left = await upload(await relay.addToken({}, leaver))
    await relay.root.call('POST', '/api/user/manage', { id: leaver.id, action: 'delete' })
    relay.api.clock.advance(DAY_MS + 1_000)
    const row = await knex('vendor_files').where({ file_id: left.name }).first()
    const channel = { id: Number(row.channel_id) }
    const isKnown = async () => (await knex('vendor_files').where({ file_id: left.name })).length === 1

    await relay.root.call('PUT', '/api/channel/', { ...channel, status: 2 })
    await fileSweep.pass()
    expect(await isKnown()).toBe(true)
    await relay.root.call('DELETE', `/api/channel/${channel.id}`)
    await fileSweep.pass()
    expect([await isKnown(), google.files.has(left.name)]).toEqual([false, true])
  })
})
