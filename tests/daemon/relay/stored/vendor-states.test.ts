import type OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../../../support/simulator/simulator.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

const model = 'gpt-5'
const tool = {
  type: 'function' as const,
  name: 'look',
  parameters: { type: 'object', properties: {} },
  strict: false,
}

let relay: TestRelay
let vendor: Simulator
let first: number
let second: number

beforeAll(async () => {
  relay = await startTestRelay()
  vendor = await startSimulator({ hasAccounts: true, strict: true })
  const columns = { base_url: vendor.url, models: `${model},claude-sonnet-4-5` }
  first = await relay.addChannel({ ...columns, key: 'one\ntwo' })
  second = await relay.addChannel({ ...columns, key: 'three' })
  await relay.addChannel({ ...columns, type: 14, models: 'claude-opus-4-5', key: 'four\nfive' })
  await relay.addChannel({ ...columns, type: 14, models: 'claude-opus-4-5', key: 'six' })
})
afterAll(async () => {
  await vendor.close()
  await relay.close()
})
beforeEach(() => vendor.reset())

const keysOf = (from = 0) =>
  vendor.requests
    .slice(from)
    .map(({ headers }) => headers.authorization ?? `Bearer ${String(headers['x-api-key'])}`)

const explanations = async (): Promise<readonly (string | undefined)[]> => {
  const rows = await relay.logs()
  return Promise.all(
    rows.map(async ({ request_id: id }) => {
      const told = await relay.root.call<{ explanation: { affinity?: string } }>(
        'GET',
        `/api/log/explain/${id}`,
      )
      return told.explanation.affinity
    }),
  )
}

/** Holds a conversation like Codex: nothing is stored, and sealed reasoning is sent along. */
async function codexTurns(turns: number, extra: object) {
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'begin' }]
  for (let turn = 0; turn < turns; turn += 1) {
    vendor.next({ toolCalls: [{ name: 'look', arguments: {} }], reasoning: `thought ${turn}` })
    const response = await relay.openai.responses.create({
      model,
      input,
      tools: [tool],
      store: false,
      include: ['reasoning.encrypted_content'],
      ...extra,
    } as OpenAI.Responses.ResponseCreateParamsNonStreaming)
    for (const item of response.output) {
      input.push(item as OpenAI.Responses.ResponseInputItem)
      if (item.type === 'function_call')
        input.push({ type: 'function_call_output', call_id: item.call_id, output: 'seen' })
    }
  }
}

describe('finding relay 6: what an account has made stays with it, over three keys on two channels', () => {
  it('ten turns with tools and sealed reasoning go to one key, though nothing names the session', async () => {
    for (let i = 0; i < 5; i += 1) {
      vendor.reset()
      await codexTurns(10, {})
      expect(new Set(keysOf()).size).toBe(1)
      expect(vendor.requests).toHaveLength(10)
    }
    expect((await explanations()).slice(0, 9)).toEqual(Array(9).fill('state'))
  })

  it('ten turns of a named session go to one key, from the first on', async () => {
    for (const session of ['a', 'b', 'c']) {
      vendor.reset()
      await codexTurns(10, { prompt_cache_key: session })
      expect(new Set(keysOf()).size).toBe(1)
    }
    expect((await explanations()).slice(9, 10)).toEqual(['session'])
  })

  it('ten turns of Claude Code, thinking signed for one key, are refused by nobody', async () => {
    for (const session of ['a', 'b', 'c']) {
      vendor.reset()
      const messages: unknown[] = [{ role: 'user', content: 'begin' }]
      for (let turn = 0; turn < 10; turn += 1) {
        vendor.next({ toolCalls: [{ name: 'look', arguments: {} }], reasoning: `thought ${turn}` })
        const response = await relay.post('/v1/messages', {
          model: 'claude-opus-4-5',
          max_tokens: 4_000,
          thinking: { type: 'enabled', budget_tokens: 2_000 },
          metadata: { user_id: `user_1_session_${session}` },
          tools: [{ name: 'look', input_schema: { type: 'object', properties: {} } }],
          messages,
        })
        expect(response.status, await response.clone().text()).toBe(200)
        const { content } = (await response.json()) as { content: { type: string; id: string }[] }
        const results = content
          .filter(({ type }) => type === 'tool_use')
          .map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'seen' }))
        messages.push(
          { role: 'assistant', content },
          { role: 'user', content: results.length > 0 ? results : 'go on' },
        )
      }
      expect(new Set(keysOf()).size).toBe(1)
    }
  })

  it('a stored response is continued at its account, streamed and not, by its id and by ids of its items', async () => {
    for (let i = 0; i < 6; i += 1) {
      vendor.reset()
      const first = await relay.openai.responses.create({ model, input: 'remember me' })
      const stream = await relay.openai.responses.create({
        model,
        input: 'more',
        previous_response_id: first.id,
        stream: true,
      })
      let id = ''
      for await (const event of stream) if (event.type === 'response.completed') id = event.response.id
      await relay.openai.responses.create({ model, input: 'and more', previous_response_id: id })
      await relay.openai.responses.create({
        model,
        input: [
          { role: 'user', content: 'remember me' },
          { type: 'item_reference', id: first.output[0]?.id ?? '' },
          { role: 'user', content: 'again' },
        ],
      })
      expect(new Set(keysOf()).size).toBe(1)
      expect(vendor.requests).toHaveLength(4)
    }
  })

  it('is found in the store by a daemon that has not seen it, and counts for its user alone', async () => {
    const first = await relay.openai.responses.create({ model, input: 'remember me' })
    const { VendorStates } = await import('../../../../src/daemon/relay/stored/vendor-states.ts')
    const other = new VendorStates(relay.api.services.knex, relay.api.services.clock)
    const [place] = await other.find(1, [first.id])
    expect(place?.channelId).toBeGreaterThan(0)
    expect(await other.find(2, [first.id])).toEqual([undefined])
    expect(JSON.stringify(await relay.api.services.knex('vendor_states'))).not.toContain(first.id)
  })

  it.each(['response', 'item', 'container'])('a %s of one user is refused to every other', async (kind) => {
    vendor.next({
      json: {
        id: `resp_of_${kind}`,
        object: 'response',
        status: 'completed',
        output: [
          { type: 'code_interpreter_call', id: `ci_of_${kind}`, container_id: `cntr_of_${kind}`, code: '1' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'secret' }] },
        ],
        usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
      },
    })
    await relay.openai.responses.create({ model, input: 'remember me' })
    const reference = {
      response: { input: 'What did I say?', previous_response_id: 'resp_of_response' },
      item: { input: [{ type: 'item_reference', id: 'ci_of_item' }] },
      container: {
        input: 'Read my files.',
        tools: [{ type: 'code_interpreter', container: 'cntr_of_container' }],
      },
    }[kind]
    const user = await relay.api.createUser(`no-${kind}`)
    const { id } = await user.call<{ id: number }>('GET', '/api/user/self')
    await relay.root.call('POST', '/api/user/credit', { id, delta: '1000000' })
    const key = await relay.addToken({}, user)
    vendor.reset()
    const refused = await relay.post(
      '/v1/responses',
      { model, ...reference },
      { authorization: `Bearer ${key}` },
    )
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { code: 'previous_response_not_found' } },
    ])
    expect(vendor.hits).toBe(0)
  })

  it('a response whose account is gone is refused as OpenAI refuses unknown ones', async () => {
    let id = ''
    while (id === '') {
      const made = await relay.openai.responses.create({ model, input: 'remember me' })
      if (keysOf().at(-1) === 'Bearer three') id = made.id
    }
    await relay.root.call('PUT', '/api/channel/', { id: second, status: 2 })
    const refused = await relay.post('/v1/responses', { model, input: 'more', previous_response_id: id })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: { code: 'previous_response_not_found', type: 'invalid_request_error' },
    })
    await relay.root.call('PUT', '/api/channel/', { id: second, status: 1 })
  })

  it('a request that is pinned to another channel is answered by that channel’s vendor', async () => {
    let id = ''
    while (id === '') {
      const made = await relay.openai.responses.create({ model, input: 'remember me' })
      if (keysOf().at(-1) === 'Bearer three') id = made.id
    }
    vendor.reset()
    const answer = await relay.post(
      '/v1/responses',
      { model, input: 'more', previous_response_id: id },
      { authorization: `Bearer ${relay.key}-${first}` },
    )
    expect(['Bearer one', 'Bearer two']).toContain(keysOf().at(-1))
    const { error } = (await answer.json()) as { error: { code: string; message: string } }
    expect([answer.status, error.code]).toEqual([400, 'previous_response_not_found'])
    expect(error.message).not.toContain('is not known here')
  })

  it('a response is continued with the key that has replaced the one it was made with', async () => {
    const columns = { base_url: vendor.url, models: 'o3' }
    const id = await relay.addChannel({ ...columns, key: 'before' })
    const made = await relay.openai.responses.create({ model: 'o3', input: 'remember me' })
    await relay.root.call('PUT', '/api/channel/', { id, key: 'after' })
    vendor.reset()
    await relay.post('/v1/responses', { model: 'o3', input: 'more', previous_response_id: made.id })
    expect(keysOf()).toEqual(['Bearer after'])
    await relay.root.call('DELETE', `/api/channel/${id}`)
  })
})
