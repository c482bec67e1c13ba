import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pictureBase64 } from '../../../../support/simulator/openai-media.ts'
import { startTestRelay, type TestRelay } from '../../../../support/test-relay.ts'

const bytesMax = 1_048_576
const gemini = 'gemini-2.5-flash'
const picture = Buffer.from(pictureBase64, 'base64')

let relay: TestRelay
let server: Server
/** Fetched paths, how many fetches run at once, and the responses that wait for {@link release}. */
let paths: string[]
let running: number
let runningMax: number
let held: (() => void)[] | undefined

const release = () => {
  for (const answer of held?.splice(0) ?? []) answer()
}
/** Responds to `/big/…` with an image of 300 kB and to `/gone/…` with 404. */
const answer = (path: string, response: ServerResponse) => {
  running -= 1
  response.statusCode = path.startsWith('/gone') ? 404 : 200
  response.end(path.startsWith('/big') ? Buffer.concat([picture, Buffer.alloc(300_000)]) : picture)
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    paths.push(path)
    running += 1
    runningMax = Math.max(runningMax, running)
    if (held) held.push(() => answer(path, response))
    else answer(path, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  relay = await startTestRelay({
    env: {
      TOLLGATE_MEDIA_RANGES: '127.0.0.1/32',
      TOLLGATE_BODY_BYTES_MAX: String(bytesMax),
      TOLLGATE_BODIES_BYTES_MAX: String(2 * bytesMax),
    },
  })
  await relay.addChannel({ type: 24, models: gemini })
  await relay.addChannel({ type: 24, models: gemini })
  await relay.setOption('RetryTimes', '2')
  await relay.setOption('ModelRatio', JSON.stringify({ [gemini]: 1 }))
})
afterAll(async () => {
  await relay.close()
  server.close()
})
beforeEach(() => {
  relay.upstream.reset()
  paths = []
  running = 0
  runningMax = 0
  held = undefined
})

const linksTo = (paths: readonly string[]) =>
  paths.map((path) => ({
    type: 'image_url',
    image_url: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}` },
  }))
const ask = (paths: readonly string[]) =>
  relay.post('/v1/chat/completions', {
    model: gemini,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'what is this' }, ...linksTo(paths)] }],
  })
const codeOf = async (response: Response) => {
  const { error } = (await response.json()) as { error: { code: string } }
  return [response.status, error.code]
}
const numbered = (count: number, folder = 'small') =>
  Array.from({ length: count }, (_, index) => `/${folder}/${index}`)

describe('links in a request that the vendor does not follow', () => {
  it('are fetched four at a time', async () => {
    held = []
    const asked = ask(numbered(10))
    for (const waiting of [4, 4, 2]) {
      await expect.poll(() => held?.length).toBe(waiting)
      release()
    }
    expect((await asked).status).toBe(200)
    expect([paths.length, runningMax]).toEqual([10, 4])
  })

  it('may be a hundred; more are refused before one is fetched', async () => {
    expect(await codeOf(await ask(numbered(101)))).toEqual([400, 'media_too_many'])
    expect([paths, relay.upstream.hits]).toEqual([[], 0])
    expect((await ask(numbered(100))).status).toBe(200)
    expect(paths).toHaveLength(100)
  })

  it('are fetched once each, also for a second attempt', async () => {
    relay.upstream.next({ status: 500 })
    expect((await ask(['/same', '/other', '/same'])).status).toBe(200)
    expect([paths.sort(), relay.upstream.hits]).toEqual([['/other', '/same'], 2])
  })

  it('are not fetched any more once one has failed', async () => {
    held = []
    const asked = ask(['/gone/0', ...numbered(20)])
    await expect.poll(() => held?.length).toBe(4)
    held.splice(0, 1)[0]?.()
    // The other three are answered later.
    await expect.poll(() => running).toBe(3)
    release()
    held = undefined
    expect(await codeOf(await asked)).toEqual([400, 'media_unavailable'])
    expect(paths.length).toBeLessThan(21)
  })

  it('together bring no more than a body may have, and give the memory back', async () => {
    const before = await relay.balance()
    for (let count = 0; count < 4; count += 1)
      expect(await codeOf(await ask(numbered(4, 'big')))).toEqual([413, 'media_too_large'])
    expect([relay.upstream.hits, before - (await relay.balance())]).toEqual([0, 0n])
    expect((await ask(numbered(3, 'big'))).status).toBe(200)
  })

  it('take memory like bodies: where that is used up, a request is asked to come again', async () => {
    relay.upstream.next({ holdAt: 'headers' }, { holdAt: 'headers' })
    const first = ask(numbered(3, 'big'))
    await expect.poll(() => relay.upstream.hits).toBe(1)
    const second = ask(numbered(3, 'big'))
    await expect.poll(() => relay.upstream.hits).toBe(2)
    expect(await codeOf(await ask(numbered(3, 'big')))).toEqual([503, 'too_many_bodies'])
    for (const each of relay.upstream.requests) each.resume()
    expect([(await first).status, (await second).status]).toEqual([200, 200])
    expect((await ask(numbered(3, 'big'))).status).toBe(200)
  })
})
