import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SERVICE_ACCOUNT } from '../../conformance/channel-types/service-account.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const models = { anthropic: 'claude-haiku-4-5', bedrock: 'claude-sonnet-4-5', vertex: 'claude-opus-4-5' }

/** The betas that Claude Code 2.0 sends with every request. */
const CLAUDE_CODE = [
  'claude-code-20250219',
  'interleaved-thinking-2025-05-14',
  'context-management-2025-06-27',
  'prompt-caching-scope-2026-01-05',
  'advanced-tool-use-2025-11-20',
  'effort-2025-11-24',
]

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  const account = { ...JSON.parse(SERVICE_ACCOUNT), token_uri: `${relay.upstream.url}/token` }
  await relay.addChannel({ type: 14, models: models.anthropic })
  await relay.addChannel({ type: 33, models: models.bedrock, key: 'AKID|SECRET|us-east-1' })
  await relay.addChannel({ type: 41, models: models.vertex, key: JSON.stringify(account), other: 'us-east5' })
  const ratios = Object.values(models).map((model) => [model, 1])
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(ratios)))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

const ask = async (model: string, stream = false) => {
  const body = { model, max_tokens: 5, stream, messages: [{ role: 'user', content: 'hello' }] }
  const response = await relay.post('/v1/messages', body, { 'anthropic-beta': CLAUDE_CODE.join(',') })
  expect(response.status, await response.text()).toBe(200)
  const sent = relay.upstream.requests.findLast(({ path }) => !path.endsWith('/token'))
  return {
    header: sent?.headers['anthropic-beta'],
    member: (sent?.json as { anthropic_beta?: unknown } | undefined)?.anthropic_beta,
    announced: response.headers.get('tollgate-translation'),
  }
}

describe('finding relay 10: betas reach only clouds that accept them', () => {
  it.each([false, true])(
    'finding relay 10: Bedrock gets those of its list, in the body (stream: %s)',
    async (stream) => {
      expect(await ask(models.bedrock, stream)).toEqual({
        header: undefined,
        member: [
          'interleaved-thinking-2025-05-14',
          'context-management-2025-06-27',
          'tool-search-tool-2025-10-19',
          'effort-2025-11-24',
        ],
        announced: 'lossy; claude-code-20250219, prompt-caching-scope-2026-01-05',
      })
    },
  )

  it.each([false, true])(
    'finding relay 10: Vertex AI gets those of its list, in the header (stream: %s)',
    async (stream) => {
      expect(await ask(models.vertex, stream)).toEqual({
        header: 'interleaved-thinking-2025-05-14,context-management-2025-06-27,tool-search-tool-2025-10-19',
        member: undefined,
        announced: 'lossy; claude-code-20250219, prompt-caching-scope-2026-01-05, effort-2025-11-24',
      })
    },
  )

  it('the search of tools has the name that each cloud has for it, once', async () => {
    const both = 'advanced-tool-use-2025-11-20, tool-search-tool-2025-10-19'
    const send = async (model: string) => {
      const tools = [
        { name: 'find', input_schema: { type: 'object' } },
        { name: 'found', input_schema: { type: 'object' }, defer_loading: true },
      ]
      const body = { model, max_tokens: 5, tools, messages: [{ role: 'user', content: 'hello' }] }
      const response = await relay.post('/v1/messages', body, { 'anthropic-beta': both })
      expect([response.status, response.headers.get('tollgate-translation')]).toEqual([200, null])
      return relay.upstream.requests.at(-1)
    }
    const tools = [{}, { name: 'found', defer_loading: true }]
    const beta = 'tool-search-tool-2025-10-19'
    expect((await send(models.bedrock))?.json).toMatchObject({ anthropic_beta: [beta], tools })
    const onVertex = await send(models.vertex)
    expect([onVertex?.headers['anthropic-beta'], onVertex?.json]).toMatchObject([beta, { tools }])
    expect((await send(models.anthropic))?.headers['anthropic-beta']).toBe(both)
  })

  it('Bedrock gets no tool that Anthropic would run; a client that insists on one is refused', async () => {
    const tool = { name: 'f', input_schema: { type: 'object' } }
    const search = { type: 'web_search_20250305', name: 'web_search' }
    const body = { model: models.bedrock, max_tokens: 5, messages: [{ role: 'user', content: 'hello' }] }
    const offered = await relay.post('/v1/messages', { ...body, tools: [tool, search] })
    expect(offered.headers.get('tollgate-translation')).toContain('tools.web_search_20250305')
    expect(relay.upstream.requests.at(-1)?.json).toMatchObject({ tools: [{ name: 'f' }] })
    expect(String(relay.upstream.requests.at(-1)?.body)).not.toContain('web_search')
    const choice = { type: 'tool', name: 'web_search' }
    const forced = await relay.post('/v1/messages', { ...body, tools: [tool, search], tool_choice: choice })
    expect([forced.status, await forced.text()]).toEqual([
      400,
      expect.stringContaining('tools.web_search_20250305'),
    ])
  })

  it('finding relay 10: Anthropic, which ignores what it does not know, gets them all', async () => {
    expect(await ask(models.anthropic)).toEqual({
      header: CLAUDE_CODE.join(','),
      member: undefined,
      announced: null,
    })
  })
})
