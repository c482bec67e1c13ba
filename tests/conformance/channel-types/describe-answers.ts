import { describe, expect, it } from 'vitest'
import type { ChannelType } from '../../../src/daemon/channel-types/types.ts'
import type { ConversationAnswer } from '../../../src/daemon/protocols/conversation/types.ts'
import { parseJson } from '../../../src/daemon/protocols/parse-json.ts'
import type { JsonObject, JsonValue, UsageReading } from '../../../src/daemon/protocols/types.ts'
import { USAGE_FIELDS, type Usage } from '../../../src/daemon/protocols/usage.ts'
import { readUsage } from '../../../src/daemon/relay/call/read-usage.ts'
import {
  callOf,
  exampleOf,
  framingOf,
  operationsOf,
  otherFormats,
  preparedOf,
  wireOf,
} from './example-call.ts'
import type { AnswerFixture, ChannelTypeFixtures } from './fixture.ts'
import { frame, readAnswerFile, readJsonFile } from './fixture-files.ts'
import { relayedEnd } from './relayed-end.ts'
import { brokenOff, cutAnywhere, ENDS, partsOf, readStream } from './stream-reading.ts'

/** Expected content of the answers, as read by a program other than the one under test. */
const FACTS = readJsonFile('channel-types/answers.json') as Readonly<Record<string, JsonObject>>

/** Defines tests for reading a vendor's answers, whole and streamed, independent of how the bytes are split. */
export function describeAnswers(type: ChannelType, fixtures: ChannelTypeFixtures): void {
  const { answers } = fixtures

  it('has an answer on record for each operation, and for each kind of channel', () => {
    const operations = new Set(answers.map((each) => each.operation))
    expect([...operations].sort()).toEqual(operationsOf(type).sort())
    for (const variant of Object.keys(fixtures.variants ?? {}))
      for (const operation of otherFormats(type, fixtures, variant))
        expect(answers).toContainEqual(expect.objectContaining({ variant, operation }))
  })

  it.each(answers)('reads output and usage of $file ($operation)', (fixture) => {
    const { wire, bytes, isStream, framing } = openFixture(type, fixtures, fixture)
    if (!isStream && !isJson(bytes)) {
      expect(['bytes', 'either']).toContain(wire.answers)
      return expect(fixture.usage).toBeUndefined()
    }
    const data = isStream ? partsOf(frame(framing, [bytes])).data : [bytes.toString('utf8')]
    const documents = data.flatMap((each) => parseJson(each) ?? [])
    expect(documents.some((each) => wire.readOutput(each).hasOutput)).toBe(true)
    for (const document of documents) expect(wire.readDisguisedFailure(document)).toBeUndefined()
    const usage = isStream ? readStream(type, wire, data).usage : readUsage(type, wire, documents[0] ?? null)
    expect(numbersOf(usage)).toEqual(fixture.usage)
    expectToAddUp(usage)
  })

  const conversations = answers.filter((each) => openFixture(type, fixtures, each).wire.upstream)
  if (conversations.length > 0)
    it.each(conversations)('gives text, calls and finish of $file ($operation) as they are', (fixture) => {
      const { wire, bytes, isStream, framing } = openFixture(type, fixtures, fixture)
      const answer = isStream
        ? readStream(type, wire, partsOf(frame(framing, [bytes])).data).answer
        : wire.upstream?.decodeAnswer(JSON.parse(bytes.toString('utf8')) as JsonValue)
      if (!answer) throw new Error(`${wire.id} reads no answers`)
      expect(factsOf(answer)).toEqual(FACTS[fixture.file])
      // Where a type reads more usage from an answer than its format does, the relay asks the type.
      if (type.readUsage) return
      expect(answer.usage === undefined ? undefined : fiveOf(answer.usage)).toEqual(fixture.usage)
    })

  const streams = answers.filter((each) => readAnswerFile(each.file).isStream)
  if (streams.length > 0) describeStreams(type, fixtures, streams)
}

function describeStreams(
  type: ChannelType,
  fixtures: ChannelTypeFixtures,
  streams: readonly AnswerFixture[],
): void {
  describe.each(streams)('a stream like $file ($operation)', (fixture) => {
    const { wire, bytes, framing, prepared } = openFixture(type, fixtures, fixture)

    it('gives the same events, usage and answer when it is cut at each byte, and ends as finished', () => {
      const { whole, cuts } = cutAnywhere(framing, fixture.file, bytes)
      if (framing === 'sse') expect(whole.raw).toBe(bytes.toString('latin1'))
      const reading = readStream(type, wire, whole.data)
      if (wire.upstream) expect(reading.isFinished).toBe(true)
      expect(reading.failure).toBeUndefined()
      // Readers receive only the events of a stream, so identical events suffice.
      expect(cuts).toEqual([])
    })

    it('is never taken for complete when it breaks off before its end was said', async () => {
      const end = ENDS[wire.id]
      if (!end) throw new Error(`no end is known of ${wire.id}`)
      expect(await relayedEnd(prepared, framing, bytes)).toBe('complete')
      for (const { place, data } of brokenOff(framing, fixture.file, bytes)) {
        const { isFinished } = readStream(type, wire, data)
        const ended = await relayedEnd(prepared, framing, bytes.subarray(0, place))
        const wasSaid = end.test(data.join('\n'))
        if (!wasSaid && (isFinished || ended === 'complete'))
          expect({ place, isFinished, ended, data }).toBe('cut')
        if (wire.upstream && ended === 'complete' && !isFinished)
          expect({ place, ended, data: data.at(-1) }).toBe('finished by the decoder too')
      }
    })
  })
}

function openFixture(type: ChannelType, fixtures: ChannelTypeFixtures, fixture: AnswerFixture) {
  const { bytes, isStream } = readAnswerFile(fixture.file)
  const given = { isStream, ...(fixture.model !== undefined && { model: fixture.model }) }
  const call = callOf(type, exampleOf(fixtures, fixture.variant), fixture.operation, given)
  return {
    bytes,
    isStream,
    wire: wireOf(type, call),
    framing: framingOf(type, call),
    prepared: preparedOf(type, call),
  }
}

const isJson = (bytes: Buffer): boolean => parseJson(bytes.toString('utf8')) !== undefined

/** Reduces an answer to comparable facts. Arguments are compared as values: some vendors return the object itself. */
function factsOf(answer: ConversationAnswer): JsonObject {
  return {
    text: answer.parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join(''),
    calls: answer.parts.flatMap((part) =>
      part.kind === 'tool-call'
        ? [{ name: part.name, arguments: parseJson(part.arguments || '{}') ?? part.arguments }]
        : [],
    ),
    finish: answer.finish,
  }
}

const fiveOf = (usage: Usage): readonly number[] => [
  usage.inputTokens,
  usage.outputTokens,
  usage.cacheReadTokens,
  usage.cacheWriteTokens,
  usage.reasoningTokens,
]

function numbersOf(reading: UsageReading) {
  if (reading.kind === 'none') return undefined
  return reading.kind === 'stated' ? fiveOf(reading.usage) : reading
}

/** Checks that no count is negative, and that details do not exceed the totals they belong to. */
function expectToAddUp(reading: UsageReading): void {
  if (reading.kind !== 'stated') return expect(reading.kind).toBe('none')
  const { usage } = reading
  for (const field of USAGE_FIELDS) expect(Number.isSafeInteger(usage[field]) && usage[field] >= 0).toBe(true)
  expect(usage.cacheReadTokens + usage.cacheWriteTokens).toBeLessThanOrEqual(usage.inputTokens)
  expect(usage.cacheWriteHourTokens).toBeLessThanOrEqual(usage.cacheWriteTokens)
  expect(usage.audioInputTokens + usage.imageInputTokens).toBeLessThanOrEqual(usage.inputTokens)
  expect(usage.reasoningTokens).toBeLessThanOrEqual(usage.outputTokens)
  expect(usage.audioOutputTokens + usage.imageOutputTokens).toBeLessThanOrEqual(usage.outputTokens)
}
