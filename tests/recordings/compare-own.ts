import { isDeepStrictEqual } from 'node:util'
import type { ClientRequest } from './client-request.ts'
import { compareCharge } from './compare-charge.ts'
import { compareError, isFailure } from './compare-error.ts'
import {
  answerBytesOf,
  answerTextOf,
  type Fields,
  fieldsOf,
  isArrayStream,
  type Recording,
} from './corpus.ts'
import { type Difference, firstDifference } from './difference.ts'
import { isOpenAiOwn } from './prices.ts'
import { asServerSentEvents } from './reading/aws-event-stream.ts'
import { parse } from './reading/events.ts'
import { issuedToken, type Received } from './recorded-upstream.ts'
import type { Observation } from './replay.ts'
import { badIds, expectedRequest, withNumberedIds } from './request-edits.ts'

const asksForUsage = ({ json }: ClientRequest): boolean =>
  fieldsOf(json?.stream_options).include_usage === true

/** Removes the usage option from a forwarded body: the gateway adds it to streams in order to read their usage. */
const withoutUsageOption = (body: unknown): Fields => {
  const { stream_options: options, ...rest } = fieldsOf(body)
  const { include_usage: _, ...other } = fieldsOf(options)
  return Object.keys(other).length > 0 ? { ...rest, stream_options: other } : rest
}

const usageIsWanted = 'the gateway reads the usage of every stream'

/** Returns the last part of a path, which names the operation without its location. */
const operationOf = (path: string): string =>
  decodeURIComponent(path).split('/').at(-1)?.replace(/^.*:/, '') ?? ''

/** Checks that the recorded operation was called. */
export const compareAddress = (recording: Recording, path: string): Difference[] => {
  const recorded = recording.request?.path
  if (recorded === undefined || operationOf(recorded) === operationOf(path)) return []
  return [{ what: 'request', detail: `${path} was called instead of ${recorded}` }]
}

/** Checks the credentials that clouds require: the token issued for the service account, or a signature. */
const compareAuthorization = ({ protocol }: Recording, { authorization }: Received): Difference[] => {
  const isFine =
    (!protocol.startsWith('vertex.') || authorization === `Bearer ${issuedToken}`) &&
    (!protocol.startsWith('bedrock.') || authorization.startsWith('AWS4-HMAC-SHA256 Credential='))
  return isFine ? [] : [{ what: 'request', detail: 'the call bears no credential of its cloud' }]
}

const compareRequest = (recording: Recording, request: ClientRequest, seen: Observation): Difference[] => {
  const [call] = seen.received
  if (!call) return [{ what: 'request', detail: 'nothing reached the upstream' }]
  const address = [...compareAddress(recording, call.path), ...compareAuthorization(recording, call)]
  if (request.json === undefined)
    return call.body.equals(request.body)
      ? address
      : [...address, { what: 'request', detail: 'the form was changed on its way' }]
  const expected = expectedRequest(recording, request)
  const explained = expected.reasons.map(
    (because): Difference => ({ what: 'request', detail: 'edited', because }),
  )
  const sent = fieldsOf(parse(call.body.toString('utf8')))
  const bad = badIds(recording, sent)
  if (bad.length > 0) return [...explained, { what: 'request', detail: `ids of calls: ${bad.join(', ')}` }]
  const forwarded = withNumberedIds(recording, sent)
  const body = withNumberedIds(recording, expected.body)
  const addressed = request.route === 'embed-content' ? explained : [...address, ...explained]
  if (isDeepStrictEqual(forwarded, body)) return addressed
  if (request.isStream && isDeepStrictEqual(withoutUsageOption(forwarded), withoutUsageOption(body)))
    return [
      ...addressed,
      { what: 'request', detail: 'stream_options.include_usage added', because: usageIsWanted },
    ]
  const names = new Set([...Object.keys(body), ...Object.keys(forwarded)])
  const changed = [...names].filter((name) => !isDeepStrictEqual(body[name], forwarded[name]))
  const shown = changed.map(
    (name) =>
      `${name} ${JSON.stringify(forwarded[name])?.slice(0, 150)} instead of ${JSON.stringify(body[name])?.slice(0, 150)}`,
  )
  return [...addressed, { what: 'request', detail: `other members went upstream: ${shown.join('; ')}` }]
}

/** Removes the chunk that contains only usage from a recorded stream. */
const withoutUsageChunk = (text: string): string =>
  text
    .split(/(?<=\r?\n\r?\n)/)
    .filter((event) => {
      const data = /^data: ?(\{.*\})\s*$/s.exec(event.trim())?.[1]
      if (data === undefined) return true
      const { choices, usage } = fieldsOf(parse(data))
      return !(Array.isArray(choices) && choices.length === 0 && usage)
    })
    .join('')

const compareAnswer = (recording: Recording, request: ClientRequest, seen: Observation): Difference[] => {
  const bytes = answerBytesOf(recording)
  if (seen.bytes.equals(bytes)) return []
  const text = seen.bytes.toString('utf8')
  if (recording.response.content_type === 'application/vnd.amazon.eventstream') {
    const due = asServerSentEvents(bytes)
    return text === due
      ? [
          {
            what: 'stream',
            detail: 'the events inside AWS’s frames',
            because: 'clients of the protocol take server-sent events',
          },
        ]
      : [{ what: 'stream', detail: firstDifference(text, due) }]
  }
  if (isArrayStream(recording))
    return isDeepStrictEqual(parse(text), recording.response.body)
      ? [
          {
            what: 'stream',
            detail: 'an array of the recorded chunks',
            because: 'the upstream was asked for events, the client for an array',
          },
        ]
      : [{ what: 'stream', detail: firstDifference(text, JSON.stringify(recording.response.body)) }]
  const recorded = answerTextOf(recording)
  if (!recording.facts.stream) return [{ what: 'body', detail: firstDifference(text, recorded) }]
  if (!asksForUsage(request) && text === withoutUsageChunk(recorded))
    return [{ what: 'stream', detail: 'usage chunk withheld', because: 'the client did not ask for it' }]
  return [{ what: 'stream', detail: firstDifference(text, recorded) }]
}

/** Finds all differences from the recording in a call whose client and upstream use the same protocol. */
export const compareOwn = (recording: Recording, request: ClientRequest, seen: Observation): Difference[] => {
  const sent = compareRequest(recording, request, seen)
  if (isFailure(recording)) return [...sent, ...compareError(recording, request.route, seen)]
  if (seen.status !== recording.response.status)
    return [
      ...sent,
      {
        what: 'status',
        detail: `${seen.status} instead of ${recording.response.status}: ${seen.bytes.toString('utf8').slice(0, 300)}`,
      },
    ]
  return [
    ...sent,
    ...compareAnswer(recording, request, seen),
    ...compareCharge(recording, seen.charge, { isOpenAi: isOpenAiOwn(recording), isOwn: true }),
  ]
}
