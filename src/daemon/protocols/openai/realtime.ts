import { asObject, asText } from '../json-access.ts'
import { parseExactly, parseJson } from '../parse-json.ts'
import type { ClientError, Codec, JsonObject, JsonValue, UsageReading } from '../types.ts'
import { NO_USAGE } from '../usage.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { readModel } from './request-checks.ts'
import { readUsageObject } from './usage.ts'

/**
 * OpenAI Realtime over a WebSocket. Frames pass through in both directions and are inspected for their cost. The
 * request consists of the URL; its only member is the model.
 *
 * @see https://platform.openai.com/docs/guides/realtime (read 2026-08-20)
 */
export const openaiRealtime: Codec = {
  id: 'openai-realtime',
  operation: 'realtime',
  path: '/v1/realtime',
  readRequest: (body) => ({
    model: readModel(body),
    isStream: true,
    outputTokensCap: undefined,
    wantsStreamUsage: true,
    reasoningEffort: undefined,
    attachments: 0,
  }),
  readTexts: () => ({ system: '', context: '', input: '' }),
  readUsage: (document) => readRealtimeUsage(document),
  readOutput: () => ({ text: '', hiddenText: '', hasOutput: true }),
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'type'),
  classify: () => 'content',
  finishesChoice: () => false,
  readFailure,
  errors: openaiErrors,
  terminator: '',
}

/**
 * Returns an error as an event of the session.
 * @param eventId id of the client's event that caused it
 */
export function renderRealtimeError(
  { type, code, message, param, requestId }: ClientError,
  eventId: string | null = null,
): string {
  return JSON.stringify({
    type: 'error',
    event_id: `evt_${requestId}`,
    error: { type, code, message, param, event_id: eventId },
  })
}

/** A client event that names a model for the session. */
export interface SessionUpdate {
  readonly model: string
  readonly eventId: string | undefined
  withModel(model: string): string
}

/** JSON may escape characters of the name, so events with escapes are parsed too. */
const MAY_UPDATE = /session\.update|\\u00/

/** @returns undefined for events that do not configure a session */
export function readUpdateEvent(text: string): JsonObject | undefined {
  if (!MAY_UPDATE.test(text)) return undefined
  const event = asObject(parseExactly(text))
  return event?.type === 'session.update' ? event : undefined
}

/** @returns undefined for events that name no model for the session */
export function readSessionUpdate(text: string): SessionUpdate | undefined {
  const event = readUpdateEvent(text)
  const session = asObject(event?.session)
  const model = asText(session?.model)
  if (model === undefined) return undefined
  return {
    model,
    eventId: asText(event?.event_id),
    withModel: (named) => JSON.stringify({ ...event, session: { ...session, model: named } }),
  }
}

/** Returns the event that cancels a response. The vendor still states the usage of its output so far. */
export const cancelEvent = (responseId: string): string =>
  JSON.stringify({ type: 'response.cancel', ...(responseId !== '' && { response_id: responseId }) })

/** The server events that matter for metering. */
export type RealtimeEvent =
  /** A response has begun. */
  | { readonly kind: 'begun'; readonly id: string }
  /** A response has ended in any way. `usage` `none` = its usage was not stated. */
  | {
      readonly kind: 'response'
      readonly id: string
      readonly usage: UsageReading
      readonly hasFailed: boolean
    }
  /** The transcription of a piece of audio is complete. `id` identifies the piece. */
  | { readonly kind: 'transcription'; readonly id: string; readonly usage: UsageReading }
  | { readonly kind: 'transcription-failed'; readonly id: string }
  /** A piece of the client's audio was committed, or part of its text has arrived. */
  | { readonly kind: 'committed' | 'heard'; readonly id: string }
  /** Bytes per second in each direction; undefined if not stated in the event. */
  | {
      readonly kind: 'session'
      readonly inputRate: number | undefined
      readonly outputRate: number | undefined
    }
  /** A piece of a response; `length` is that of its base64 or of its text. */
  | { readonly kind: 'audio' | 'text'; readonly length: number }
  | { readonly kind: 'other' }

const OTHER: RealtimeEvent = { kind: 'other' }

/**
 * Type names as they appear in the JSON. Inside a text, the closing quote would be escaped, so a conversation about
 * this protocol is not mistaken for its events.
 */
const RESPONSE = /"response\.(?:created|done)"/
const TRANSCRIPTION =
  /"(?:conversation\.item\.input_audio_transcription\.(?:completed|failed|delta)|input_audio_buffer\.committed)"/
const SESSION = /"session\.(?:created|updated)"/
/** `response.audio.delta`; since 2025 `response.output_audio.delta`. */
const AUDIO_DELTA = 'audio.delta"'
/** Texts, transcripts of speech, and arguments of functions. */
const TEXT_DELTA = /"response\.(?:output_)?(?:text|audio_transcript|function_call_arguments)\.delta"/

/** Reads a server event. Cheap: JSON is parsed only if it may contain usage or formats. */
export function readRealtimeEvent(text: string): RealtimeEvent {
  if (text.includes(AUDIO_DELTA)) return { kind: 'audio', length: lengthOf(text, '"delta"') }
  if (RESPONSE.test(text) || TRANSCRIPTION.test(text) || SESSION.test(text))
    return readDocument(asObject(parseJson(text)))
  return TEXT_DELTA.test(text) ? { kind: 'text', length: lengthOf(text, '"delta"') } : OTHER
}

/** Returns the length of the audio in a client event, in base64. */
export const readAppendedAudio = (text: string): number =>
  text.includes('"input_audio_buffer.append"') ? lengthOf(text, '"audio"') : 0

/** Members with the client's text for the model. */
const SAID = ['"instructions"', '"text"', '"output"'] as const

/** Returns the length of the text for the model in a client event. */
export const readSaidText = (text: string): number =>
  text.includes('"input_audio_buffer.append"')
    ? 0
    : SAID.reduce((sum, name) => sum + lengthOf(text, name, Number.POSITIVE_INFINITY), 0)

/**
 * Returns the length of the string members of this name, including escapes, without parsing the rest.
 * @param members the maximum number of members to count
 */
function lengthOf(text: string, quotedName: string, members = 1): number {
  let length = 0
  let found = 0
  for (let at = text.indexOf(quotedName); at !== -1 && found < members; ) {
    let from = at + quotedName.length
    while (' :\n\r\t'.includes(text.charAt(from)) && from < text.length) from += 1
    at = text.indexOf(quotedName, at + 1)
    if (text.charAt(from) !== '"') continue
    let end = text.indexOf('"', from + 1)
    while (end !== -1 && text.charAt(end - 1) === '\\') end = text.indexOf('"', end + 1)
    if (end === -1) break
    found += 1
    length += end - from - 1
    at = text.indexOf(quotedName, end + 1)
  }
  return length
}

function readDocument(event: JsonObject | undefined): RealtimeEvent {
  const type = asText(event?.type) ?? ''
  if (!event) return OTHER
  const response = asObject(event.response)
  const id = asText(response?.id) ?? ''
  if (type === 'response.created') return { kind: 'begun', id }
  if (type === 'response.done')
    return {
      kind: 'response',
      id,
      usage: readRealtimeUsage(event),
      hasFailed: asText(response?.status) === 'failed',
    }
  const heard = readTranscription(type, event)
  if (heard) return heard
  const session =
    type === 'session.created' || type === 'session.updated' ? asObject(event.session) : undefined
  if (!session) return OTHER
  return {
    kind: 'session',
    inputRate: readRate(session, 'input'),
    outputRate: readRate(session, 'output'),
  }
}

function readTranscription(type: string, event: JsonObject): RealtimeEvent | undefined {
  const id = asText(event.item_id) ?? ''
  switch (type.replace(/^conversation\.item\./, '')) {
    case 'input_audio_transcription.completed':
      return { kind: 'transcription', id, usage: readRealtimeUsage(event) }
    case 'input_audio_transcription.failed':
      return { kind: 'transcription-failed', id }
    case 'input_audio_transcription.delta':
      return { kind: 'heard', id }
    case 'input_audio_buffer.committed':
      return { kind: 'committed', id }
    default:
      return undefined
  }
}

/** PCM16 at 24 kHz, and G.711 at 8 kHz, in bytes per second. */
export const PCM_RATE = 48_000
const G711_RATE = 8_000

/**
 * Returns the data rate of a session's audio format: beta sessions state the format as text, later ones as an object.
 */
function readRate(session: JsonObject, direction: 'input' | 'output'): number | undefined {
  const audio = asObject(asObject(session.audio)?.[direction])
  const format =
    asText(session[`${direction}_audio_format`]) ??
    asText(asObject(audio?.format)?.type) ??
    asText(audio?.format)
  if (format === undefined) return undefined
  return /g711|pcm[ua]\b/.test(format) ? G711_RATE : PCM_RATE
}

/** Reads the usage of a `response.done` (even if cancelled) or of a completed transcription. A stated zero counts. */
function readRealtimeUsage(document: JsonValue): UsageReading {
  const event = asObject(document)
  const stated = asObject(asObject(event?.response)?.usage) ?? asObject(event?.usage)
  if (!stated) return { kind: 'none' }
  if (asText(stated.type) === 'duration') return readDuration(stated.seconds)
  const reading = readUsageObject(withDetailNames(stated), true)
  const isZero = reading.kind === 'none' && stated.total_tokens === 0
  return isZero ? { kind: 'stated', usage: NO_USAGE } : reading
}

/** Prompt tokens for a minute of transcribed audio. */
const TRANSCRIBED_TOKENS_PER_MINUTE = 1_000

function readDuration(seconds: JsonValue | undefined): UsageReading {
  if (typeof seconds !== 'number' || !(seconds >= 0)) return { kind: 'none' }
  const inputTokens = Math.round((Math.ceil(seconds) / 60) * TRANSCRIBED_TOKENS_PER_MINUTE)
  return { kind: 'stated', usage: { ...NO_USAGE, inputTokens } }
}

/**
 * Renames the details, which are singular in Realtime. Cached audio tokens are no longer counted as audio, because they
 * cost as much as cached text.
 */
function withDetailNames(usage: JsonObject): JsonObject {
  const { input_token_details, output_token_details, ...rest } = usage
  const input = asObject(input_token_details)
  return {
    ...rest,
    ...(input && { input_tokens_details: withoutCachedAudio(input) }),
    ...(output_token_details !== undefined && { output_tokens_details: output_token_details }),
  }
}

function withoutCachedAudio(details: JsonObject): JsonObject {
  const cached = asObject(details.cached_tokens_details)?.audio_tokens
  const { audio_tokens } = details
  if (typeof cached !== 'number' || typeof audio_tokens !== 'number') return details
  return { ...details, audio_tokens: cached > audio_tokens ? 0 : audio_tokens - cached }
}
