import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isKeyDead } from '../../src/daemon/channel-types/key-death.ts'
import type { Call, Channel, ChannelType } from '../../src/daemon/channel-types/types.ts'
import { SseFramer } from '../../src/daemon/protocols/sse.ts'
import type {
  Codec,
  JsonValue,
  OperationName,
  StreamEvent,
  UsageReading,
} from '../../src/daemon/protocols/types.ts'
import { aChannel } from '../daemon/channel-types/a-channel.ts'
import type { AnswerFixture, ChannelTypeFixtures } from './channel-type-fixtures.ts'

const FIXTURES = new URL('../fixtures/openai-family/', import.meta.url)
const KEY = 'sk-conformance-0123456789'

const PATHS: Readonly<Record<OperationName, string>> = {
  chat: '/v1/chat/completions',
  completion: '/v1/completions',
  embedding: '/v1/embeddings',
  moderation: '/v1/moderations',
}

/** Runs what every channel type must hold, with the vendor's own answers. */
export function describeChannelType(type: ChannelType, fixtures: ChannelTypeFixtures): void {
  describe(`${type.slug} (${type.type})`, () => {
    const operations = Object.keys(type.serves) as OperationName[]

    it('has every part of a form and serves something', () => {
      expect(type.slug).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/)
      expect(type.label).not.toBe('')
      expect(type.ownedBy).not.toBe('')
      expect(type.fields.key.parts.length).toBeGreaterThan(0)
      expect(type.fields.key.parts.length === 1 || type.fields.key.separator !== undefined).toBe(true)
      for (const field of [
        type.fields.key,
        type.fields.baseUrl,
        type.fields.other,
        type.fields.openaiOrganization,
      ]) {
        if (!field) continue
        expect(field.label?.en).toBeTruthy()
        expect(field.label?.zh).toBeTruthy()
      }
      const { default: base, required, check } = type.fields.baseUrl
      expect(base !== undefined || required === true).toBe(true)
      if (base !== undefined) expect(check?.(base)).toBeUndefined()
      expect(operations.length).toBeGreaterThan(0)
      for (const operation of operations) expect(type.serves[operation]?.operation).toBe(operation)
      expect(new Set(type.models).size).toBe(type.models.length)
    })

    it.each([...operations, 'models' as const])(
      'signs a call for %s in headers only, at an address of its own',
      (operation) => {
        const target = type.target(aCall(type, operation))
        const url = new URL(target.url)
        expect(url.protocol).toMatch(/^https?:$/)
        expect(target.url).not.toContain(KEY)
        expect(target.url).not.toContain('{')
        expect(target.url.slice('https://'.length)).not.toContain('//')
        expect(Object.values(target.headers).filter((each) => each.includes(KEY))).toHaveLength(1)
        for (const [name, value] of Object.entries(target.headers)) {
          expect(name).toBe(name.toLowerCase())
          expect(value).toMatch(/^[\x20-\x7e]+$/)
        }
      },
    )

    it('refuses a key that would break out of its header, and an address that is none', () => {
      const [operation = 'chat'] = operations
      for (const key of ['sk-a\r\nx-evil: 1', 'sk-ключ']) {
        expect(() => type.target({ ...aCall(type, operation), key })).toThrow('channel_misconfigured')
      }
      for (const baseUrl of ['ftp://example.com', 'example.com', 'javascript:alert(1)']) {
        const call = aCall(type, operation, { baseUrl })
        expect(() => type.target(call)).toThrow('channel_misconfigured')
      }
    })

    it.each(operations)(
      'leaves a plain request for %s alone, and never changes the one it was given',
      (operation) => {
        const call = aCall(type, operation)
        const body = {
          model: call.model,
          messages: [{ role: 'user', content: 'hi' }],
          input: ['hi'],
          prompt: 'hi',
          max_tokens: 5,
        }
        const before = structuredClone(body)
        const shaped = type.shapeRequest?.(body, call) ?? body
        expect(body).toEqual(before)
        if (type.slug !== 'xai') expect(shaped).toBe(body)
      },
    )

    it('has an answer on record for each operation', () => {
      for (const operation of operations)
        expect(
          fixtures.answers.some((each) => each.operation === operation),
          operation,
        ).toBe(true)
      expect(fixtures.failures.length).toBeGreaterThan(0)
    })

    it.each(fixtures.answers)('reads output and usage of $file', (fixture) => {
      const codec = codecFor(type, fixture.operation)
      const documents = readDocuments(fixture, codec)
      expect(documents.some((each) => codec.readOutput(each).hasOutput)).toBe(true)
      for (const document of documents) expect(codec.readDisguisedFailure(document)).toBeUndefined()
      const usage = lastUsage(type, codec, documents)
      if (fixture.usage === undefined) return expect(usage.kind).toBe('none')
      expect(numbersOf(usage)).toEqual(fixture.usage)
      expectToAddUp(usage)
    })

    const streams = fixtures.answers.filter((each) => each.file.endsWith('.stream.txt'))
    it.each(streams)('gives the same events and usage of $file when it is cut at each byte', (fixture) => {
      const codec = codecFor(type, fixture.operation)
      const bytes = readFileSync(new URL(fixture.file, FIXTURES))
      const whole = summarize(frame([bytes]), type, codec)
      expect(whole.raw.equals(bytes)).toBe(true)
      expect(whole.isFinished).toBe(true)
      for (let place = 1; place < bytes.length; place += 1) {
        const cut = summarize(frame([bytes.subarray(0, place), bytes.subarray(place)]), type, codec)
        if (!isSame(cut, whole)) expect({ place, ...cut }).toEqual({ place, ...whole })
      }
      const bytewise = summarize(frame([...bytes].map((byte) => Uint8Array.of(byte))), type, codec)
      expect(bytewise).toEqual(whole)
    })

    it.each(fixtures.failures)('names the failure in $file', (fixture) => {
      const text = readFileSync(new URL(fixture.file, FIXTURES), 'utf8')
      const codec = codecFor(type, operations[0] ?? 'chat')
      const failure = type.readFailure?.(fixture.status, text) ?? codec.readFailure(fixture.status, text)
      expect(failure.code).toBe(fixture.code)
      expect(failure.message).toContain(fixture.message)
      expect(failure.type).not.toBe('')
      expect(isKeyDead(type, fixture.status, failure, '')).toBe(fixture.isKeyDead)
    })
  })
}

function aCall(type: ChannelType, operation: Call['operation'], channel: Partial<Channel> = {}): Call {
  return {
    channel: aChannel({
      type: type.type,
      baseUrl: type.fields.baseUrl.default === undefined ? 'https://upstream.example' : '',
      ...channel,
    }),
    key: KEY,
    operation,
    path: operation === 'models' ? '/v1/models' : PATHS[operation],
    model: 'some-model',
    isStream: false,
    query: {},
  }
}

function codecFor(type: ChannelType, operation: OperationName): Codec {
  const codec = type.serves[operation]
  if (!codec) throw new Error(`${type.slug} does not serve ${operation}`)
  return codec
}

function frame(chunks: readonly Uint8Array[]): StreamEvent[] {
  const framer = new SseFramer()
  const events = chunks.flatMap((chunk) => framer.push(chunk))
  const last = framer.flush()
  return last ? [...events, last] : events
}

function readDocuments(fixture: AnswerFixture, codec: Codec): JsonValue[] {
  const bytes = readFileSync(new URL(fixture.file, FIXTURES))
  if (!fixture.file.endsWith('.stream.txt')) return [JSON.parse(bytes.toString('utf8')) as JsonValue]
  return frame([bytes])
    .filter((each) => ['content', 'usage-only'].includes(codec.classify(each.data)))
    .map((each) => JSON.parse(each.data) as JsonValue)
}

function readUsage(type: ChannelType, codec: Codec, document: JsonValue): UsageReading {
  const own = type.readUsage?.(document)
  return own && own.kind !== 'none' ? own : codec.readUsage(document)
}

function lastUsage(type: ChannelType, codec: Codec, documents: readonly JsonValue[]): UsageReading {
  const readings = documents.map((each) => readUsage(type, codec, each))
  return readings.findLast((each) => each.kind !== 'none') ?? { kind: 'none' }
}

function numbersOf(reading: UsageReading) {
  if (reading.kind !== 'stated') return reading
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens } = reading.usage
  return [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens]
}

function expectToAddUp(reading: UsageReading): void {
  if (reading.kind !== 'stated') throw new Error(reading.kind)
  const { usage } = reading
  for (const value of Object.values(usage)) expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
  expect(usage.cacheReadTokens + usage.cacheWriteTokens).toBeLessThanOrEqual(usage.inputTokens)
  expect(usage.reasoningTokens).toBeLessThanOrEqual(usage.outputTokens)
}

interface StreamSummary {
  readonly raw: Buffer
  readonly kinds: string
  readonly data: string
  readonly isFinished: boolean
  readonly usage: string
}

function summarize(events: readonly StreamEvent[], type: ChannelType, codec: Codec): StreamSummary {
  const data = events.map((each) => each.data)
  const stated = data.findLast((each) => each.includes('"usage":{') || each.includes('"usage": {'))
  return {
    raw: Buffer.concat(events.map((each) => each.raw)),
    kinds: data.map((each) => codec.classify(each)).join(),
    data: data.join('\0'),
    isFinished: data.some((each) => codec.finishesChoice(each)),
    usage:
      stated === undefined ? '' : JSON.stringify(readUsage(type, codec, JSON.parse(stated) as JsonValue)),
  }
}

function isSame(a: StreamSummary, b: StreamSummary): boolean {
  return (
    a.raw.equals(b.raw) &&
    a.kinds === b.kinds &&
    a.data === b.data &&
    a.isFinished === b.isFinished &&
    a.usage === b.usage
  )
}
