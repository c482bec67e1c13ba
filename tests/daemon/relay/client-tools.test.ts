import Anthropic from '@anthropic-ai/sdk'
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pictureBase64, picturePath } from '../../support/simulator/openai-media.ts'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

/** One model for each format in which other vendors are called. DeepSeek is called in Anthropic's own format. */
const others = ['mistral-large-latest', 'gpt-5-codex', 'gemini-2.5-flash', 'deepseek-chat'] as const
const claude = 'anthropic.claude-opus-4-5'
const careful = 'mistral-small-latest'

let relay: TestRelay
let anthropic: Anthropic

beforeAll(async () => {
  relay = await startTestRelay({ env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' } })
  await relay.setOption(
    'ModelRatio',
    JSON.stringify(Object.fromEntries([...others, claude, careful].map((each) => [each, 1]))),
  )
  await relay.addChannel({ type: 42, models: others[0] })
  await relay.addChannel({ type: 3, models: others[1] })
  await relay.addChannel({ type: 24, models: others[2] })
  await relay.addChannel({ type: 43, models: others[3] })
  await relay.addChannel({ type: 33, models: claude, key: 'AKID|SECRET|us-east-1' })
  await relay.addChannel({
    type: 42,
    models: careful,
    setting: JSON.stringify({ refuse_lossy_translation: true }),
  })
  anthropic = new Anthropic({ apiKey: relay.key, baseURL: relay.url, maxRetries: 0 })
})
afterAll(() => relay.close())
afterEach(() => relay.upstream.reset())

const sent = (index = -1) => String(relay.upstream.requests.at(index)?.body)

describe('the tools that Anthropic defines and clients run', () => {
  const memory = (viewed: string[]) => {
    const refuse = () => Promise.reject(new Error('not asked for'))
    return betaMemoryTool({
      view: ({ path }) => {
        viewed.push(path)
        return 'nothing yet'
      },
      create: refuse,
      str_replace: refuse,
      insert: refuse,
      delete: refuse,
      rename: refuse,
    })
  }

  it.each(others.flatMap((model) => [false, true].map((stream) => ({ model, stream }))))(
    'are called by $model, and the SDK runs them (stream: $stream)',
    async ({ model, stream }) => {
      relay.upstream.next({
        toolCalls: [{ name: 'memory', arguments: { command: 'view', path: '/memories' } }],
      })
      const viewed: string[] = []
      const runner = anthropic.beta.messages.toolRunner({
        model,
        max_tokens: 500,
        messages: [{ role: 'user', content: 'Where were we?' }],
        tools: [memory(viewed), { type: 'bash_20250124', name: 'bash' }],
        stream,
      })
      const { stop_reason } = await runner.runUntilDone()
      expect([viewed, stop_reason]).toEqual([['/memories'], 'end_turn'])
      expect(relay.upstream.requests.map(({ complaint }) => complaint)).toEqual([undefined, undefined])
      expect(sent()).toContain('nothing yet')
      expect(sent()).not.toContain('_2025')
    },
  )

  it('go to Claude as they are, even if the rest of the request has to be written anew', async () => {
    const tools: Anthropic.ToolUnion[] = [
      { type: 'bash_20250124', name: 'bash', cache_control: { type: 'ephemeral' } },
      { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 5000 },
    ]
    // Bedrock takes no links, so the image has to be fetched.
    const source = { type: 'url' as const, url: `${relay.upstream.url}${picturePath}` }
    await anthropic.messages.create({
      model: claude,
      max_tokens: 500,
      messages: [{ role: 'user', content: [{ type: 'image', source }] }],
      tools,
    })
    expect(JSON.parse(sent())).toMatchObject({ tools })
    expect(sent()).toContain(pictureBase64)
  })

  it('are no loss, so that a channel which refuses losses takes them', async () => {
    const { response } = await anthropic.messages
      .create({
        model: careful,
        max_tokens: 500,
        messages: [{ role: 'user', content: 'hi' }],
        tools: [{ type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' }],
      })
      .withResponse()
    expect([response.status, response.headers.get('tollgate-translation')]).toEqual([200, null])
  })
})
