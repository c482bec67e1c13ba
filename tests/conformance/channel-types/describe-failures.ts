import { expect, it } from 'vitest'
import { isKeyDead } from '../../../src/daemon/channel-types/key-death.ts'
import type { Call, ChannelType } from '../../../src/daemon/channel-types/types.ts'
import type { JsonValue, UpstreamFailure } from '../../../src/daemon/protocols/types.ts'
import { describeUpstreamFailure } from '../../../src/daemon/relay/call/upstream-errors.ts'
import { callOf, exampleOf, framingOf, operationsOf, preparedOf, wireOf } from './example-call.ts'
import type { ChannelExample, ChannelTypeFixtures, FailureFixture } from './fixture.ts'
import { frame, readAnswerFile } from './fixture-files.ts'
import { relayedEnd } from './relayed-end.ts'
import { partsOf, readStream } from './stream-reading.ts'

/** Defines tests for a vendor's failures: their codes, their effect on the key, and what may be shown of them. */
export function describeFailures(type: ChannelType, fixtures: ChannelTypeFixtures): void {
  const { failures } = fixtures

  it('has a failure on record', () => {
    expect(failures.length).toBeGreaterThan(0)
  })

  it.each(failures)('names the failure in $file', async (fixture) => {
    const call = callFor(type, fixtures, fixture)
    const { bytes } = readAnswerFile(fixture.file)
    const failure = readFailureOf(type, call, fixture, bytes)
    expect(failure.code).toBe(fixture.code)
    expect(failure.message).toContain(fixture.message)
    if (fixture.type === undefined) expect(failure.type).not.toBe('')
    else expect(failure.type).toBe(fixture.type)
    const status = fixture.status === 200 ? (failure.status ?? 502) : fixture.status
    expect(isKeyDead(type, status, failure, '')).toBe(fixture.isKeyDead)
    if (!isStream(fixture)) return
    expect(await relayedEnd(preparedOf(type, call), framingOf(type, call), bytes)).toBe('cut-by-upstream')
  })

  it.each(failures)('shows neither keys nor hosts of the failure in $file', (fixture) => {
    const call = callFor(type, fixtures, fixture)
    const prepared = preparedOf(type, call)
    const secrets = secretsOf(exampleOf(fixtures, fixture.variant), prepared.request.url)
    const bytes = readAnswerFile(fixture.file).bytes
    const words = `${fixture.message} (${secrets.join(' ')})`
    const told = Buffer.from(insert(bytes.toString('utf8'), fixture.message, words))
    const failure = readFailureOf(type, call, fixture, told)
    for (const secret of secrets) expect(failure.message).toContain(secret)
    const status = fixture.status === 200 ? (failure.status ?? 502) : fixture.status
    const { error } = describeUpstreamFailure(status, failure, prepared, {
      hides: false,
      retryAfterSeconds: undefined,
    })
    const shown = JSON.stringify([error.message, error.options])
    for (const secret of secrets) expect(shown).not.toContain(JSON.stringify(secret).slice(1, -1))
  })
}

function callFor(type: ChannelType, fixtures: ChannelTypeFixtures, fixture: FailureFixture): Call {
  const operation = fixture.operation ?? operationsOf(type)[0] ?? 'chat'
  const example = exampleOf(fixtures, fixture.variant)
  return callOf(type, example, operation, { isStream: isStream(fixture) })
}

const isStream = ({ file }: FailureFixture): boolean => readAnswerFile(file).isStream

/**
 * Reads the failure where the relay finds it: in a refusal, in an answer with status 200, or in an event of a stream.
 */
function readFailureOf(
  type: ChannelType,
  call: Call,
  fixture: FailureFixture,
  bytes: Buffer,
): UpstreamFailure {
  const wire = wireOf(type, call)
  const text = bytes.toString('utf8')
  if (isStream(fixture)) {
    const { data } = partsOf(frame(framingOf(type, call), [bytes]))
    const broken = data.find((each) => wire.classify(each) === 'error')
    if (broken === undefined) throw new Error('no event is an error')
    const reading = readStream(type, wire, data)
    expect(reading.isFinished).toBe(false)
    const failure = wire.readDisguisedFailure(JSON.parse(broken) as JsonValue)
    if (reading.failure !== undefined) expect(reading.failure).toEqual(failure)
    return failure ?? wire.readFailure(502, broken)
  }
  if (fixture.status !== 200)
    return type.readFailure?.(fixture.status, text) ?? wire.readFailure(fixture.status, text)
  const failure = wire.readDisguisedFailure(JSON.parse(text) as JsonValue)
  if (!failure) throw new Error('nothing in the answer says that it failed')
  return failure
}

/** Parts of a key shorter than this are regions and account numbers. */
const SECRET_CHARS_MIN = 12

/**
 * Returns the secrets of a channel that its upstream receives and could quote. A key that is a document is never sent.
 */
function secretsOf({ key, credential }: ChannelExample, url: string): string[] {
  const keys = key.startsWith('{') ? [] : [key, ...key.split('|')]
  const { host, hostname } = new URL(url)
  return [
    ...new Set([
      ...keys.filter((each) => each.length >= SECRET_CHARS_MIN),
      ...(credential === undefined ? [] : [credential]),
      host,
      hostname,
    ]),
  ]
}

function insert(text: string, found: string, words: string): string {
  const isQuoted = /^\s*(?:[{["]|data:|event:)/.test(text)
  const written = isQuoted ? JSON.stringify(words).slice(1, -1) : words
  if (!text.includes(found)) throw new Error(`'${found}' is not in the answer`)
  return text.replace(found, () => written)
}
