import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import { type ClientProtocol, generate, messages } from './client-protocols.ts'

type Json = Readonly<Record<string, unknown>>

const models = {
  chat: 'gpt-4o',
  onlyStreams: 'qwq-32b',
  responses: 'gpt-5.4',
  claude: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
  cohere: 'command-a-03-2025',
  hunyuan: 'hunyuan-turbos-latest',
}
/** A name of Claude Code's that is longer than OpenAI accepts. */
const long = 'mcp__a_very_long_server_name_indeed__a_very_long_tool_name_that_goes_on_and_on'
/** A name that only Google accepts. */
const dotted = 'fs.read:file'
const schema = { type: 'object', properties: { path: { type: 'string' } } }

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: models.chat, setting: '{"speaks":"chat"}' })
  await relay.addChannel({ type: 17, models: models.onlyStreams })
  await relay.addChannel({ models: models.responses, setting: '{"speaks":"responses"}' })
  await relay.addChannel({ type: 14, models: models.claude })
  await relay.addChannel({ type: 24, models: models.gemini })
  await relay.addChannel({ type: 34, models: models.cohere })
  await relay.addChannel({ type: 23, models: models.hunyuan, key: '1|ID|SECRET' })
  await relay.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries(Object.values(models).map((each) => [each, 1]))),
  )
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

/** Builds the question, or the turn after the tool was called, with a forced tool choice. */
type Write = (name: string, isSecond: boolean) => Json

const asAnthropic: Write = (name, isSecond) => ({
  tools: [{ name, input_schema: schema }],
  tool_choice: { type: 'tool', name },
  ...(isSecond && {
    messages: [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name, input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'done' }] },
    ],
  }),
})

const asGoogle: Write = (name, isSecond) => ({
  tools: [{ functionDeclarations: [{ name, description: 'reads', parameters: schema }] }],
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [name] } },
  ...(isSecond && {
    contents: [
      { role: 'user', parts: [{ text: 'hi' }] },
      { role: 'model', parts: [{ functionCall: { id: 'c1', name, args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { id: 'c1', name, response: { output: 'done' } } }] },
    ],
  }),
})

const fits: Readonly<Record<string, RegExp>> = {
  [models.chat]: /^[\w-]{1,64}$/,
  [models.onlyStreams]: /^[\w-]{1,64}$/,
  [models.responses]: /^[\w-]{1,64}$/,
  [models.claude]: /^[\w-]{1,128}$/,
  [models.gemini]: /^[a-zA-Z_][\w.:-]{0,63}$/,
  [models.cohere]: /^[a-zA-Z_]\w*$/,
  [models.hunyuan]: /^[\w-]+$/,
}

/** Returns every name in a request that was sent. */
const namesIn = (body: unknown): string[] =>
  [...JSON.stringify(body).matchAll(/"(?:[nN]ame|allowedFunctionNames)":\[?"([^"]+)"/g)].map(
    ([, name]) => name ?? '',
  )

const ask = async (client: ClientProtocol, model: string, isStream: boolean, more: Json) => {
  const answer = await relay.post(client.path(model, isStream), client.body(model, isStream, more))
  const text = await answer.text()
  expect([answer.status, relay.upstream.requests.at(-1)?.complaint]).toEqual([200, undefined])
  return { text, sent: namesIn(relay.upstream.requests.at(-1)?.json) }
}

const pairs = [
  [messages, models.chat, long, asAnthropic],
  [messages, models.onlyStreams, long, asAnthropic],
  [messages, models.responses, long, asAnthropic],
  [messages, models.gemini, long, asAnthropic],
  [messages, models.gemini, '1st-tool', asAnthropic],
  [generate, models.chat, dotted, asGoogle],
  [generate, models.responses, dotted, asGoogle],
  [generate, models.claude, dotted, asGoogle],
] as const

describe('a tool whose name the vendor does not take', () => {
  it.each(
    pairs.flatMap(([client, model, name, write]) =>
      [false, true].map((isStream) => [client.name, model, name, isStream, client, write] as const),
    ),
  )(
    '%s on %s: %s is called by another name there, and by its own here (stream: %s)',
    async (_client, model, name, isStream, client, write) => {
      const [fitted = '', ...others] = (await ask(client, model, isStream, write(name, false))).sent
      expect(fitted).toMatch(fits[model] ?? /^$/)
      expect(others).toEqual([fitted])
      relay.upstream.next({ text: '', toolCalls: [{ name: fitted, arguments: {} }] })
      const { text } = await ask(client, model, isStream, write(name, false))
      expect(text).toContain(`"name":"${name}"`)
      expect(text).not.toContain(fitted)
      const { sent } = await ask(client, model, isStream, write(name, true))
      expect(new Set(sent)).toEqual(new Set([fitted]))
      expect(sent.length).toBeGreaterThan(2)
    },
  )

  // Neither vendor can be forced to call a certain tool.
  it.each([
    [messages, models.cohere, '1st-tool', asAnthropic],
    [generate, models.hunyuan, dotted, asGoogle],
  ] as const)('is offered and called by another name (%o, %s)', async (client, model, name, write) => {
    const [fitted = '', ...others] = (await ask(client, model, false, write(name, false))).sent
    expect(fitted).toMatch(fits[model] ?? /^$/)
    expect(new Set(others)).toEqual(new Set(others.length === 0 ? [] : [fitted]))
    relay.upstream.next({ text: '', toolCalls: [{ name: fitted, arguments: {} }] })
    const { text } = await ask(client, model, false, write(name, false))
    expect(text).toContain(`"name":"${name}"`)
    expect(text).not.toContain(fitted)
  })

  it('is sent as it is to a vendor of the client’s own protocol, and to one that takes it', async () => {
    const { sent } = await ask(messages, models.claude, false, asAnthropic(long, false))
    expect(sent).toEqual([long, long])
    expect((await ask(generate, models.gemini, false, asGoogle(dotted, false))).sent).toEqual([
      dotted,
      dotted,
    ])
    expect((await ask(messages, models.chat, false, asAnthropic('read', false))).sent).toEqual([
      'read',
      'read',
    ])
  })
})
