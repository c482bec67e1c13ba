import { createOpenAI } from '@ai-sdk/openai'
import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'
import type OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

let relay: TestRelay

/** The models of a Claude, a Gemini and a chat-only channel. */
const models = ['claude-sonnet-4-5', 'gemini-2.5-pro', 'moonshot-v1-8k']

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('SelfUseModeEnabled', 'true')
  await relay.addChannel({ type: 14, models: 'claude-sonnet-4-5' })
  await relay.addChannel({ type: 24, models: 'gemini-2.5-pro' })
  await relay.addChannel({ type: 25, models: 'moonshot-v1-8k' })
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const ask = (
  model: string,
  input: string | OpenAI.Responses.ResponseInput,
  more: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming> = {},
): Promise<OpenAI.Responses.Response & { store?: boolean }> =>
  relay.openai.responses.create({ ...more, model, input, stream: false })

const sent = (): string => JSON.stringify(relay.upstream.requests.at(-1)?.json)

const get = (path: string, key = relay.key, method = 'GET') =>
  fetch(`${relay.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } })

describe.each(models)('finding relay 7: responses of %s are kept here', (model) => {
  it('previous_response_id continues a conversation, streamed and not, on whatever channel', async () => {
    relay.upstream.next({ text: 'first answer' }, { text: 'second answer' })
    const first = await ask(model, 'first question', { instructions: 'not inherited' })
    expect(first.store).toBe(true)
    const stream = await relay.openai.responses.create({
      model,
      input: [{ role: 'user', content: 'second question' }],
      previous_response_id: first.id,
      stream: true,
    })
    let second: OpenAI.Responses.Response | undefined
    for await (const event of stream) if (event.type === 'response.completed') second = event.response
    expect(second?.previous_response_id).toBe(first.id)
    const other = models.find((each) => each !== model) ?? ''
    await ask(other, 'third question', { previous_response_id: second?.id ?? '' })
    const texts = [...sent().matchAll(/(first|second|third) (question|answer)/g)].map(([text]) => text)
    expect(texts).toEqual([
      'first question',
      'first answer',
      'second question',
      'second answer',
      'third question',
    ])
    expect(sent()).not.toContain('not inherited')
  })

  it("the Vercel SDK's default provider runs tool loops of several steps, which refer to items by id", async () => {
    const openai = createOpenAI({ apiKey: relay.key, baseURL: `${relay.url}/v1` })
    for (const run of [generateText, streamText]) {
      relay.upstream.reset()
      relay.upstream.next(
        { toolCalls: [{ name: 'look', arguments: { at: 'a' } }], reasoning: 'I should look.' },
        { toolCalls: [{ name: 'look', arguments: { at: 'b' } }] },
        { text: 'all seen' },
      )
      const result = run({
        model: openai(model),
        prompt: 'look around',
        stopWhen: isStepCount(4),
        maxRetries: 0,
        tools: {
          look: tool({
            inputSchema: jsonSchema<{ at: string }>({
              type: 'object',
              properties: { at: { type: 'string' } },
            }),
            execute: async ({ at }) => `seen ${at}`,
          }),
        },
      })
      const steps = await ('steps' in result ? result.steps : (await result).steps)
      expect(steps.at(-1)?.text).not.toBe('')
      expect(relay.upstream.hits).toBeGreaterThan(1)
    }
  })
})

describe('finding relay 7: responses by their id', () => {
  const model = 'claude-sonnet-4-5'

  it('are read, listed by what was asked, and deleted, by their user alone', async () => {
    const made = await ask(model, [
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
    ])
    expect(await relay.openai.responses.retrieve(made.id)).toMatchObject({ id: made.id, output: made.output })
    const listed = await relay.openai.responses.inputItems.list(made.id, { order: 'asc', limit: 1 })
    expect(listed).toMatchObject({ data: [{ role: 'user', content: 'one' }], has_more: true })
    const rest = await relay.openai.responses.inputItems.list(made.id, {
      order: 'asc',
      after: listed.data[0]?.id ?? '',
    })
    expect(rest.data).toMatchObject([{ role: 'user', content: 'two' }])
    const stranger = await relay.api.createUser('stranger')
    const key = await relay.addToken({}, stranger)
    for (const method of ['GET', 'DELETE'])
      expect((await get(`/v1/responses/${made.id}`, key, method)).status).toBe(404)
    await relay.openai.responses.delete(made.id)
    const gone = await get(`/v1/responses/${made.id}`)
    expect(gone.status).toBe(404)
    expect(await gone.json()).toMatchObject({ error: { code: 'response_not_found' } })
    await expect(ask(model, 'more', { previous_response_id: made.id })).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
    })
  })

  it('are sealed in the store, and not kept with store: false or where the site keeps none', async () => {
    const { knex } = relay.api.services
    await knex('responses').delete()
    await ask(model, 'a very secret question')
    const rows = await knex('responses')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('secret')
    const unkept = await ask(model, 'another', { store: false })
    expect(unkept.store).toBe(false)
    await relay.setOption('general_setting.response_keep_days', '0')
    await ask(model, 'another')
    await relay.setOption('general_setting.response_keep_days', '30')
    expect(await knex('responses')).toHaveLength(1)
  })

  it('of a native channel are asked of the account that keeps them', async () => {
    await relay.addChannel({ models: 'gpt-5', key: 'a\nb' })
    const made = await relay.openai.responses.create({ model: 'gpt-5', input: 'remember' })
    const madeBy = relay.upstream.requests.at(-1)?.headers.authorization
    for (let i = 0; i < 3; i += 1) {
      expect(await relay.openai.responses.retrieve(made.id)).toMatchObject({ id: made.id })
      expect(relay.upstream.requests.at(-1)?.headers.authorization).toBe(madeBy)
    }
  })

  it('are kept as long as the site says, and removed then', async () => {
    const { pruneStates } = await import('../../../../src/daemon/jobs/prune.ts')
    const made = await ask(model, 'for 30 days')
    relay.api.clock.advance(29 * 86_400_000)
    expect((await get(`/v1/responses/${made.id}`)).status).toBe(200)
    relay.api.clock.advance(86_400_001)
    expect((await get(`/v1/responses/${made.id}`)).status).toBe(404)
    await pruneStates(relay.api.services)
    expect(await relay.api.services.knex('responses').where({ id: made.id })).toEqual([])
  })
})
