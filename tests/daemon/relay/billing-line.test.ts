import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestRelay, type TestRelay } from '../../support/test-relay.ts'

const models = {
  anthropic: 'claude-sonnet-4-5',
  other: 'kimi-k2',
  bedrock: 'claude-opus-4-5',
  deepseek: 'deepseek-chat',
  openai: 'gpt-4.1',
  gemini: 'gemini-2.5-pro',
}

const LINE = 'x-anthropic-billing-header: cc_version=2.1.332.407; cc_entrypoint=cli; cch=eb6c6;'
const PROMPT = 'You are a coding agent. Never write x-anthropic-billing-header: yourself.'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel({ type: 14, models: `${models.anthropic},${models.other}` })
  await relay.addChannel({ type: 33, models: models.bedrock, key: 'AKID|SECRET|us-east-1' })
  await relay.addChannel({ type: 43, models: models.deepseek })
  await relay.addChannel({ type: 1, models: models.openai })
  await relay.addChannel({ type: 24, models: models.gemini })
  const ratios = Object.values(models).map((model) => [model, 1])
  await relay.setOption('ModelRatio', JSON.stringify(Object.fromEntries(ratios)))
})
afterAll(() => relay.close())
beforeEach(() => relay.upstream.reset())

/** Sends a request like Claude Code. */
const sentFor = async (model: string, system: unknown): Promise<string> => {
  const body = { model, max_tokens: 5, system, messages: [{ role: 'user', content: 'hello' }] }
  const response = await relay.post('/v1/messages', body)
  expect(response.status, await response.text()).toBe(200)
  expect(response.headers.get('tollgate-translation')).toBeNull()
  return String(relay.upstream.requests.at(-1)?.body)
}

describe('the line for Anthropic’s books at the head of Claude Code’s prompt', () => {
  const text = (each: string) => ({ type: 'text', text: each })

  it('reaches Anthropic', async () => {
    expect(await sentFor(models.anthropic, [text(LINE), text(PROMPT)])).toContain(LINE)
  })

  it.each([models.other, models.bedrock, models.deepseek, models.openai, models.gemini])(
    'does not reach %s, whose prompt begins the same in every session',
    async (model) => {
      const sent = await sentFor(model, [text(LINE), text(PROMPT)])
      expect(sent).toContain(PROMPT)
      expect(sent).not.toContain('cc_version')
    },
  )

  it('may be all that there is', async () => {
    for (const model of [models.other, models.openai])
      expect(await sentFor(model, [text(LINE)])).not.toContain('system')
  })
})
