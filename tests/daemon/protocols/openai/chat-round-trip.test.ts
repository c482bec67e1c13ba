import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UpstreamTraits } from '../../../../src/daemon/protocols/conversation/codec.ts'
import { LossList } from '../../../../src/daemon/protocols/conversation/losses.ts'
import { encodeOpenAiUsage } from '../../../../src/daemon/protocols/openai/chat-usage.ts'
import { readOpenAiUsage } from '../../../../src/daemon/protocols/openai/usage.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'
import { NO_USAGE } from '../../../../src/daemon/protocols/usage.ts'
import { halves, targetOf } from './chat-fixtures.ts'

const { client, upstream } = halves()

/*
 * Documented bodies, within what the neutral form can express. Values with several spellings (a text as one part,
 * `max_tokens`, a single `stop`) use the one that the round trip returns.
 */

/** OpenAI itself, and a router in front of Anthropic's models. Together they accept everything. */
const OPENAI: UpstreamTraits = { origin: 'openai', takesDeveloperRole: true }
const ROUTER: UpstreamTraits = { takesReasoningDetails: true, origin: 'anthropic', wantsReasoningBack: true }

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const text = fc.string({ minLength: 1, maxLength: 12 })
const link = word.map((name) => `https://example.com/${name}.png`)
const base64 = fc
  .uint8Array({ minLength: 1, maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString('base64'))

/** Members that may be absent. */
const optional = (members: Record<string, fc.Arbitrary<JsonValue>>): fc.Arbitrary<JsonObject> =>
  fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>

const markOf = (isOpenAi: boolean): fc.Arbitrary<JsonObject> =>
  isOpenAi
    ? fc.constant({ prompt_cache_breakpoint: { mode: 'explicit' } })
    : fc
        .constantFrom<JsonObject[]>({}, { ttl: '5m' }, { ttl: '1h' })
        .map((rest) => ({ cache_control: { type: 'ephemeral', ...rest } }))

const textPart = text.map((said): JsonObject => ({ type: 'text', text: said }))

const mediaPart = fc.oneof(
  fc
    .tuple(link, optional({ detail: fc.constantFrom('low', 'high', 'auto') }))
    .map(([url, rest]): JsonObject => ({ type: 'image_url', image_url: { url, ...rest } })),
  base64.map(
    (data): JsonObject => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }),
  ),
  fc
    .tuple(base64, fc.constantFrom('wav', 'mp3'))
    .map(([data, format]): JsonObject => ({ type: 'input_audio', input_audio: { data, format } })),
  fc.tuple(base64, word).map(
    ([data, name]): JsonObject => ({
      type: 'file',
      file: { filename: `${name}.pdf`, file_data: `data:application/pdf;base64,${data}` },
    }),
  ),
)

/** A single text as a string, everything else as parts. */
const contentOf = (part: fc.Arbitrary<JsonObject>, isOpenAi: boolean): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    text,
    fc.array(part, { minLength: 2, maxLength: 4 }),
    fc.tuple(textPart, markOf(isOpenAi)).map(([said, mark]) => [{ ...said, ...mark }]),
  )

const callOf = (id: string, isOpenAi: boolean): fc.Arbitrary<JsonObject> => {
  const called = fc.tuple(word, fc.dictionary(word, text, { maxKeys: 2 })).map(
    ([name, args]): JsonObject => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }),
  )
  const custom = fc
    .tuple(word, text)
    .map(([name, input]): JsonObject => ({ id, type: 'custom', custom: { name, input } }))
  return isOpenAi ? fc.oneof(called, custom) : called
}

/** Reasoning as the router wants it back: text on every turn with calls, and state of its own model family. */
const reasoning: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constant({}),
  text.map((said): JsonObject => ({ reasoning_content: said })),
  fc.tuple(text, base64).map(
    ([said, signature]): JsonObject => ({
      reasoning_content: said,
      reasoning_details: [
        { type: 'reasoning.text', text: said, signature, format: 'anthropic-claude-v1', index: 0 },
      ],
    }),
  ),
  base64.map(
    (data): JsonObject => ({
      reasoning_details: [{ type: 'reasoning.encrypted', data, format: 'anthropic-claude-v1', index: 0 }],
    }),
  ),
)

const answered = (isOpenAi: boolean, place: number): fc.Arbitrary<JsonObject[]> =>
  fc
    .tuple(
      fc.integer({ min: 0, max: 3 }).chain((count) => {
        const ids = Array.from({ length: count }, (_, index) => `call_${place}_${index}`)
        return fc.tuple(...ids.map((id) => callOf(id, isOpenAi)))
      }),
      fc.option(text),
      isOpenAi ? optional({ refusal: text }) : reasoning,
      fc.array(contentOf(textPart, isOpenAi), { minLength: 3, maxLength: 3 }),
    )
    .map(([calls, said, extra, results]) => {
      if (calls.length === 0)
        return [{ role: 'assistant', ...extra, content: said ?? (extra.refusal ? null : '') }]
      const thought = isOpenAi || extra.reasoning_content ? extra : { ...extra, reasoning_content: '' }
      return [
        { role: 'assistant', content: said, ...thought, tool_calls: calls },
        ...calls.map(
          (call, index): JsonObject => ({
            role: 'tool',
            tool_call_id: call.id ?? '',
            content: results[index] ?? '',
          }),
        ),
      ]
    })

const messagesOf = (isOpenAi: boolean): fc.Arbitrary<JsonObject[]> => {
  const role = isOpenAi ? 'developer' : 'system'
  const system = contentOf(textPart, isOpenAi).map((content) => [{ role, content }])
  const user = contentOf(fc.oneof(textPart, mediaPart), isOpenAi).map((content) => [
    { role: 'user', content },
  ])
  const turns = Array.from({ length: 4 }, (_, place) => fc.oneof(system, user, answered(isOpenAi, place)))
  const first: JsonObject = { role: 'user', content: 'Answer in JSON.' }
  return fc.tuple(...turns).map((each) => [first, ...each.flat()])
}

const functionTool = (name: string): fc.Arbitrary<JsonObject> =>
  optional({
    description: text,
    parameters: fc.constant({
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    }),
    strict: fc.boolean(),
  }).map((rest) => ({ type: 'function', function: { name, ...rest } }))

const customTool = (name: string): fc.Arbitrary<JsonObject> =>
  optional({
    description: text,
    format: fc.constant({ type: 'grammar', grammar: { syntax: 'regex', definition: '[a-z]+' } }),
  }).map((rest) => ({ type: 'custom', custom: { name, ...rest } }))

const choiceOf = (isOpenAi: boolean): fc.Arbitrary<JsonValue> => {
  const one: JsonObject = { type: 'function', function: { name: 'first' } }
  const other: JsonObject = { type: 'custom', custom: { name: 'second' } }
  const allowed = { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [one, other] } }
  return fc.constantFrom<JsonValue[]>('none', 'auto', 'required', one, ...(isOpenAi ? [other, allowed] : []))
}

const toolsOf = (isOpenAi: boolean): fc.Arbitrary<JsonObject> =>
  fc.oneof(
    fc.constant({}),
    fc
      .tuple(
        fc.tuple(functionTool('first'), isOpenAi ? customTool('second') : functionTool('second')),
        optional({ tool_choice: choiceOf(isOpenAi), parallel_tool_calls: fc.boolean() }),
      )
      .map(([tools, rest]): JsonObject => ({ tools, ...rest })),
  )

const format: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constant({ type: 'json_object' }),
  optional({ description: text, strict: fc.boolean() }).map((rest) => ({
    type: 'json_schema',
    json_schema: { name: 'thing', schema: { type: 'object' }, ...rest },
  })),
)

const common = optional({
  stream: fc.constant(true),
  max_completion_tokens: fc.integer({ min: 1, max: 1e6 }),
  temperature: fc.constantFrom(0, 0.7, 2),
  top_p: fc.constantFrom(0.1, 1),
  top_k: fc.integer({ min: 1, max: 100 }),
  seed: fc.integer(),
  presence_penalty: fc.constantFrom(-2, 0, 1.5),
  frequency_penalty: fc.constantFrom(-2, 0, 1.5),
  stop: fc.array(text, { minLength: 1, maxLength: 4 }),
  response_format: format,
  reasoning_effort: fc.constantFrom('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'),
  verbosity: fc.constantFrom('low', 'medium', 'high'),
  service_tier: fc.constantFrom('auto', 'default', 'flex'),
  user: word,
  prompt_cache_key: word,
  web_search_options: optional({
    search_context_size: fc.constantFrom('low', 'high'),
    user_location: optional({ city: word, country: word }).map((approximate) => ({
      type: 'approximate',
      approximate,
    })),
  }),
})

const logprobs = fc.oneof(
  fc.constant({}),
  fc.constant({ logprobs: true }),
  fc.integer({ min: 1, max: 20 }).map((count) => ({ logprobs: true, top_logprobs: count })),
)

const bodyOf = (isOpenAi: boolean): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(messagesOf(isOpenAi), toolsOf(isOpenAi), common, logprobs)
    .map(([messages, tools, rest, probabilities]) => ({
      model: 'gpt-5.6-sol',
      messages,
      ...tools,
      ...rest,
      ...probabilities,
    }))

describe('a documented chat request', () => {
  it.each([
    ['OpenAI', OPENAI],
    ['a router of another family', ROUTER],
  ])('comes back unchanged and without a loss from the neutral form, for %s', (_name, traits) => {
    fc.assert(
      fc.property(bodyOf(traits === OPENAI), (body) => {
        const decoding = new LossList()
        const request = client.decodeRequest(body, decoding)
        const { target, losses } = targetOf(traits, 'gpt-5.6-sol')
        const again = upstream.encodeRequest(request, { ...target, isStream: request.isStream })
        expect(again).toEqual(body)
        expect([...decoding.fields, ...losses.fields]).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('usage', () => {
  it('is read back as it was written', () => {
    const counts = fc.record({
      cacheReadTokens: fc.nat(500),
      cacheWriteTokens: fc.nat(500),
      reasoningTokens: fc.nat(500),
      audioInputTokens: fc.nat(500),
      audioOutputTokens: fc.nat(500),
      rest: fc.nat(10_000),
    })
    fc.assert(
      fc.property(counts, ({ rest, ...parts }) => {
        const usage = {
          ...NO_USAGE,
          ...parts,
          inputTokens: rest + parts.cacheReadTokens + parts.cacheWriteTokens + parts.audioInputTokens,
          outputTokens: rest + parts.reasoningTokens + parts.audioOutputTokens + 1,
        }
        expect(readOpenAiUsage({ usage: encodeOpenAiUsage(usage) })).toEqual({ kind: 'stated', usage })
      }),
    )
  })
})
