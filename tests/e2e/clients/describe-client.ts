import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pictureBase64 } from '../../support/simulator/openai-media.ts'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'
import type { Client, JsonSchema, ToolOffer } from './client.ts'
import { awsAccount, type Upstream, upstreams } from './upstreams.ts'

const parameters: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}

const weather: ToolOffer = {
  name: 'get_weather',
  description: 'Tells the weather of a city',
  parameters,
  result: 'sunny, 21 degrees',
}

const tokens = { input: 100, output: 40, cached: 30 }
const signature = Buffer.from('a signature that must come back').toString('base64')

interface Site {
  readonly relay: TestRelay
  readonly upstream: Simulator
}

const startSite = async (): Promise<Site> => {
  const upstream = await startSimulator({ strict: true, verify: { sigv4: awsAccount } })
  const relay = await startTestRelay()
  const forEveryModel = (ratio: number) =>
    JSON.stringify(Object.fromEntries(upstreams.map(({ model }) => [model, ratio])))
  await relay.setOption('ModelRatio', forEveryModel(1))
  await relay.setOption('CompletionRatio', forEveryModel(4))
  await relay.setOption('CacheRatio', forEveryModel(0.5))
  for (const { name, type, key, model } of upstreams)
    await relay.addChannel({ name, type, key, base_url: upstream.url, models: model })
  return { relay, upstream }
}

/**
 * Defines tests for what users of these packages rely on, for every upstream, on one daemon and one simulator.
 *
 * @param clientsOf returns the packages, pointed at a URL with a key
 */
export function describeClients(
  clientNames: readonly string[],
  clientsOf: (url: string, key: string) => readonly Client[],
): void {
  let site: Site
  beforeAll(async () => {
    site = await startSite()
  })
  afterAll(async () => {
    await site.relay.close()
    await site.upstream.close()
  })
  beforeEach(() => site.upstream.reset())

  for (const [index, name] of clientNames.entries()) {
    const client = (): Client => {
      const found = clientsOf(site.relay.url, site.relay.key)[index]
      if (found?.name !== name) throw new Error(`No client ${name}.`)
      return found
    }
    for (const upstream of upstreams)
      describe(`${name} on ${upstream.name}`, () => describeCases(upstream, client, () => site))
  }
}

function describeCases(upstream: Upstream, client: () => Client, site: () => Site): void {
  const { model, cached, quota } = upstream
  const usage = { input: tokens.input, output: tokens.output, cached }
  const prompt = 'What is the weather in Paris?'

  /** Checks the latest charges, newest first. */
  const expectCharges = async (count: number, isStream: boolean) => {
    const rows = (await site().relay.logs()).slice(0, count)
    for (const row of rows)
      expect(row).toMatchObject({
        model_name: model,
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        is_stream: isStream,
        quota,
      })
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(count)
  }
  const lastBody = () => String(site().upstream.requests.at(-1)?.body)

  it.each([
    ['plain', false],
    ['streamed', true],
  ] as const)('an answer comes whole, with its usage, and is charged: %s', async (_how, isStream) => {
    site().upstream.always({ text: 'It is sunny in Paris.', tokens })
    const answer = await client().ask({ model, prompt, isStream })
    expect(answer).toEqual({ text: 'It is sunny in Paris.', calls: [], finish: 'stop', usage })
    expect(lastBody()).toContain(prompt)
    await expectCharges(1, isStream)
  })

  it.each([
    ['plain', false],
    ['streamed', true],
  ] as const)('an answer that was cut says so: %s', async (_how, isStream) => {
    site().upstream.always({ text: 'It is', finishReason: 'length', tokens })
    const answer = await client().ask({ model, prompt, isStream })
    expect(answer).toMatchObject({ text: 'It is', finish: 'length', usage })
    await expectCharges(1, isStream)
  })

  it.each([
    ['plain', false],
    ['streamed', true],
  ] as const)('a tool is called and its result leads to the answer: %s', async (_how, isStream) => {
    site().upstream.always({
      reasoning: 'The weather service knows that.',
      signature,
      toolCalls: [{ name: 'get_weather', arguments: { city: 'Paris' } }],
      text: 'It is sunny in Paris.',
      tokens: { ...tokens, reasoning: 10 },
    })
    const [first, second] = await client().converse({ model, prompt, isStream }, weather)
    expect(first).toMatchObject({
      calls: [{ name: 'get_weather', input: { city: 'Paris' } }],
      finish: 'tool-calls',
      usage,
    })
    expect(second).toMatchObject({ text: 'It is sunny in Paris.', calls: [], finish: 'stop', usage })
    expect(lastBody()).toContain(weather.result)
    if (upstream.isSigned) expect(lastBody()).toContain(signature)
    await expectCharges(2, isStream)
  })

  it('a picture reaches the upstream as it was sent', async () => {
    site().upstream.always({ text: 'A pixel.', tokens })
    const answer = await client().ask({ model, prompt: 'What is this?', picture: pictureBase64 })
    expect(answer).toMatchObject({ text: 'A pixel.', finish: 'stop', usage })
    expect(lastBody()).toContain(pictureBase64)
    expect(lastBody()).toContain('image/png')
    await expectCharges(1, false)
  })

  it.each([
    ['plain', false],
    ['streamed', true],
  ] as const)('a structured answer is JSON of the schema: %s', async (_how, isStream) => {
    site().upstream.always({ structured: { city: 'Paris' }, tokens })
    const answer = await client().ask({ model, prompt, schema: parameters, isStream })
    expect(JSON.parse(answer.text)).toEqual({ city: 'Paris' })
    expect(answer).toMatchObject({ finish: 'stop', usage })
    expect(lastBody()).toContain('"city"')
    await expectCharges(1, isStream)
  })
}
