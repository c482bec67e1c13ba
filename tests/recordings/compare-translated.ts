import { isDeepStrictEqual } from 'node:util'
import type { ClientRequest } from './client-request.ts'
import type { ConversationRoute } from './client-routes.ts'
import { compareCharge } from './compare-charge.ts'
import { compareError, isFailure } from './compare-error.ts'
import { compareAddress } from './compare-own.ts'
import { answerTextOf, fieldsOf, listOf, type Recording } from './corpus.ts'
import { type Difference, firstDifference } from './difference.ts'
import { readAnswer } from './reading/index.ts'
import type { Reading, RecordedCall } from './reading/reading.ts'
import type { Observation } from './replay.ts'
import { statedUsage } from './stated-usage.ts'
import { expectedFinish, isGivenUp } from './stop-reasons.ts'

const callText = ({ name, arguments: given }: RecordedCall): string => `${name}(${JSON.stringify(given)})`

/** Converts a call for protocols in which arguments are always an object. */
const asObjectCall = (call: RecordedCall): RecordedCall => {
  if (typeof call.arguments !== 'string') return call
  const member = call.isFreeText ? 'input' : '_raw'
  return { ...call, arguments: { [member]: call.arguments }, isFreeText: false }
}

/** Tells whether the token limit ended an answer in the middle of its last call. */
const endsInCall = ({ facts }: Recording, { arguments: given, isFreeText }: RecordedCall): boolean =>
  ['length', 'max_output_tokens'].includes(facts.finish_reason ?? '') &&
  typeof given === 'string' &&
  isFreeText !== true

const compareCalls = (
  recording: Recording,
  recorded: readonly RecordedCall[],
  seen: readonly RecordedCall[],
  route: ConversationRoute,
): Difference[] => {
  if (isDeepStrictEqual(seen, recorded)) return []
  const all = (calls: readonly RecordedCall[]) => calls.map(callText).join(', ').slice(0, 300) || 'none'
  const detail = `${all(seen)} instead of ${all(recorded)}`
  const takesText = route === 'chat' || route === 'responses'
  const whole = recorded.filter((call) => !endsInCall(recording, call))
  if (route === 'generate' && whole.length < recorded.length && isDeepStrictEqual(seen, whole))
    return [{ what: 'calls', detail, because: 'a call that the token limit cut off cannot be run' }]
  return !takesText && isDeepStrictEqual(seen, recorded.map(asObjectCall))
    ? [
        {
          what: 'calls',
          detail,
          because: 'where arguments are always an object, a text becomes a member of one',
        },
      ]
    : [{ what: 'calls', detail }]
}

/** Code blocks with what Google executed and with the results. */
const executions = /\n```\w*\n[^`]*\n```\n/g

/** Explains why a text legitimately differs from the recorded one. */
const reasonForText = (recording: Recording, text: string): string | undefined => {
  const { facts, response } = recording
  const [choice = {}] = listOf(fieldsOf(response.body).choices)
  if (facts.content_is_object && text === JSON.stringify(fieldsOf(choice.message).content))
    return 'an object in place of a text is told as its JSON'
  return answerTextOf(recording).includes('"executableCode"') && text.replace(executions, '') === facts.text
    ? 'code that Google ran is told as text: there is no other place for it'
    : undefined
}

const compareText = (recording: Recording, { text }: Reading): Difference[] => {
  const { facts } = recording
  if (text === facts.text) return []
  const because = reasonForText(recording, text)
  return [
    { what: 'text', detail: firstDifference(text, facts.text), ...(because !== undefined && { because }) },
  ]
}

const compareUsage = (
  recording: Recording,
  { usage }: Reading,
  charge: Observation['charge'],
): Difference[] => {
  const told = usage ? `${usage.input} in (${usage.cached} cached), ${usage.output} out` : 'nothing'
  const stated = statedUsage(recording)
  if (stated) {
    const due = `${stated.input} in (${stated.cached} cached), ${stated.output} out`
    return told === due ? [] : [{ what: 'usage', detail: `the client was told ${told}, ${due} is due` }]
  }
  const counted = `${charge?.promptTokens} in (0 cached), ${charge?.completionTokens} out`
  const detail = `the client was told ${told}`
  return told === counted
    ? [{ what: 'usage', detail, because: 'the answer states no usage: the client is told what is counted' }]
    : [{ what: 'usage', detail: `${detail}, ${counted} was charged` }]
}

const compareFinish = (
  { facts }: Recording,
  calls: readonly RecordedCall[],
  { finish, error }: Reading,
  route: ConversationRoute,
): Difference[] => {
  const due = expectedFinish(facts, calls, route)
  const differences: Difference[] =
    finish === due
      ? []
      : [{ what: 'finish', detail: `${finish} instead of ${due} for ${facts.finish_reason}` }]
  if (error === undefined) return differences
  return [
    ...differences,
    {
      what: 'error',
      detail: error,
      ...(due === 'failed' && { because: `${facts.finish_reason} is a failure in this protocol` }),
    },
  ]
}

/** Returns the cap of a request; Anthropic's clients always set one. */
const capOf = ({ json }: ClientRequest): number | undefined => {
  const cap = json?.max_tokens
  return typeof cap === 'number' ? cap : undefined
}

/** Expects an error and no charge, because other protocols cannot express that an answer was given up. */
const compareGivenUp = ({ status, charge }: Observation): Difference[] => [
  {
    what: 'status',
    detail: `${status} for an answer that was given up`,
    ...(status === 502 && { because: 'the provider gave it up before it said anything' }),
  },
  ...(charge ? [{ what: 'usage', detail: `it was charged ${charge.quotaExact}` } as const] : []),
]

/** Finds all differences between the facts of the recording and what a client of another protocol got. */
export const compareTranslated = (
  recording: Recording,
  request: ClientRequest & { readonly route: ConversationRoute },
  recordedCalls: readonly RecordedCall[],
  seen: Observation,
): Difference[] => {
  const { route } = request
  const [call] = seen.received
  const address: Difference[] = call
    ? compareAddress(recording, call.path)
    : [{ what: 'request', detail: 'nothing reached the upstream' }]
  if (isFailure(recording)) return [...address, ...compareError(recording, route, seen)]
  if (isGivenUp(recording.facts, recordedCalls)) return [...address, ...compareGivenUp(seen)]
  if (seen.status !== 200)
    return [
      ...address,
      { what: 'status', detail: `${seen.status}: ${seen.bytes.toString('utf8').slice(0, 300)}` },
    ]
  const reading = readAnswer(route, seen.bytes.toString('utf8'), request.isStream)
  // Clients of Responses get a recorded chat through a channel of another type: see `translatingChannel`.
  const isOpenAi = route !== 'responses' || recording.protocol !== 'openai.chat'
  return [
    ...address,
    ...reading.faults.map((detail): Difference => ({ what: 'shape', detail })),
    ...compareText(recording, reading),
    ...compareCalls(recording, recordedCalls, reading.calls, route),
    ...compareFinish(recording, recordedCalls, reading, route),
    ...compareUsage(recording, reading, seen.charge),
    ...compareCharge(recording, seen.charge, { isOpenAi, isOwn: false, outputCap: capOf(request) }),
  ]
}
