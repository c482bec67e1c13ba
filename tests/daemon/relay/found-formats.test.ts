import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../support/services/postgres.ts'
import type { Exchange } from '../../support/simulator/exchange.ts'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import { startTestApi, type TestApi } from '../../support/test-services.ts'

type Channel = { readonly speaks_found: string; readonly setting: string; readonly base_url: string }

const isResponses = ({ path }: Exchange) => path.startsWith('/v1/responses')
const isChat = ({ path }: Exchange) => path.startsWith('/v1/chat/completions')

/** Responses of servers that lack a path: vLLM and llama.cpp, Go's, OpenAI's own, and proxies. */
const unknownAddress = [
  { status: 404, json: { detail: 'Not Found' } },
  { status: 404, json: { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } } },
  { status: 404, body: '404 page not found', contentType: 'text/plain' },
  {
    status: 404,
    json: {
      error: { message: 'Invalid URL (POST /v1/responses)', type: 'invalid_request_error', code: null },
    },
  },
  { status: 404, body: '<html>404 Not Found</html>', contentType: 'text/html' },
  { status: 405, json: { detail: 'Method Not Allowed' } },
] as const

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('SelfUseModeEnabled', 'true')
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

let names = 0
/** Adds a channel with its own model. */
const addServer = async (setting: object = {}) => {
  names += 1
  const model = `model-${names}`
  const id = await relay.addChannel({ models: model, setting: JSON.stringify(setting) })
  const read = () => relay.root.call<Channel>('GET', `/api/channel/${id}`)
  const respond = (more: object = {}) => relay.post('/v1/responses', { model, input: 'hello', ...more })
  const chat = () =>
    relay.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }] })
  return { id, model, read, respond, chat }
}
const paths = () => relay.upstream.requests.map(({ path }) => path)
/** Checks that the format is stored and that the next request is routed by it. */
const isFound = async ({ id, read }: { id: number; read: () => Promise<Channel> }, expected: string) => {
  const routed = () => relay.api.services.snapshot().channels.get(id)?.speaksFound
  await expect.poll(async () => [(await read()).speaks_found, routed()]).toEqual([expected, expected])
}

describe('finding relay 5: a server behind type OpenAI that has only chat', () => {
  it.each(unknownAddress)(
    'serves a client of Responses by translation from its first request on: %o',
    async (answer) => {
      relay.upstream.when(isResponses, answer)
      const { id, read, respond } = await addServer()
      const first = await respond()
      expect([first.status, await first.json()]).toMatchObject([
        200,
        { object: 'response', status: 'completed' },
      ])
      expect(paths()).toEqual(['/v1/responses', '/v1/chat/completions'])
      await isFound({ id, read }, 'chat')
      expect((await respond({ stream: true })).status).toBe(200)
      expect(paths().slice(2)).toEqual(['/v1/chat/completions'])
    },
  )

  it('the response is kept here, so that the client can go on', async () => {
    relay.upstream.when(isResponses, unknownAddress[0])
    const { model } = await addServer()
    const first = await relay.openai.responses.create({ model, input: 'remember the tree' })
    const second = await relay.openai.responses.create({
      model,
      input: 'go on',
      previous_response_id: first.id,
    })
    expect(second.status).toBe('completed')
    expect(String(relay.upstream.requests.at(-1)?.body)).toContain('remember the tree')
  })

  it('and one that has only Responses serves clients of chat', async () => {
    relay.upstream.when(isChat, unknownAddress[0])
    const { id, read, chat } = await addServer()
    expect(await (await chat()).json()).toMatchObject({ object: 'chat.completion' })
    await isFound({ id, read }, 'responses')
    await chat()
    expect(paths()).toEqual(['/v1/chat/completions', '/v1/responses', '/v1/responses'])
  })

  it('shows what was found in explain, and what is set', async () => {
    relay.upstream.when(isResponses, unknownAddress[0])
    const found = await addServer()
    const unknown = await addServer()
    const set = await addServer({ speaks: 'responses' })
    await found.respond()
    await isFound(found, 'chat')
    const plan = async (model: string) =>
      (await relay.root.call<{ channels: object[] }>('GET', `/api/channel/plan?model=${model}`)).channels
    await expect.poll(() => plan(found.model)).toMatchObject([{ speaks: 'chat' }])
    expect(await plan(unknown.model)).toMatchObject([{ speaks: null }])
    expect(await plan(set.model)).toMatchObject([{ speaks: 'responses' }])
  })

  it('is forgotten with the address of the channel, and kept when anything else changes', async () => {
    relay.upstream.when(isResponses, unknownAddress[0])
    const { id, read, respond } = await addServer()
    await respond()
    await isFound({ id, read }, 'chat')
    const { base_url: address } = await read()
    await relay.root.call('PUT', '/api/channel/', { id, name: 'renamed' })
    expect((await read()).speaks_found).toBe('chat')
    await relay.root.call('PUT', '/api/channel/', { id, base_url: `${address}/other` })
    expect((await read()).speaks_found).toBe('')
  })
})

describe('a relay of OpenAI that says a request belongs to Responses', () => {
  const refusals = [
    {
      status: 400,
      error: {
        message:
          'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.',
        type: 'invalid_request_error',
        param: 'reasoning_effort',
      },
    },
    {
      status: 404,
      error: {
        message: 'This model is only supported in v1/responses and not in v1/chat/completions.',
        type: 'invalid_request_error',
        param: 'model',
      },
    },
  ]
  const schema = { type: 'object', properties: {} }

  it.each(refusals)('is asked there at once, for this request alone: %o', async (refusal) => {
    const { model, read, chat } = await addServer()
    relay.upstream.when(isChat, refusal)
    const asked = await relay.post('/v1/messages', {
      model,
      max_tokens: 50,
      output_config: { effort: 'high' },
      tools: [{ name: 'look', input_schema: schema }],
      messages: [{ role: 'user', content: 'hello' }],
    })
    expect([asked.status, await asked.json()]).toMatchObject([200, { type: 'message' }])
    expect(paths()).toEqual(['/v1/chat/completions', '/v1/responses'])
    expect(relay.upstream.requests.at(-1)?.json).toMatchObject({
      reasoning: { effort: 'high' },
      tools: [{ name: 'look' }],
    })
    relay.upstream.reset()
    expect((await chat()).status).toBe(200)
    expect([paths(), (await read()).speaks_found]).toEqual([['/v1/chat/completions'], ''])
  })

  it('is not where the setting says chat', async () => {
    const { chat } = await addServer({ speaks: 'chat' })
    relay.upstream.when(isChat, refusals[0] ?? {})
    expect((await chat()).status).toBe(400)
    expect(paths()).toEqual(['/v1/chat/completions'])
  })

  it('keeps its word when it refuses the request there too', async () => {
    const { chat } = await addServer()
    relay.upstream.when(isChat, refusals[0] ?? {})
    relay.upstream.when(isResponses, { status: 400, error: { message: 'Use v1/responses, or do not.' } })
    expect((await chat()).status).toBe(400)
    expect(paths()).toEqual(['/v1/chat/completions', '/v1/responses'])
  })
})

describe('finding relay 5: nothing is found out', () => {
  const search = { tools: [{ type: 'file_search', vector_store_ids: ['vs_12345'] }] }
  const file = { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-12345' }] }] }

  it.each([
    ['by a refusal that is about the model', {}, { error: { message: 'The model is unknown' } }],
    ['by one that names what the request does', search, { error: { message: 'No vector store vs_12345' } }],
    ['where the account may lack what the request refers to', file, { detail: 'Not Found' }],
  ])('%s', async (_what, more, json) => {
    relay.upstream.when(isResponses, { status: 404, json })
    const { read, respond } = await addServer()
    expect((await respond(more)).status).toBe(404)
    expect([paths(), (await read()).speaks_found]).toEqual([['/v1/responses'], ''])
  })

  it('by any other refusal', async () => {
    relay.upstream.when(isResponses, { status: 400, json: { detail: 'Not Found' } })
    const { respond } = await addServer()
    expect((await respond()).status).toBe(400)
    expect(paths()).toEqual(['/v1/responses'])
  })

  it('where neither format is there: the address of the channel is wrong', async () => {
    relay.upstream.always(unknownAddress[0])
    const { read, respond } = await addServer()
    expect((await respond()).status).toBe(404)
    expect([paths(), (await read()).speaks_found]).toEqual([['/v1/responses', '/v1/chat/completions'], ''])
  })
})

describe('finding relay 5: the setting speaks', () => {
  it.each([
    ['chat', '/v1/chat/completions'],
    ['responses', '/v1/responses'],
  ])('%s: clients of both formats are served in this one, and nothing is tried', async (speaks, path) => {
    const { respond, chat } = await addServer({ speaks })
    expect([(await respond()).status, (await chat()).status]).toEqual([200, 200])
    expect(paths()).toEqual([path, path])
    relay.upstream.when(isResponses, unknownAddress[0])
    relay.upstream.when(isChat, unknownAddress[0])
    expect((await respond()).status).toBe(404)
    expect(paths()).toEqual([path, path, path])
  })

  it('auto is what a channel without it does, and nothing else is a format', async () => {
    const { id, read, respond } = await addServer({ speaks: 'auto' })
    relay.upstream.when(isResponses, unknownAddress[0])
    expect((await respond()).status).toBe(200)
    await isFound({ id, read }, 'chat')
    await expect(addServer({ speaks: 'gemini' })).rejects.toThrow(/speaks/)
  })
})

describe('finding relay 5: the test of a channel', () => {
  const test = (id: number) => relay.root.call('GET', `/api/channel/test/${id}`)

  it('finds out that both formats are there, by one call in each', async () => {
    const { id, read } = await addServer()
    await test(id)
    expect(paths()).toEqual(['/v1/chat/completions', '/v1/responses'])
    expect((await read()).speaks_found).toBe('both')
  })

  it.each([
    ['chat', isResponses],
    ['responses', isChat],
  ] as const)('finds out that only %s is there, and passes', async (found, lacking) => {
    const { id, read } = await addServer()
    relay.upstream.when(lacking, unknownAddress[0])
    await test(id)
    expect((await read()).speaks_found).toBe(found)
  })

  it('finds out that a server has learned the other format', async () => {
    const { id, read, respond } = await addServer()
    relay.upstream.when(isResponses, unknownAddress[0])
    await test(id)
    relay.upstream.reset()
    await test(id)
    await isFound({ id, read }, 'both')
    await respond()
    expect(paths().at(-1)).toBe('/v1/responses')
  })

  it('makes one call where the setting says it', async () => {
    const { id, read } = await addServer({ speaks: 'responses' })
    await test(id)
    expect([paths(), (await read()).speaks_found]).toEqual([['/v1/responses'], ''])
  })
})

describe('finding relay 5: what was found', () => {
  let upstream: Simulator
  const daemons: TestApi[] = []
  beforeAll(async () => {
    upstream = await startSimulator()
  })
  afterAll(async () => {
    for (const each of daemons) await each.close()
    await upstream.close()
  })

  it('is known to the other daemons and after a restart', async () => {
    const env = {
      TOLLGATE_DATABASE_URL: await createDatabase('found_formats'),
      TOLLGATE_SECRET_KEY: randomBytes(32).toString('hex'),
      TOLLGATE_REDIS_URL: '',
    }
    const start = async (isSetUp?: false) => {
      const api = await startTestApi({ env, ...(isSetUp === false && { isSetUp }) })
      daemons.push(api)
      return api
    }
    const first = await start()
    const model = 'gpt-4o-mini'
    const channel = { type: 1, name: 'c', key: 'k', base_url: upstream.url, group: 'default', models: model }
    await first.root.call('POST', '/api/channel/', channel)
    const token = await first.root.call<{ key: string }>('POST', '/api/token/', {
      name: 't',
      unlimited_quota: true,
    })
    const second = await start(false)
    const respond = async (at: TestApi) => {
      const headers = { authorization: `Bearer sk-${token.key}` }
      const payload = { model, input: 'hello' }
      return (await at.app.inject({ method: 'POST', url: '/v1/responses', headers, payload })).statusCode
    }
    upstream.when(isResponses, unknownAddress[0])
    expect(await respond(first)).toBe(200)
    const found = () => [...second.services.snapshot().channels.values()][0]?.speaksFound
    await expect
      .poll(async () => {
        await second.services.changes.poll()
        return found()
      })
      .toBe('chat')
    expect(await respond(second)).toBe(200)
    expect(await respond(await start(false))).toBe(200)
    expect(upstream.requests.filter(isResponses)).toHaveLength(1)
  })
})
