import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import { type ClientProtocol, generate, messages } from './client-protocols.ts'

type Json = Readonly<Record<string, unknown>>

const models = { chat: 'gpt-4.1', responses: 'gpt-5.4' }
const both = Object.values(models)

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ models: models.chat, setting: '{"speaks":"chat"}' })
  await relay.addChannel({ models: models.responses, setting: '{"speaks":"responses"}' })
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(both.map((each) => [each, 1]))))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const ask = async (client: ClientProtocol, model: string, more: Json) => {
  const answer = await relay.post(client.path(model, false), client.body(model, false, more))
  expect(answer.status).toBe(200)
  return {
    lost: answer.headers.get('tollgate-translation'),
    isStrict: JSON.stringify(relay.upstream.requests.at(-1)?.json).includes('"strict":true'),
  }
}

const person = (required: readonly string[], rest: Json = {}) => ({
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', ...rest } },
  required,
  additionalProperties: false,
})
const whole = person(['name', 'age'])
const partial = person(['name'])
const tool = (schema: Json) => ({ tools: [{ name: 'greet', input_schema: schema, strict: true }] })
const format = (schema: Json) => ({ output_config: { format: { type: 'json_schema', schema } } })

describe('a strict tool of an Anthropic client', () => {
  it.each(both)('stays strict on %s if all its properties are required', async (model) => {
    expect(await ask(messages, model, tool(whole))).toEqual({ lost: null, isStrict: true })
  })

  it.each(both)('is offered to %s all the same if some are optional, which OpenAI refuses', async (model) => {
    expect(await ask(messages, model, tool(partial))).toEqual({ lost: 'lossy; strict', isStrict: false })
    const choice = { anyOf: [partial, { type: 'null' }] }
    const nested = { ...whole, properties: { ...whole.properties, age: choice } }
    expect(await ask(messages, model, tool(nested))).toEqual({ lost: 'lossy; strict', isStrict: false })
    const keyword = person(['name', 'age'], { not: { const: 0 } })
    expect(await ask(messages, model, tool(keyword))).toEqual({ lost: 'lossy; strict', isStrict: false })
  })
})

describe('a schema that the client’s own vendor holds its models to', () => {
  it.each(both)('is strict on %s, too, where OpenAI takes it as such', async (model) => {
    expect(await ask(messages, model, format(whole))).toEqual({ lost: null, isStrict: true })
    const generationConfig = { responseMimeType: 'application/json', responseJsonSchema: whole }
    expect(await ask(generate, model, { generationConfig })).toEqual({ lost: null, isStrict: true })
  })

  it.each(both)('is a wish on %s where not', async (model) => {
    expect(await ask(messages, model, format(partial))).toEqual({ lost: null, isStrict: false })
  })
})
