import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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
