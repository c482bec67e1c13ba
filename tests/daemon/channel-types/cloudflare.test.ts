import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cloudflare } from '../../../src/daemon/channel-types/cloudflare/index.ts'
import { openaiChat } from '../../../src/daemon/protocols/openai/index.ts'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { JsonValue } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'

const FIXTURES = new URL('../../fixtures/cloudflare/', import.meta.url)
const readText = (file: string): string => readFileSync(new URL(file, FIXTURES), 'utf8')
const read = (file: string): JsonValue => JSON.parse(readText(file))

it.each([
  ['', 'acc', 'https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/chat/completions'],
  ['https://proxy.example', 'acc', 'https://proxy.example/client/v4/accounts/acc/ai/v1/chat/completions'],
  [
    'https://api.cloudflare.com/client/v4/accounts/acc/ai/v1',
    '',
    'https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/chat/completions',
  ],
  [
    'https://gateway.ai.cloudflare.com/v1/acc/gw/workers-ai',
    '',
    'https://gateway.ai.cloudflare.com/v1/acc/gw/workers-ai/v1/chat/completions',
  ],
])('is called behind %s with account %s', (baseUrl, other, url) => {
  expect(cloudflare.target(aCall({}, { baseUrl, other })).url).toBe(url)
})

it('needs an account that is one', () => {
  for (const other of ['', ' ', '../x', 'a/b'])
    expect(() => cloudflare.target(aCall({}, { other }))).toThrow('channel_misconfigured')
})

it('reads the list of models by their names', () => {
  expect(cloudflare.target(aCall({ operation: 'models' }, { other: 'acc' })).url).toBe(
    'https://api.cloudflare.com/client/v4/accounts/acc/ai/models/search?per_page=1000',
  )
  expect(cloudflare.readModelList?.(read('models.json'))).toEqual([
    '@cf/baai/bge-m3',
    '@cf/openai/gpt-oss-120b',
  ])
})

it('renames what open models do not know', () => {
  expect(
    cloudflare.shapeRequest?.(
      { messages: [{ role: 'developer', content: 'x' }], max_completion_tokens: 5 },
      aCall(),
    ),
  ).toEqual({ messages: [{ role: 'system', content: 'x' }], max_tokens: 5 })
})

it('states its usage in the last event of a stream, and of structured answers none', () => {
  const events = new SseFramer().push(readFileSync(new URL('chat.stream.txt', FIXTURES)))
  const documents = events
    .filter((each) => each.data !== '[DONE]')
    .map((each): JsonValue => JSON.parse(each.data))
  const usages = documents.map((each) => openaiChat.readUsage(each)).filter((each) => each.kind !== 'none')
  expect(usages).toMatchObject([{ usage: { inputTokens: 62, outputTokens: 7 } }])
  expect(openaiChat.readUsage(read('chat-structured.json')).kind).toBe('none')
  expect(openaiChat.readOutput(read('chat-structured.json')).text).toContain('Apples are tasty')
})

it('names its failures and knows a dead key', () => {
  const failure = openaiChat.readFailure(400, readText('error-401.json'))
  expect(failure).toMatchObject({ message: 'Authentication error', code: '10000' })
  expect(cloudflare.isKeyDead?.(400, failure)).toBe(true)
  expect(openaiChat.readDisguisedFailure(read('error-401.json'))?.code).toBe('10000')
})
