import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AwsEventStreamFramer } from '../../../src/daemon/protocols/aws-event-stream.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

/** Models of another vendor, of Anthropic's own API, and of two clouds. */
const models = ['gpt-4o', 'claude-sonnet-4-5', 'claude-opus-4-5', 'claude-opus-4-6'] as const
const messages = [{ role: 'user', content: 'hi' }] as const
const beta = 'interleaved-thinking-2025-05-14'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(models.map((each) => [each, 1]))))
  await relay.addChannel({ models: models[0] })
  await relay.addChannel({ type: 14, models: models[1] })
  await relay.addChannel({ type: 33, models: models[2], key: 'AKID|SECRET|us-east-1' })
  await relay.addChannel({ type: 24, models: models[3] })
})
afterAll(() => relay.close())
beforeEach(() => {
  relay.upstream.reset()
  relay.upstream.always({ text: 'one two', tokens: { input: 1000, output: 500 } })
})

const vertexOf = (model: string, verb: string): string =>
  `/v1/projects/a-project/locations/us-east5/publishers/anthropic/models/${model}:${verb}`
const bedrockOf = (model: string, verb: string): string => `/model/${encodeURIComponent(model)}/${verb}`

/** Sends a request like Anthropic's packages for clouds: version and betas in the body, model and stream in the URL. */
const ask = (path: string, given: object = {}) =>
  relay.post(path, {
    max_tokens: 100,
    messages,
    anthropic_version: 'vertex-2023-10-16',
    anthropic_beta: [beta],
    ...given,
  })

/** Reads the events of a stream like a client of Bedrock, and then like Anthropic's package. */
async function readFrames(answer: Response): Promise<readonly Record<string, unknown>[]> {
  expect(answer.headers.get('content-type')).toBe('application/vnd.amazon.eventstream')
  const framer = new AwsEventStreamFramer()
  const events = framer.push(new Uint8Array(await answer.arrayBuffer()))
  expect(framer.flush()).toBeUndefined()
  return events.map(({ data }) => JSON.parse(data) as Record<string, unknown>)
}

const textOf = (events: readonly Record<string, unknown>[]): string =>
  events.map(({ delta }) => (delta as { text?: string } | undefined)?.text ?? '').join('')

describe('the addresses at which clouds serve Claude', () => {
  it.each(models)('answer with %s, and charge and log it like Anthropic’s own', async (model) => {
    for (const path of [vertexOf(model, 'rawPredict'), bedrockOf(model, 'invoke')]) {
      const before = await relay.balance()
      const answer = await ask(path)
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { type: 'message', content: [{ text: 'one two' }], usage: { input_tokens: 1000 } },
      ])
      expect(before - (await relay.balance())).toBeGreaterThan(0n)
      expect((await relay.logs())[0]).toMatchObject({ model_name: model, prompt_tokens: 1000 })
      expect(relay.upstream.requests.at(-1)?.complaint).toBeUndefined()
    }
  })

  it.each(models)(
    'stream %s, as events to clients of Vertex AI and in frames to those of Bedrock',
    async (model) => {
      const events = await ask(vertexOf(model, 'streamRawPredict'), { stream: true })
      expect(events.headers.get('content-type')).toContain('text/event-stream')
      expect(await events.text()).toMatch(/event: message_start[\s\S]*event: message_stop/)
      const read = await readFrames(await ask(bedrockOf(model, 'invoke-with-response-stream')))
      expect([textOf(read), read[0]?.type, read.at(-1)?.type]).toEqual([
        'one two',
        'message_start',
        'message_stop',
      ])
      expect(relay.upstream.requests.map(({ complaint }) => complaint)).toEqual([undefined, undefined])
      expect((await relay.logs())[0]).toMatchObject({ model_name: model, completion_tokens: 500 })
    },
  )

  it('hand version and betas on as the upstream wants them: in headers to Anthropic, in the body to Bedrock', async () => {
    for (const stream of ['rawPredict', 'streamRawPredict']) {
      await (await ask(vertexOf(models[1], stream))).text()
      const { headers, body } = relay.upstream.requests.at(-1) ?? {}
      expect(headers).toMatchObject({ 'anthropic-version': '2023-06-01', 'anthropic-beta': beta })
      expect(String(body)).not.toContain('anthropic_')
    }
    const answer = await ask(bedrockOf(models[2], 'invoke'))
    expect(answer.headers.get('tollgate-translation')).toBeNull()
    expect(JSON.parse(String(relay.upstream.requests.at(-1)?.body))).toMatchObject({
      anthropic_version: 'bedrock-2023-05-31',
      anthropic_beta: [beta],
    })
  })

  it('count tokens where Anthropic’s package for Vertex AI asks for it', async () => {
    const answer = await relay.post(vertexOf('count-tokens', 'rawPredict'), { model: models[1], messages })
    expect(await answer.json()).toEqual({ input_tokens: expect.any(Number) })
    expect(relay.upstream.hits).toBe(0)
  })

  it('are found without a version too, because a base URL may lack it', async () => {
    const answer = await ask(vertexOf(models[0], 'rawPredict').replace('/v1', ''))
    expect(await answer.json()).toMatchObject({ content: [{ text: 'one two' }] })
  })

  it('refuse in Anthropic’s shape, before a stream begins with the status', async () => {
    const streams = [
      vertexOf('nothing', 'streamRawPredict'),
      bedrockOf('nothing', 'invoke-with-response-stream'),
    ]
    for (const path of streams) {
      const answer = await ask(path)
      expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toMatchObject([
        404,
        'application/json',
        { type: 'error', error: { type: 'not_found_error' } },
      ])
    }
    for (const path of [vertexOf(models[0], 'predict'), bedrockOf(models[0], 'converse')])
      expect(await (await ask(path)).json()).toMatchObject({
        type: 'error',
        error: { type: 'not_found_error' },
      })
    const told = (await (await ask(bedrockOf('nothing', 'invoke'))).json()) as {
      error: object
      message?: string
    }
    expect(told.error).toMatchObject({ message: told.message })
    expect(told.message).toContain('nothing')
    const noKey = { authorization: '' }
    for (const path of streams) expect((await relay.post(path, {}, noKey)).status).toBe(401)
  })

  it('end a stream that breaks with an exception, which clients of Bedrock raise', async () => {
    relay.upstream.reset()
    relay.upstream.always({
      chunks: 20,
      errorAfterEvents: 5,
      error: { type: 'server_error', message: 'no more' },
    })
    const read = await readFrames(await ask(bedrockOf(models[0], 'invoke-with-response-stream')))
    expect(read[0]?.type).toBe('message_start')
    expect(read.at(-1)).toMatchObject({ type: 'error', error: { type: 'api_error' } })
  })
})
