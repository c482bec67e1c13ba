import { readdirSync, readFileSync } from 'node:fs'
import { Problems } from '../../src/cli/manifest/problems.ts'
import { readManifest } from '../../src/cli/manifest/read-manifest.ts'
import { tellIn } from '../../src/cli/manifest/texts.ts'
import { anthropicMessages } from '../../src/daemon/protocols/anthropic/index.ts'
import { LossList } from '../../src/daemon/protocols/conversation/losses.ts'
import { geminiGenerate } from '../../src/daemon/protocols/gemini/index.ts'
import { openaiChat } from '../../src/daemon/protocols/openai/index.ts'
import { formToJson, parseMultipart } from '../../src/daemon/protocols/openai/multipart.ts'
import { openaiResponses } from '../../src/daemon/protocols/responses/index.ts'
import { SseFramer } from '../../src/daemon/protocols/sse.ts'
import type { Codec, JsonObject, JsonValue } from '../../src/daemon/protocols/types.ts'
import { parseInPieces } from '../../src/daemon/relay/admit/parse-in-pieces.ts'
import { type Dice, mutate, mutateBytes, pick } from './mutate.ts'

/** One kind of untrusted input, in any shape. */
export interface Target {
  /** Feeds one random input. A clear refusal is fine; any other error is a finding. */
  feed(dice: Dice): unknown
}

const fixtures = new URL('../fixtures/', import.meta.url)

const filesIn = (folder: string, ending: string): readonly Buffer[] =>
  readdirSync(new URL(folder, fixtures), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, fixtures)))

function documentsIn(folder: string, ending: string): readonly JsonValue[] {
  return filesIn(folder, ending).flatMap((bytes) => {
    try {
      return [JSON.parse(bytes.toString()) as JsonValue]
    } catch {
      return []
    }
  })
}

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const chatRequests: readonly JsonObject[] = [
  {
    model: 'gpt-4o',
    stream: true,
    max_tokens: 20,
    messages: [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'a cat' },
    ],
    tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }],
    tool_choice: 'auto',
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'object' } } },
  },
]
const responsesRequests: readonly JsonObject[] = [
  {
    model: 'gpt-4o',
    instructions: 'Be brief.',
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
      {
        type: 'reasoning',
        id: 'r1',
        summary: [{ type: 'summary_text', text: 'Hm.' }],
        encrypted_content: 'x',
      },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'a cat' },
    ],
    tools: [{ type: 'function', name: 'look', parameters: { type: 'object' }, strict: true }],
    text: { format: { type: 'text' } },
    reasoning: { effort: 'low' },
  },
]
const geminiRequests: readonly JsonObject[] = [
  {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      {
        role: 'user',
        parts: [{ text: 'Hello' }, { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }],
      },
      { role: 'model', parts: [{ functionCall: { name: 'look', args: { at: 1 } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'look', response: { seen: 'a cat' } } }] },
    ],
    tools: [{ functionDeclarations: [{ name: 'look', parameters: { type: 'OBJECT', properties: {} } }] }],
    generationConfig: { maxOutputTokens: 20, responseMimeType: 'application/json' },
  },
]

interface Protocol {
  readonly codec: Codec
  readonly requests: readonly JsonValue[]
  readonly answers: readonly JsonValue[]
  readonly streams: readonly Buffer[]
}

const protocolOf = (codec: Codec, folder: string, requests: readonly JsonValue[] = []): Protocol => ({
  codec,
  requests: [...requests, ...documentsIn(folder, '.request.json').filter(isObject)],
  answers: documentsIn(folder, '.json').filter(isObject),
  streams: filesIn(folder, '.stream.txt'),
})

/** Builds the protocol from Gemini's fixtures, which are complete exchanges. */
function geminiProtocol(): Protocol {
  const exchanges = documentsIn('gemini', '.json') as unknown as readonly {
    readonly request: { readonly body?: JsonValue } | null
    readonly response: { readonly body?: JsonValue; readonly body_text?: string }
  }[]
  return {
    codec: geminiGenerate,
    requests: [...geminiRequests, ...exchanges.flatMap(({ request }) => request?.body ?? [])],
    answers: exchanges.flatMap(({ response: { body } }) => (body === undefined ? [] : [body])),
    streams: exchanges.flatMap(({ response: { body_text: text } }) =>
      text === undefined ? [] : [Buffer.from(text)],
    ),
  }
}

function decoders(): Target {
  const protocols = [
    protocolOf(openaiChat, 'openai-chat', chatRequests),
    protocolOf(anthropicMessages, 'anthropic'),
    protocolOf(openaiResponses, 'responses', responsesRequests),
    geminiProtocol(),
  ]
  const feeds = [feedRequest, feedAnswer, feedStream]
  return { feed: (dice) => pick(dice, feeds)(pick(dice, protocols), dice) }
}

function feedRequest({ codec, requests }: Protocol, dice: Dice): void {
  const body = mutate(pick(dice, requests), dice)
  if (!isObject(body)) return
  const each = [
    () => codec.readRequest(body),
    () => codec.readTexts(body),
    () => codec.readsOutside?.(body),
    () => codec.client?.decodeRequest(body, new LossList()),
  ]
  for (const read of each) refusing(read)
}

function feedAnswer({ codec, answers }: Protocol, dice: Dice): void {
  const document = mutate(pick(dice, answers), dice)
  refusing(() => codec.readDisguisedFailure(document))
  refusing(() => codec.readUsage(document))
  refusing(() => codec.readOutput(document))
  refusing(() => codec.readFailure(400, JSON.stringify(document)))
  refusing(() => codec.upstream?.decodeAnswer(document))
}

function feedStream({ codec, streams }: Protocol, dice: Dice): void {
  const decoder = codec.upstream?.decodeStream()
  const framer = new SseFramer()
  const events = [...framer.push(pick(dice, streams))]
  const texts = events.map(({ data }) => data).filter((data) => data !== undefined && data !== '')
  for (const data of texts) {
    const sent = dice.below(4) === 0 ? mutatedText(data, dice) : data
    refusing(() => codec.classify(sent))
    refusing(() => codec.finishesChoice(sent))
    refusing(() => decoder?.push(sent))
  }
  refusing(() => decoder?.flush())
}

function mutatedText(data: string, dice: Dice): string {
  try {
    return JSON.stringify(mutate(JSON.parse(data) as JsonValue, dice))
  } catch {
    return mutateBytes(Buffer.from(data), dice).toString()
  }
}

/** Checks that events are the same however the bytes are split, and that all bytes are returned. */
function framer(): Target {
  const streams = [...filesIn('anthropic', '.stream.txt'), ...filesIn('openai-chat', '.stream.txt')]
  const read = (bytes: Buffer, next: () => number): readonly string[] => {
    const made = new SseFramer()
    const raw: string[] = []
    for (let at = 0; at < bytes.length; ) {
      const end = Math.min(bytes.length, at + next())
      for (const event of made.push(bytes.subarray(at, end)))
        raw.push(Buffer.from(event.raw).toString('latin1'))
      at = end
    }
    const last = made.flush()
    return last ? [...raw, Buffer.from(last.raw).toString('latin1')] : raw
  }
  return {
    feed(dice) {
      const bytes = mutateBytes(pick(dice, streams).subarray(0, 4_000), dice)
      const whole = read(bytes, () => bytes.length)
      const cut = read(bytes, () => 1 + dice.below(50))
      if (whole.join('') !== bytes.toString('latin1')) throw new Error('bytes were lost')
      if (JSON.stringify(whole) !== JSON.stringify(cut)) throw new Error('the cuts changed the events')
    },
  }
}

function multipart(): Target {
  const form = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-1\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg\r\n\r\nID3\0\r\n' +
      '--b\r\nContent-Disposition: form-data; name="timestamp_granularities[]"\r\n\r\nword\r\n--b--\r\n',
  )
  const types = [
    'multipart/form-data; boundary=b',
    'multipart/form-data; boundary="b"',
    'multipart/form-data',
  ]
  return {
    feed: (dice) => refusing(() => formToJson(parseMultipart(mutateBytes(form, dice), pick(dice, types)))),
  }
}

function manifest(): Target {
  const text = Buffer.from(
    'version: 1\nowner: infra/prod\nchannels:\n  - name: main\n    type: openai\n    key: {env: OPENAI_KEY}\n' +
      '    models: [gpt-4o, "gpt-4o-mini"]\n    setting: {proxy: "socks5://h:1"}\ngroups:\n  vip: {ratio: 0.8}\n' +
      'prices:\n  gpt-4o: {input: 2.5, output: 10}\noptions:\n  RetryTimes: 3\n  Notice: |\n    Hello\n' +
      'tokens:\n  - name: ci\n    quota: $5\n    expires: 30d\n',
  )
  return {
    feed(dice) {
      const file = { name: 'a.yaml', path: 'a.yaml', text: mutateBytes(text, dice).toString() }
      readManifest([file as Parameters<typeof readManifest>[0][number]], new Problems(tellIn('en')))
    },
  }
}

/** Checks that parsing long bodies in pieces always gives the result of `JSON.parse`. */
function longBodies(): Target {
  const requests = [...chatRequests, ...responsesRequests, ...geminiRequests]
  return {
    async feed(dice) {
      const parts = Array.from({ length: 200 + dice.below(400) }, () => mutate(pick(dice, requests), dice))
      const long = Buffer.from(JSON.stringify({ parts, text: 'a"\\ é\u2028'.repeat(dice.below(60_000)) }))
      const text = (dice.below(3) === 0 ? mutateBytes(long, dice) : long).toString()
      const expected = outcome(() => JSON.parse(text) as JsonValue)
      const found = await parseInPieces(text).then(
        (value) => ({ value }),
        (error: unknown) => {
          rethrowUnlessRefusal(error)
          return undefined
        },
      )
      if (expected === undefined && found !== undefined) throw new Error('took what is no JSON')
      // Depth and size have their own limits.
      if (
        expected !== undefined &&
        found === undefined &&
        isObject(expected.value) &&
        depthOf(expected.value) <= 60
      )
        throw new Error('refused what is JSON')
      if (expected && found && JSON.stringify(expected.value) !== JSON.stringify(found.value))
        throw new Error('read something else')
    },
  }
}

function outcome<Value>(read: () => Value): { readonly value: Value } | undefined {
  try {
    return { value: read() }
  } catch {
    return undefined
  }
}

const depthOf = (value: JsonValue): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((each) => depthOf(each as JsonValue)))
    : 0

function refusing(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    rethrowUnlessRefusal(error)
  }
}

/** Ignores errors of the catalogue, which are refusals; every other error is a bug. */
function rethrowUnlessRefusal(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AppError') throw error
}

export const targets: Readonly<Record<string, () => Target>> = {
  decoders,
  framer,
  multipart,
  manifest,
  bodies: longBodies,
}
