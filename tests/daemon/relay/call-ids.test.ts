import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import { chat, generate, messages, responses } from './client-protocols.ts'

const models = {
  chat: 'gpt-4o',
  responses: 'gpt-5.4',
  old: 'gemini-2.5-flash',
  gemini: 'gemini-3.5-flash',
  cohere: 'command-a-03-2025',
}

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: models.chat, setting: '{"speaks":"chat"}' })
  await relay.addChannel({ models: models.responses, setting: '{"speaks":"responses"}' })
  await relay.addChannel({ type: 24, models: `${models.gemini},${models.old}` })
  await relay.addChannel({ type: 34, models: models.cohere })
  await relay.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries(Object.values(models).map((each) => [each, 1]))),
  )
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const schema = { type: 'object', properties: { day: { type: 'string' } } }
const days = ['first', 'second']

/** Two calls with the same id and a result for each, as clients of each format send them back. */
const asAnthropic = {
  tools: [{ name: 'look', input_schema: schema }],
  messages: [
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: days.map((day) => ({ type: 'tool_use', id: 'look:0', name: 'look', input: { day } })),
    },
    {
      role: 'user',
      content: days.map((day) => ({ type: 'tool_result', tool_use_id: 'look:0', content: `the ${day} one` })),
    },
  ],
}

const asChat = {
  tools: [{ type: 'function', function: { name: 'look', parameters: schema } }],
  messages: [
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: null,
      tool_calls: days.map((day) => ({
        id: 'look:0',
        type: 'function',
        function: { name: 'look', arguments: JSON.stringify({ day }) },
      })),
    },
    ...days.map((day) => ({ role: 'tool', tool_call_id: 'look:0', content: `the ${day} one` })),
  ],
}

const asResponses = {
  tools: [{ type: 'function', name: 'look', parameters: schema }],
  input: [
    { role: 'user', content: 'hi' },
    ...days.map((day) => ({
      type: 'function_call',
      call_id: 'look:0',
      name: 'look',
      arguments: JSON.stringify({ day }),
    })),
    ...days.map((day) => ({ type: 'function_call_output', call_id: 'look:0', output: `the ${day} one` })),
  ],
}

describe('calls of one turn that share an id', () => {
  const asked = [
    [messages, models.chat, asAnthropic],
    [messages, models.responses, asAnthropic],
    [messages, models.gemini, asAnthropic],
    [messages, models.cohere, asAnthropic],
    [chat, models.gemini, asChat],
    [chat, models.old, asChat],
    [chat, models.cohere, asChat],
    [responses, models.chat, asResponses],
    [responses, models.gemini, asResponses],
  ] as const
  it.each(asked.map(([client, model, turns]) => [client.name, model, client, turns] as const))(
    'from %s to %s: each is answered by its own result',
    async (_name, model, client, turns) => {
      const answer = await relay.post(client.path(model, false), client.body(model, false, turns))
      expect(answer.status).toBe(200)
      const told = JSON.stringify(relay.upstream.requests.at(-1)?.json)
      expect(told.match(/the (?:first|second) one/g)).toEqual(['the first one', 'the second one'])
      // The older models match results to calls by order alone.
      if (model !== models.old) expect(told.match(/look:0_2/g)).toHaveLength(2)
    },
  )

  const shared = [0, 1].map((index) => ({
    index,
    id: 'look:0',
    type: 'function',
    function: { name: 'look', arguments: JSON.stringify({ day: days[index] }) },
  }))
  const choice = { index: 0, finish_reason: 'tool_calls' }
  const usage = { prompt_tokens: 9, completion_tokens: 9, total_tokens: 18 }
  const event = (delta: unknown, rest: object = {}) =>
    `data: ${JSON.stringify({ id: 'x', model: 'm', choices: [{ index: 0, delta }], ...rest })}\n\n`

  it.each([messages, responses, generate])('reach a $name client with an id of each', async (client) => {
    const message = { role: 'assistant', content: null, tool_calls: shared }
    relay.upstream.next({ json: { id: 'x', model: 'm', choices: [{ ...choice, message }], usage } })
    const answer = await relay.post(client.path(models.chat, false), client.body(models.chat, false))
    const text = await answer.text()
    expect([...text.matchAll(/"(?:call_)?id":"(look:0\w*)"/g)].map(([, id]) => id)).toEqual([
      'look:0',
      'look:0_2',
    ])
  })

  it.each([messages, responses, generate])('the same in a stream of $name', async (client) => {
    relay.upstream.next({
      contentType: 'text/event-stream',
      body: `${shared.map((call) => event({ tool_calls: [call] })).join('')}data: ${JSON.stringify({ choices: [{ ...choice, delta: {} }], usage })}\n\ndata: [DONE]\n\n`,
    })
    const answer = await relay.post(client.path(models.chat, true), client.body(models.chat, true))
    const ids = [...(await answer.text()).matchAll(/"(?:call_)?id":"(look:0\w*)"/g)].map(([, id]) => id)
    expect([...new Set(ids)]).toEqual(['look:0', 'look:0_2'])
  })
})
