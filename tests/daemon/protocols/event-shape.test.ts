import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../src/daemon/protocols/anthropic/index.ts'
import { EventShape } from '../../../src/daemon/protocols/event-shape.ts'
import { openaiChat } from '../../../src/daemon/protocols/openai/index.ts'
import { openaiResponses } from '../../../src/daemon/protocols/responses/index.ts'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { Codec, StreamEvent } from '../../../src/daemon/protocols/types.ts'
import { mayStateUsage } from '../../../src/daemon/relay/call/read-usage.ts'
import { StreamMeter } from '../../../src/daemon/relay/deliver/stream-meter.ts'

interface Reading {
  readonly bytes: string
  readonly ends: readonly string[]
  readonly text: string
  readonly everything: string
  readonly leastTokens: number
  readonly size: readonly number[]
  readonly usage: readonly string[]
  readonly others: readonly string[]
}

/** Reads everything from a stream. @param learnsAfter the event after which shapes are used */
function read(chunks: readonly Buffer[], codec: Codec, learnsAfter?: number): Reading & { runs: number } {
  const framer = new SseFramer()
  const meter = new StreamMeter(codec)
  const isPlain = (data: string) => !mayStateUsage(codec, data)
  const others: string[] = []
  const bytes: Uint8Array[] = []
  let runs = 0
  let hasShape = learnsAfter === undefined
  let lastContent = ''
  const take = (event: StreamEvent) => {
    bytes.push(event.raw)
    if (event.run) {
      runs += 1
      meter.addRun(event.run)
      lastContent = event.data
      return
    }
    const kind = event.data === '' ? 'comment' : codec.classify(event.data)
    if (kind !== 'comment' && !isPlain(event.data)) meter.noteUsage(event.data)
    if (kind !== 'content') return void others.push(`${kind} ${event.data}`)
    meter.add(event.data)
    lastContent = event.data
    if (hasShape || meter.events <= (learnsAfter ?? 0) || !isPlain(event.data)) return
    const shape = EventShape.of(event, codec, isPlain)
    if (shape) framer.expect(shape)
    hasShape = shape !== undefined
  }
  for (const chunk of chunks) for (const event of framer.push(chunk)) take(event)
  const last = framer.flush()
  if (last) take(last)
  return {
    bytes: Buffer.concat(bytes).toString('latin1'),
    ends: [lastContent, String(codec.finishesChoice(lastContent))],
    text: meter.text(),
    everything: meter.everything(),
    leastTokens: meter.leastTokens,
    size: [meter.chars, meter.events, meter.smallestEventChars, meter.timesKept],
    usage: meter.usageDocuments.map((document) => JSON.stringify(document)),
    others,
    runs,
  }
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [...new Set(places.map((each) => each % (bytes.length + 1)))].sort((a, b) => a - b)
  return [0, ...sorted].map((from, index) => bytes.subarray(from, sorted[index] ?? bytes.length))
}

const words = fc.oneof(
  { weight: 9, arbitrary: fc.stringMatching(/^[a-z ,.]{1,12}$/) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'usage',
      'error',
      'finish_reason',
      'choices',
      '',
      ' ',
      '"',
      '\\',
      'a\\b',
      '\n',
      '\u0000',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('天气', 'é', '😀', '\ud83d') },
)

const frame = (delta: object, more: object = {}, finish: string | null = null): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  })

const chatEvent = fc.oneof(
  { weight: 12, arbitrary: words.map((content) => frame({ content })) },
  { weight: 3, arbitrary: words.map((text) => frame({ reasoning_content: text })) },
  words.map((content) => frame({ content }, { usage: null })),
  words.map((content) => frame({ content, reasoning: content })),
  // The same text in another place, and a tab that JSON requires to be escaped.
  { weight: 3, arbitrary: words.map((note) => frame({ content: 'usage' }, { note })) },
  { weight: 2, arbitrary: words.map((content) => frame({ content: `${content}@` }).replace('@', '\t')) },
  words.map((text) => frame({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
  fc.constantFrom(
    frame({ role: 'assistant', content: '' }),
    frame({}, {}, 'stop'),
    frame({ content: 'x' }, { usage: { prompt_tokens: 1, completion_tokens: 2 } }),
    '{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}',
    '{"error":{"message":"no"}}',
    '{"choices":[{"delta":{"content":"a","content":"b"}}]}',
    '{ "choices" : [ {"delta":{"content": "loose"}} ] }',
    'no json',
    '[DONE]',
  ),
)

const claudeEvent = fc.oneof(
  {
    weight: 8,
    arbitrary: words.map((text) => ({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    })),
  },
  words.map((thinking) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'thinking_delta', thinking },
  })),
  fc.constantFrom(
    { type: 'ping' },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
    { type: 'message_start', message: { model: 'c', usage: { input_tokens: 4, output_tokens: 1 } } },
    { type: 'message_stop' },
  ),
)

const between = fc.oneof({ weight: 20, arbitrary: fc.constant('') }, fc.constantFrom(': ping\n\n', '\n'))
/** Streams as vendors send them, with several events per write. */
const streamOf = (event: fc.Arbitrary<string>): fc.Arbitrary<readonly Buffer[]> =>
  fc.array(
    fc
      .array(fc.tuple(event, between), { minLength: 1, maxLength: 6 })
      .map((events) => Buffer.from(events.flat().join(''))),
    { minLength: 1, maxLength: 12 },
  )

const streams: readonly (readonly [name: string, codec: Codec, stream: fc.Arbitrary<readonly Buffer[]>])[] = [
  ['chat', openaiChat, streamOf(chatEvent.map((data) => `data: ${data}\n\n`))],
  ['chat without blanks', openaiChat, streamOf(chatEvent.map((data) => `data:${data}\n\n`))],
  ['chat with CRLF', openaiChat, streamOf(chatEvent.map((data) => `data: ${data}\r\n\r\n`))],
  [
    'Messages',
    anthropicMessages,
    streamOf(claudeEvent.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)),
  ],
  [
    'Responses',
    openaiResponses,
    streamOf(
      words.map((delta) => `data: ${JSON.stringify({ type: 'response.output_text.delta', delta })}\n\n`),
    ),
  ],
]

describe('events that repeat one another', () => {
  for (const [name, codec, stream] of streams)
    it(`say the same when they are not read one by one: ${name}`, () => {
      let runs = 0
      fc.assert(
        fc.property(
          stream,
          fc.array(fc.nat(), { maxLength: 5 }),
          fc.nat({ max: 3 }),
          (writes, places, after) => {
            for (const chunks of [writes, cut(Buffer.concat(writes), places)]) {
              const { runs: found, ...shaped } = read(chunks, codec, after)
              const { runs: none, ...plain } = read(chunks, codec)
              expect(shaped).toEqual(plain)
              expect(none).toBe(0)
              runs += found
            }
          },
        ),
        { numRuns: 500 },
      )
      expect(runs > 500).toBe(!name.includes('CRLF'))
    })

  const folder = join(import.meta.dirname, '../../fixtures')
  const recorded = [
    ['openai-chat', openaiChat],
    ['openai-family/documented', openaiChat],
    ['openai-family/others', openaiChat],
    ['anthropic', anthropicMessages],
    ['responses/openai', openaiResponses],
  ] as const
  for (const [name, codec] of recorded)
    it(`say the same in recorded streams: ${name}`, () => {
      for (const file of readdirSync(join(folder, name)).filter((each) => each.includes('stream'))) {
        const bytes = readFileSync(join(folder, name, file))
        for (const size of [bytes.length, 1_500, 331, 1]) {
          const chunks = cut(
            bytes,
            Array.from({ length: bytes.length / size }, (_, index) => index * size),
          )
          const { runs: _, ...shaped } = read(chunks, codec, 0)
          const { runs: __, ...plain } = read(chunks, codec)
          expect(shaped, file).toEqual(plain)
        }
      }
    })

  it('are told as one where they come side by side, in any script', () => {
    const event = (content: string) => `data: ${frame({ content })}\n\n`
    const chunks = [
      event('one'),
      event(' two') + event(' three') + event(' four') + event(' "five"') + event(' six'),
      event(' 天气') + event(' 很好'),
    ].map((each) => Buffer.from(each))
    expect(read(chunks, openaiChat, 0)).toMatchObject({
      runs: 3,
      text: 'one two three four "five" six 天气 很好',
      size: [expect.any(Number), 8, expect.any(Number), 1],
    })
  })
})
