import { describe, expect, it } from 'vitest'
import { traitsOf } from '../../../src/daemon/channel-types/traits.ts'
import type { Call, ChannelType } from '../../../src/daemon/channel-types/types.ts'
import { AppError } from '../../../src/daemon/errors/app-error.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest } from '../../../src/daemon/protocols/conversation/types.ts'
import { objectsOf } from '../../../src/daemon/protocols/json-access.ts'
import type { JsonObject, JsonValue, OperationName } from '../../../src/daemon/protocols/types.ts'
import { callOf, exampleOf, operationsOf, otherFormats, PLAIN_BODIES, wireOf } from './example-call.ts'
import type { AnswerFixture, ChannelTypeFixtures } from './fixture.ts'
import { readAnswerFile, readJsonFile } from './fixture-files.ts'
import {
  FORM_REQUESTS,
  PLAIN_QUESTION,
  STANDARD_CONVERSATION,
  WISHES,
  type Wish,
} from './standard-conversation.ts'

/** Wishes that a format fulfills without any field, because it cannot do otherwise. */
const GRANTED: Readonly<Record<string, readonly string[]>> = {
  // Baidu's format never makes more than one call at a time.
  'baidu-chat': ['one call at a time'],
}

/** Defines tests for requests: bodies in the vendor's format, no unannounced losses, and no changes in place. */
export function describeRequests(type: ChannelType, fixtures: ChannelTypeFixtures): void {
  const operations = operationsOf(type)
  const rewrites = fixtures.rewrites ?? []

  it.each(operations)(
    'leaves a plain request for %s alone, and never changes the one it was given',
    (operation) => {
      for (const isStream of [false, true]) {
        const call = callOf(type, exampleOf(fixtures), operation, { isStream })
        const body: JsonObject = { model: call.model, ...PLAIN_BODIES[operation] }
        const shaped = type.shapeRequest?.(frozen(body), call) ?? body
        if (rewrites.includes(operation)) expect(shaped).not.toBe(body)
        else expect(shaped).toBe(body)
        expect(JSON.parse(JSON.stringify(shaped))).toStrictEqual(shaped)
      }
    },
  )

  describe.each(formatsOf(type, fixtures).filter(({ call }) => writesRequests(type, call)))(
    'in $id',
    ({ id, call, isUsual }) => {
      const { upstream, form } = wireOf(type, call)
      const operation = call.operation as OperationName
      const file = `channel-types/requests/${type.slug}.${id}.json`
      if (upstream && (!isUsual || fixtures.requests?.includes(operation))) describeWriting(type, call, file)
      if (upstream) describeWishes(type, call)
      if (!form?.encodeRequest) return
      describeForm(type, call, operation, file)
      const isOfIt = (each: AnswerFixture) =>
        each.operation === operation && (each.variant === undefined) === isUsual
      describeFormAnswers(type, call, fixtures.answers.filter(isOfIt))
    },
  )
}

/** Tells whether the codec writes the request; all other formats pass a client's body on. */
function writesRequests(type: ChannelType, call: Call): boolean {
  const { upstream, form } = wireOf(type, call)
  return upstream !== undefined || form?.encodeRequest !== undefined
}

/** Returns one call per operation in its usual format, plus calls for the formats of other kinds of channels. */
function formatsOf(type: ChannelType, fixtures: ChannelTypeFixtures) {
  const usual = operationsOf(type).map((operation) => ({
    id: operation as string,
    call: callOf(type, exampleOf(fixtures), operation),
    isUsual: true,
  }))
  const others = Object.keys(fixtures.variants ?? {}).flatMap((variant) =>
    otherFormats(type, fixtures, variant).map((operation) => {
      const call = callOf(type, exampleOf(fixtures, variant), operation)
      return { id: wireOf(type, call).id, call, isUsual: false }
    }),
  )
  return [...usual, ...others]
}

function describeWriting(type: ChannelType, call: Call, file: string): void {
  it('asks for a conversation as the vendor documents it', () => {
    const { body, lost } = encode(type, call, STANDARD_CONVERSATION)
    const wishes = Object.fromEntries(WISHES.map((wish) => [wish.name, fateOf(type, call, wish)]))
    const shaped = type.shapeRequest?.(frozen(body), call) ?? body
    const written = JSON.parse(JSON.stringify(shaped)) as JsonValue
    expect({ body: written, lost, wishes }).toEqual(readJsonFile(file))
  })
}

function describeWishes(type: ChannelType, call: Call): void {
  it.each(WISHES)('carries $name, or says that it does not', (wish) => {
    if (GRANTED[wireOf(type, call).id]?.includes(wish.name)) return
    expect(fateOf(type, call, wish)).not.toBe('lost')
  })
}

/** Determines what happens to a wish: it changes the body, is announced as lost, or the request is refused. */
function fateOf(type: ChannelType, call: Call, { asks, beside }: Wish): string {
  const usual = encode(type, call, { ...PLAIN_QUESTION, ...beside })
  try {
    const { body, lost } = encode(type, call, { ...PLAIN_QUESTION, ...beside, ...asks })
    const announced = lost.filter((field) => !usual.lost.includes(field))
    if (announced.length > 0) return `announced: ${announced.join(', ')}`
    // The part of the request that the wish belongs to was lost, and this was announced.
    if (usual.lost.length > 0) return `announced: ${usual.lost.join(', ')}`
    return JSON.stringify(body) === JSON.stringify(usual.body) ? 'lost' : 'carried'
  } catch (error) {
    if (error instanceof AppError && error.code === 'translation_unsupported')
      return `refused: ${error.options.field}`
    throw error
  }
}

function encode(type: ChannelType, call: Call, request: ConversationRequest) {
  const losses = new LossList()
  const { model, isStream, adapters } = call
  const target = { model, isStream, traits: traitsOf(type, call), adapters, losses }
  const body = wireOf(type, call).upstream?.encodeRequest(frozen(request), target)
  if (!body) throw new Error(`${type.slug} takes no conversations`)
  expect(JSON.parse(JSON.stringify(body))).toStrictEqual(body)
  return { body, lost: losses.fields }
}

function describeForm(type: ChannelType, call: Call, operation: OperationName, file: string): void {
  it('asks for it as the vendor documents it, and tells or refuses the rest', () => {
    const requests = FORM_REQUESTS[operation] ?? []
    expect(requests.map((request) => encodeForm(type, call, request))).toEqual(readJsonFile(file))
  })
}

function describeFormAnswers(type: ChannelType, call: Call, answers: readonly AnswerFixture[]): void {
  it.each(answers)(`makes of $file what a client of ${call.operation} waits for`, (fixture) => {
    expectNeutral(type, call, fixture)
  })
}

function encodeForm(type: ChannelType, call: Call, given: JsonObject): JsonObject {
  const losses = new LossList()
  try {
    const request = frozen({ model: call.model, ...given })
    const encoded = wireOf(type, call).form?.encodeRequest?.(request, losses) ?? {}
    const body = type.shapeRequest?.(frozen(encoded), call) ?? encoded
    return { body: JSON.parse(JSON.stringify(body)) as JsonObject, lost: [...losses.fields] }
  } catch (error) {
    if (error instanceof AppError && error.code === 'translation_unsupported')
      return { refused: error.options.field ?? '' }
    throw error
  }
}

function expectNeutral(type: ChannelType, call: Call, fixture: AnswerFixture): void {
  const wire = wireOf(type, call)
  const document = JSON.parse(readAnswerFile(fixture.file).bytes.toString('utf8')) as JsonValue
  const decode = (more: JsonObject = {}): JsonObject => {
    const request = { model: 'asked', query: 'q', documents: ['a', 'b', 'c', 'd', 'e'], ...more }
    return wire.form?.decodeAnswer?.(document, request) ?? {}
  }
  const neutral = decode()
  switch (call.operation) {
    case 'embedding': {
      const rows = objectsOf(neutral.data)
      expect(neutral).toMatchObject({ object: 'list', model: 'asked' })
      expect(rows.length).toBeGreaterThan(0)
      const packed = objectsOf(decode({ encoding_format: 'base64' }).data)
      for (const [index, row] of rows.entries()) {
        const vector = row.embedding as number[]
        expect(row).toMatchObject({ object: 'embedding', index })
        expect(vector.length > 0 && vector.every((each) => typeof each === 'number')).toBe(true)
        expect(unpack(packed[index]?.embedding)).toEqual(vector.map(Math.fround))
      }
      break
    }
    case 'rerank':
      expect(objectsOf(neutral.results).length).toBeGreaterThan(0)
      for (const each of objectsOf(decode({ return_documents: true }).results))
        expect(each).toMatchObject({
          index: expect.any(Number),
          relevance_score: expect.any(Number),
          document: { text: expect.any(String) },
        })
      break
    case 'image':
      expect(objectsOf(neutral.data).length).toBeGreaterThan(0)
      for (const each of objectsOf(neutral.data)) expect(each.url ?? each.b64_json).toMatch(/./)
      break
    case 'speech':
      expect(neutral).toMatchObject({
        audio_base64: expect.stringMatching(/./),
        content_type: expect.stringMatching(/^audio\//),
      })
      break
    case 'video':
      expect(decode({ seconds: '8', size: '1280x720' })).toMatchObject({
        id: expect.stringMatching(/./),
        object: 'video',
        status: 'queued',
        seconds: '8',
        size: '1280x720',
      })
  }
  if (fixture.usage && (call.operation === 'embedding' || call.operation === 'rerank'))
    expect(neutral.usage).toMatchObject({ prompt_tokens: fixture.usage[0] })
}

function unpack(value: JsonValue | undefined): number[] {
  const bytes = Buffer.from(String(value), 'base64')
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
}

/** Freezes a value deeply, so that writing to it throws. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) frozen(each)
  }
  return value
}
