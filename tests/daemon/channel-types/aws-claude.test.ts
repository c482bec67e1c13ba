import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { awsClaude } from '../../../src/daemon/channel-types/aws-claude/index.ts'
import { isKeyDead } from '../../../src/daemon/channel-types/key-death.ts'
import type { Call, Channel } from '../../../src/daemon/channel-types/types.ts'
import { anthropicMessages } from '../../../src/daemon/protocols/anthropic/index.ts'
import { AwsEventStreamFramer } from '../../../src/daemon/protocols/aws-event-stream.ts'
import { AnswerAssembler } from '../../../src/daemon/protocols/conversation/assemble.ts'
import type { JsonObject } from '../../../src/daemon/protocols/types.ts'
import { aCall, someAdapters } from './a-channel.ts'

const NOW = new Date('2026-01-02T03:04:05Z')
const KEY = 'AKIDEXAMPLE|wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY|us-east-1'

const call = (given: Partial<Call> = {}, channel: Partial<Channel> = {}): Call =>
  aCall(
    { operation: 'messages', path: '/v1/messages', model: 'claude-sonnet-4-5-20250929', key: KEY, ...given },
    channel,
  )

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/aws/${name}`, import.meta.url))

const idOf = (model: string, region: string): string => {
  const { url } = awsClaude.target(call({ model, key: `AK|SK|${region}` }))
  return decodeURIComponent(url.split('/')[4] ?? '')
}

describe('awsClaude', () => {
  it('signs the call of the published vector', () => {
    const one = call()
    const { url, headers } = awsClaude.target(one)
    expect(url).toBe(
      'https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke',
    )
    const signed = awsClaude.sign?.(
      {
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"anthropic_version":"bedrock-2023-05-31","max_tokens":16,"messages":[{"role":"user","content":"hi"}]}',
        now: NOW,
      },
      one,
    )
    expect(signed?.authorization).toMatch(
      /Signature=a057bcd39207ead4433a4cbf2b9d280eba264bde555ac670ca7e475d5ca47b98$/,
    )
  })

  it('signs for the host that is really called', () => {
    const one = call({}, { baseUrl: 'https://proxy.example:8443' })
    const { url, headers } = awsClaude.target(one)
    expect(url).toMatch(/^https:\/\/proxy\.example:8443\/model\//)
    const other = awsClaude.sign?.({ url, headers, body: '', now: NOW }, one)
    const own = awsClaude.sign?.({ ...awsClaude.target(call()), body: '', now: NOW }, call())
    expect(other?.authorization).not.toBe(own?.authorization)
  })

  it('sends an API key as it is, unsigned', () => {
    const one = call({ key: 'ABSKexample|eu-west-1' })
    const { url, headers } = awsClaude.target(one)
    expect(url).toContain('https://bedrock-runtime.eu-west-1.amazonaws.com/model/eu.anthropic.')
    expect(headers.authorization).toBe('Bearer ABSKexample')
    expect(awsClaude.sign?.({ url, headers, body: '', now: NOW }, one)).toEqual({})
  })

  it('streams by another action and in frames of AWS', () => {
    const one = call({ isStream: true })
    expect(awsClaude.target(one).url).toMatch(/\/invoke-with-response-stream$/)
    expect(awsClaude.framing?.(one)).toBe('aws-event-stream')
    expect(awsClaude.framing?.(call())).toBeUndefined()
  })

  it.each([
    ['claude-sonnet-4-5-20250929', 'us-west-2', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-sonnet-4-5', 'eu-central-1', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-sonnet-4-5-thinking', 'us-east-1', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-3-5-sonnet-20241022', 'us-east-1', 'us.anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ['claude-3-7-sonnet-20250219', 'ap-south-1', 'apac.anthropic.claude-3-7-sonnet-20250219-v1:0'],
    ['claude-sonnet-4-20250514', 'ap-northeast-1', 'apac.anthropic.claude-sonnet-4-20250514-v1:0'],
    ['claude-sonnet-4-5-20250929', 'ap-northeast-1', 'jp.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-haiku-4-5-20251001', 'ap-southeast-2', 'au.anthropic.claude-haiku-4-5-20251001-v1:0'],
    ['claude-opus-4-8', 'us-east-1', 'us.anthropic.claude-opus-4-8'],
    ['claude-opus-4-6', 'us-gov-west-1', 'us-gov.anthropic.claude-opus-4-6-v1'],
    ['claude-sonnet-4-6', 'ca-central-1', 'global.anthropic.claude-sonnet-4-6'],
    ['claude-3-haiku-20240307', 'us-east-1', 'anthropic.claude-3-haiku-20240307-v1:0'],
    ['global.anthropic.claude-opus-5', 'us-east-1', 'global.anthropic.claude-opus-5'],
    ['amazon.nova-lite-v1:0', 'us-east-1', 'amazon.nova-lite-v1:0'],
  ])('knows %s in %s as %s', (model, region, id) => {
    expect(idOf(model, region)).toBe(id)
  })

  it('takes an ARN for one segment of the path', () => {
    const model = 'arn:aws:bedrock:us-east-1:123:application-inference-profile/abc'
    expect(awsClaude.target(call({ model })).url).toContain(`/model/${encodeURIComponent(model)}/invoke`)
  })

  it.each(['AK|SK', 'AK', 'AK|SK|us-east-1|T|X', 'AK||us-east-1', 'AK|SK|evil.example/#', 'AK|SK|nowhere'])(
    'refuses the key %s',
    (key) => {
      expect(() => awsClaude.target(call({ key }))).toThrow('channel_misconfigured')
    },
  )

  it('says that there is no list of models', () => {
    expect(() => awsClaude.target(call({ operation: 'models' }))).toThrow('fetch_models_failed')
  })

  it('writes a body as Bedrock takes it', () => {
    const body: JsonObject = {
      model: 'claude-sonnet-4-5',
      stream: true,
      max_tokens: 100,
      service_tier: 'auto',
      metadata: { user_id: 'u' },
      cache_control: { type: 'ephemeral' },
      tools: [{ name: 'f', input_schema: { type: 'object' }, eager_input_streaming: true }],
      tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 't', signature: 's' }] },
        { role: 'user', content: [{ type: 'text', text: 'b' }] },
      ],
    }
    const before = structuredClone(body)
    const shaped = awsClaude.shapeRequest?.(
      body,
      call({ headers: { 'anthropic-beta': 'context-1m-2025-08-07, context-1m-2025-08-07' } }),
    )
    expect(body).toEqual(before)
    expect(shaped).toEqual({
      anthropic_version: 'bedrock-2023-05-31',
      anthropic_beta: ['context-1m-2025-08-07', 'fine-grained-tool-streaming-2025-05-14'],
      max_tokens: 100,
      metadata: { user_id: 'u' },
      tools: [{ name: 'f', input_schema: { type: 'object' } }],
      tool_choice: { type: 'tool', name: 'f' },
      messages: [
        { role: 'user', content: 'a' },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 't', signature: 's' }] },
        { role: 'user', content: [{ type: 'text', text: 'b', cache_control: { type: 'ephemeral' } }] },
      ],
    })
  })

  it('adds nothing that was not asked for', () => {
    const body = { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] }
    expect(awsClaude.shapeRequest?.(body, call())).toEqual({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 5,
      messages: [{ role: 'user', content: 'hi' }],
    })
  })

  it('takes betas from the administrator’s headers before the client’s', () => {
    const adapters = someAdapters({
      claudeHeaders: new Map([['claude-sonnet-4-6', new Map([['anthropic-beta', ['a', 'b']]])]]),
    })
    const body = { max_tokens: 5, messages: [] }
    const given = call({ model: 'claude-sonnet-4-6', adapters, headers: { 'anthropic-beta': 'c' } })
    expect(awsClaude.shapeRequest?.(body, given)).toMatchObject({ anthropic_beta: ['a', 'b'] })
  })

  it('takes no links, and structured output only of the generations that have it', () => {
    expect(awsClaude.traits?.(call())).toMatchObject({ takesMediaUrls: false, takesStructuredOutput: true })
    expect(awsClaude.traits?.(call({ model: 'us.anthropic.claude-opus-4-1-20250805-v1:0' }))).toMatchObject({
      takesStructuredOutput: false,
    })
    expect(awsClaude.traits?.(call({ model: 'claude-sonnet-4-20250514' }))).toMatchObject({
      takesStructuredOutput: false,
    })
  })

  it.each([
    [400, 'error-400.json', 'ValidationException', 'URL sources are not supported', false],
    [403, 'error-403.json', 'AccessDeniedException', "You don't have access to the model", false],
    [503, 'error-503.json', 'ServiceUnavailableException', 'throttled', false],
  ])('names the recorded failure %i of %s', (status, file, code, message, isDead) => {
    const failure = awsClaude.readFailure?.(status, fixture(file).toString('utf8'))
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) })
    if (failure) expect(isKeyDead(awsClaude, status, failure, '')).toBe(isDead)
  })

  it.each([
    '{"message":"The security token included in the request is invalid."}',
    '{"__type":"com.amazon.coral.service#ExpiredTokenException","message":"The token is old."}',
    '{"message":"The request signature we calculated does not match the signature you provided."}',
    '{"Message":"User: arn:aws:iam::1:user/x is not authorized to perform: bedrock:InvokeModel"}',
  ])('holds the key for dead after %s', (text) => {
    const failure = awsClaude.readFailure?.(403, text)
    expect(failure && isKeyDead(awsClaude, 403, failure, '')).toBe(true)
  })

  it('reads the answer of a recorded stream', () => {
    const assembler = new AnswerAssembler()
    const decoder = anthropicMessages.upstream?.decodeStream()
    for (const event of new AwsEventStreamFramer().push(fixture('claude-tools.eventstream')))
      assembler.push(decoder?.push(event.data) ?? [])
    assembler.push(decoder?.flush() ?? [])
    const answer = assembler.answer()
    expect(answer).toMatchObject({ finish: 'tool-calls', usage: { inputTokens: 273, outputTokens: 88 } })
    expect(answer.parts[0]).toMatchObject({
      kind: 'text',
      text: "Okay, let's get the current weather for San Francisco:",
    })
    expect(answer.parts[1]).toMatchObject({ kind: 'tool-call', name: 'get_weather' })
  })

  it('reads the usage of a recorded answer, cached tokens included', () => {
    const document = JSON.parse(fixture('claude-cached.json').toString('utf8')) as JsonObject
    expect(anthropicMessages.readUsage(document)).toMatchObject({
      kind: 'stated',
      usage: {
        inputTokens: 3 + 9511 + 1956,
        outputTokens: 44,
        cacheReadTokens: 9511,
        cacheWriteTokens: 1956,
      },
    })
  })
})
