import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Operation, Outcome } from '../../../src/daemon/ledger/operations.ts'
import { keepAnswer, readKeptAnswer } from '../../../src/daemon/relay/hold/kept-answer.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: 'tts-1,whisper-1' })
  await relay.addChannel({ type: 24, models: 'gemini-2.5-flash,gemini-2.5-pro' })
  await relay.setOption('ModelRatio', '{"tts-1":1,"whisper-1":1,"gemini-2.5-flash":1,"gemini-2.5-pro":1}')
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const read = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  bytes: Buffer.from(await response.arrayBuffer()),
})

describe('reliability 6: a repeated Idempotency-Key gets the answer as it was', () => {
  it.each([
    ['audio/mpeg', randomBytes(4074)],
    ['audio/mpeg', Buffer.from('ID3\0sound')],
    ['audio/L16; rate=24000; channels=1', Buffer.alloc(100)],
  ])('speech of type %s, byte by byte', async (contentType, body) => {
    relay.upstream.always({ body, contentType })
    const speech = { model: 'tts-1', input: 'hello', voice: 'alloy' }
    const key = randomBytes(8).toString('hex')
    const post = () => relay.post('/v1/audio/speech', speech, { 'idempotency-key': key })
    const first = await read(await post())
    expect(first).toEqual({ status: 200, type: contentType, bytes: body })
    const before = await relay.balance()
    const again = await post()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await read(again)).toEqual(first)
    expect([relay.upstream.hits, await relay.balance()]).toEqual([1, before])
  })

  it('a transcript, as text', async () => {
    relay.upstream.always({
      body: '1\n00:00:00,000 --> 00:00:01,000\n你好, data:\n',
      contentType: 'text/plain',
    })
    const body = [
      '--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nwhisper-1\r\n',
      '--b\r\ncontent-disposition: form-data; name="response_format"\r\n\r\nsrt\r\n',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nsound\r\n--b--\r\n',
    ].join('')
    const headers = { 'idempotency-key': 'srt', 'content-type': 'multipart/form-data; boundary=b' }
    const first = await read(await relay.post('/v1/audio/transcriptions', body, headers))
    expect([first.status, first.type]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(await read(await relay.post('/v1/audio/transcriptions', body, headers))).toEqual(first)
    expect(relay.upstream.hits).toBe(1)
  })

  it('the same body for another model in the address is another request', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'hello' }] }]
    const ask = (model: string) =>
      relay.post(`/v1beta/models/${model}:generateContent`, { contents }, { 'idempotency-key': 'google' })
    expect((await ask('gemini-2.5-flash')).status).toBe(200)
    expect((await ask('gemini-2.5-pro')).status).toBe(422)
  })

  it('what an older version kept is JSON', () => {
    const kept = '{"object":"chat.completion","a":"data:x,y"}'
    expect(readKeptAnswer(kept)).toEqual({ contentType: 'application/json', body: Buffer.from(kept) })
  })

  it('whatever the type and the bytes', () => {
    for (const body of [Buffer.alloc(0), Buffer.from(',;base64,'), Buffer.from([0xff, 0, 0x2c])])
      for (const contentType of ['application/json', 'audio/L16; rate=24000', 'text/plain; charset=utf-8'])
        expect(readKeptAnswer(keepAnswer({ contentType, body }))).toEqual({ contentType, body })
  })
})

describe('finding relay 21: the same request again while the first still runs', () => {
  const post = (key: string, signal?: AbortSignal) =>
    fetch(`${relay.url}/v1/audio/speech`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${relay.key}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ model: 'tts-1', input: 'hello', voice: 'alloy' }),
      signal: signal ?? null,
    })

  /** Counts the requests for a hold. */
  const countHolds = () => {
    const ledger = relay.api.services.ledger as { submit: (operation: Operation) => Promise<Outcome> }
    const { submit } = ledger
    const state = { holds: 0, stop: () => void Object.assign(ledger, { submit }) }
    ledger.submit = (operation) => {
      if (operation.op === 'reserve') state.holds += 1
      return submit.call(ledger, operation)
    }
    return state
  }

  it('waits for the first and gets its answer, charged once', async () => {
    const counter = countHolds()
    const before = await relay.balance()
    relay.upstream.next({ holdAt: 'headers' })
    const first = post('waits')
    const held = await relay.upstream.received(1)
    const second = post('waits')
    // The second call has found the first one running, and checks again.
    await expect.poll(() => counter.holds).toBeGreaterThanOrEqual(3)
    counter.stop()
    held.resume()
    const bytes = await read(await first)
    const cost = before - (await relay.balance())
    const again = await second
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await read(again)).toEqual(bytes)
    expect(cost).toBeGreaterThan(0n)
    expect([relay.upstream.hits, before - (await relay.balance())]).toEqual([1, cost])
  })

  it('a client that gave up waiting and asks again gets what it has paid for', async () => {
    const before = await relay.balance()
    relay.upstream.next({ holdAt: 'headers' })
    const leaving = new AbortController()
    const isSeen = new Promise<void>((resolve) => {
      relay.api.app.server.once('request', (_request, response) => response.once('close', resolve))
    })
    const first = post('left', leaving.signal).catch((error: unknown) => error)
    const held = await relay.upstream.received(1)
    leaving.abort()
    expect(await first).toMatchObject({ name: 'AbortError' })
    await isSeen
    const second = post('left')
    held.resume()
    const again = await second
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    const cost = before - (await relay.balance())
    expect(cost).toBeGreaterThan(0n)
    await (await post('left')).arrayBuffer()
    expect([relay.upstream.hits, before - (await relay.balance())]).toEqual([1, cost])
  })

  it('where the first fails, the second is made in its place', async () => {
    relay.upstream.next({ holdAt: 'headers', status: 400 })
    const first = post('fails')
    const held = await relay.upstream.received(1)
    const second = post('fails')
    held.resume()
    expect([(await first).status, (await second).status]).toEqual([400, 200])
    expect(relay.upstream.hits).toBe(2)
  })
})
