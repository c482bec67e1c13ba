import type { IncomingHttpHeaders } from 'node:http'
import type OpenAI from 'openai'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openResponseSocket, type ResponseSocketClient } from '../../../support/response-socket-client.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import { untilSettled } from '../../../support/until-settled.ts'

let relay: TestRelay
const sockets: ResponseSocketClient[] = []

/**
 * The models of a chat-only channel, a Claude, and two Responses channels: one model that reasons and one that does
 * not.
 */
const models = ['moonshot-v1-8k', 'claude-sonnet-4-5', 'gpt-5', 'gpt-4.1']

const open = (options: Parameters<typeof openResponseSocket>[1] = {}) => {
  const client = openResponseSocket(relay.url, { key: relay.key, ...options })
  sockets.push(client)
  return client
}
const sent = (): string => JSON.stringify(relay.upstream.requests.at(-1)?.json)
const charged = async () => (await relay.logs()).filter(({ type }) => type === 2)

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('SelfUseModeEnabled', 'true')
  await relay.addChannel({ type: 25, models: 'moonshot-v1-8k' })
  await relay.addChannel({ type: 14, models: 'claude-sonnet-4-5' })
  await relay.addChannel({ models: 'gpt-5,gpt-4.1' })
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())
afterEach(async () => {
  for (const { socket } of sockets.splice(0)) socket.terminate()
  await untilSettled(relay.api.services)
})

const tools = [
  {
    type: 'function',
    name: 'look',
    parameters: { type: 'object', properties: { at: { type: 'string' } } },
    strict: false,
  },
] as const

describe.each(models)('issue 15: Responses over a WebSocket, on %s', (model) => {
  it('the official client runs a tool loop with store: false, and each turn is one charged call', async () => {
    relay.upstream.next(
      { toolCalls: [{ name: 'look', arguments: { at: 'a' } }], reasoning: 'I should look.' },
      { text: 'all seen' },
    )
    const before = (await charged()).length
    const ws = new ResponsesWS(relay.openai)
    const answer = async (): Promise<OpenAI.Responses.Response> => {
      for await (const event of ws.stream()) {
        if (event.type === 'error') throw event.error
        if (event.type === 'message' && event.message.type === 'response.completed')
          return event.message.response
      }
      throw new Error('The connection ended first.')
    }
    try {
      ws.send({ type: 'response.create', model, store: false, tools: [...tools], input: 'look around' })
      const first = await answer()
      const call = first.output.find((item) => item.type === 'function_call')
      expect(call).toMatchObject({ name: 'look', arguments: '{"at":"a"}' })
      ws.send({
        type: 'response.create',
        model,
        store: false,
        tools: [...tools],
        previous_response_id: first.id,
        input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'seen a' }],
      })
      const second = await answer()
      expect(second.output_text ?? JSON.stringify(second.output)).toContain('all seen')
    } finally {
      ws.close()
    }
    for (const text of ['look around', 'seen a']) expect(sent()).toContain(text)
    // The vendor stores nothing, so it gets its own reasoning back.
    if (model === 'gpt-5') expect(sent()).toContain('"type":"reasoning"')
    expect(relay.upstream.requests).toHaveLength(2)
    await untilSettled(relay.api.services)
    const rows = (await charged()).slice(0, 2)
    expect((await charged()).length - before).toBe(2)
    expect(new Set(rows.map((row) => row.request_id)).size).toBe(2)
    for (const row of rows) expect(row).toMatchObject({ is_stream: true, model_name: model })
  })

  it('events are those of a stream over HTTP, one message each', async () => {
    const types = async (events: AsyncIterable<{ readonly type: string }>) => {
      const list: string[] = []
      for await (const { type } of events) list.push(type)
      return list
    }
    const body = { model, input: 'say it', store: false }
    relay.upstream.next({ text: 'one two' }, { text: 'one two' })
    const overHttp = await types(await relay.openai.responses.create({ ...body, stream: true }))
    const client = open()
    await client.opened
    client.create(body)
    const overSocket: string[] = []
    for (let type = ''; type !== 'response.completed'; overSocket.push(type)) {
      const event = await client.event()
      expect(event).not.toHaveProperty('stream_id')
      type = event.type
    }
    expect(overSocket).toEqual(overHttp)
    expect(relay.upstream.requests.at(-1)?.json).not.toHaveProperty('type')
  })

  it('what is stored goes on over another connection, and over HTTP', async () => {
    relay.upstream.next({ text: 'first answer' }, { text: 'second answer' }, { text: 'third answer' })
    const one = await open().ask({ model, input: 'first question' })
    const two = await open().ask({
      model,
      input: 'second question',
      previous_response_id: one.response?.id,
    })
    expect(two.type).toBe('response.completed')
    const three = await relay.openai.responses.create({
      model,
      input: 'third question',
      previous_response_id: two.response?.id ?? '',
    })
    expect(three.status).toBe('completed')
  })

  it('a stored response that goes on from one of the connection has all of it', async () => {
    relay.upstream.next({ text: 'first answer' }, { text: 'second answer' }, { text: 'third answer' })
    const client = open()
    const one = await client.ask({ model, input: 'first question', store: false })
    const two = await client.ask({ model, input: 'second question', previous_response_id: one.response?.id })
    expect(two.type).toBe('response.completed')
    await relay.openai.responses.create({
      model,
      input: 'third question',
      previous_response_id: two.response?.id ?? '',
    })
    // A vendor of Responses stores the second response itself.
    const whole = model.startsWith('gpt') ? JSON.stringify(relay.upstream.requests[1]?.json) : sent()
    for (const text of ['first question', 'first answer', 'second question']) expect(whole).toContain(text)
  })

  it('with generate: false there is a name to go on from, no model is asked and nothing is charged', async () => {
    relay.upstream.next({ text: 'an answer' })
    const before = (await charged()).length
    const client = open()
    const warm = await client.ask({ model, input: 'the prompt', store: false, generate: false })
    expect(warm).toMatchObject({ type: 'response.completed', response: { status: 'completed', output: [] } })
    expect(warm.response?.usage?.total_tokens).toBe(0)
    expect(relay.upstream.hits).toBe(0)
    const answer = await client.ask({
      model,
      input: [],
      store: false,
      previous_response_id: warm.response?.id,
    })
    expect(answer.type).toBe('response.completed')
    expect(sent()).toContain('the prompt')
    expect(sent()).not.toContain('generate')
    await untilSettled(relay.api.services)
    expect((await charged()).length - before).toBe(1)
  })
})

describe('issue 15: what a connection remembers', () => {
  const model = 'claude-sonnet-4-5'

  it('is known to this connection alone, and an unknown name is told as OpenAI tells it', async () => {
    const one = await open().ask({ model, input: 'first question', store: false })
    const other = open()
    const refused = await other.ask({
      model,
      input: 'second question',
      store: false,
      previous_response_id: one.response?.id,
    })
    expect(refused).toMatchObject({
      type: 'error',
      status: 400,
      error: {
        type: 'invalid_request_error',
        code: 'previous_response_not_found',
        param: 'previous_response_id',
      },
    })
    expect((await other.ask({ model, input: 'again', store: false })).type).toBe('response.completed')
  })

  it('is the latest response of each lane, whichever lane goes on from it', async () => {
    relay.upstream.next({ text: 'plan one' }, { text: 'plan two' }, { text: 'critique' })
    const client = open()
    const body = { model, store: false }
    const one = await client.ask({ ...body, input: 'draft', stream_id: 'planner' })
    const two = await client.ask({
      ...body,
      input: 'improve',
      stream_id: 'planner',
      previous_response_id: one.response?.id,
    })
    const fork = await client.ask({
      ...body,
      input: 'find gaps',
      stream_id: 'critic',
      previous_response_id: two.response?.id,
    })
    expect(fork).toMatchObject({ type: 'response.completed', stream_id: 'critic' })
    for (const text of ['draft', 'plan one', 'improve', 'plan two', 'find gaps'])
      expect(sent()).toContain(text)
    const old = await client.ask({
      ...body,
      input: 'again',
      stream_id: 'critic',
      previous_response_id: one.response?.id,
    })
    expect(old).toMatchObject({
      type: 'error',
      stream_id: 'critic',
      error: { code: 'previous_response_not_found' },
    })
  })
})

describe('issue 15: a WebSocket of Responses', () => {
  const model = 'gpt-4.1'

  it.each(['/v1/responses', '/openai/v1/responses', '/openai/responses', '/api/v1/responses'])(
    'is opened at %s',
    async (path) => {
      expect((await open({ path }).ask({ model, input: 'Hi' })).type).toBe('response.completed')
    },
  )

  it('takes the key in the header of Azure', async () => {
    const client = openResponseSocket(relay.url, {
      path: '/openai/v1/responses',
      headers: { 'api-key': relay.key },
    })
    sockets.push(client)
    expect((await client.ask({ model, input: 'Hi' })).type).toBe('response.completed')
  })

  it('says nothing of itself to a vendor, which is asked over HTTP', async () => {
    const client = open({
      headers: { 'openai-beta': 'responses_websockets=2026-02-06', 'idempotency-key': 'one' },
    })
    for (const input of ['one', 'two'])
      expect((await client.ask({ model, input })).type).toBe('response.completed')
    const headers: IncomingHttpHeaders = relay.upstream.requests.at(-1)?.headers ?? {}
    expect(headers['openai-beta']).toBeUndefined()
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/^(sec-websocket|upgrade)/)
  })

  it('answers a channel that does not stream with the whole stream', async () => {
    const name = 'gpt-4.1-plain'
    await relay.addChannel({ models: name, setting: '{"stream_support":"NON_STREAM_ONLY"}' })
    relay.upstream.next({ text: 'all at once' })
    const client = open()
    await client.opened
    client.create({ model: name, input: 'Hi', store: false })
    const types: string[] = []
    for (let type = ''; type !== 'response.completed'; types.push(type)) type = (await client.event()).type
    expect(types).toContain('response.output_text.delta')
  })

  it('answers with the whole stream also where the vendor forgot that it was to stream', async () => {
    const message = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'all at once', annotations: [] }],
    }
    const usage = { input_tokens: 9, output_tokens: 12, total_tokens: 21 }
    relay.upstream.next({
      contentType: 'application/json',
      json: { id: 'resp_1', object: 'response', status: 'completed', model, output: [message], usage },
    })
    const client = open()
    await client.opened
    client.create({ model, input: 'Hi', store: false })
    const types: string[] = []
    for (let type = ''; type !== 'response.completed'; types.push(type)) type = (await client.event()).type
    expect(types).toContain('response.output_text.delta')
  })

  it('an error in the middle of an answer is told by the events of a stream, and the socket goes on', async () => {
    relay.upstream.next({ text: 'one two three four', errorAfterEvents: 5 })
    const client = open()
    await client.opened
    client.create({ model, input: 'Hi', store: false })
    expect(await client.ending()).toMatchObject({ type: 'error' })
    expect(await client.ending()).toMatchObject({ type: 'response.failed', response: { status: 'failed' } })
    expect((await client.ask({ model, input: 'again' })).type).toBe('response.completed')
  })
})
