import { asObject, asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { readUpdateEvent, type SessionUpdate } from './realtime.ts'

/**
 * The type of sessions without responses: the client sends audio and gets its text. Their URL has no model. The client
 * names it in a `session.update` once the session is open.
 *
 * @see https://developers.openai.com/api/docs/guides/realtime-transcription (read 2026-11-30)
 */
const TYPE = 'transcription'

/** Returns the model in the settings of such a session. */
export const modelOfTranscription = (session: JsonObject): string | undefined =>
  asText(transcriptionOf(session)?.model)

const transcriptionOf = (session: JsonObject): JsonObject | undefined =>
  asObject(asObject(asObject(session.audio)?.input)?.transcription)

/** @returns undefined for events that name no transcription model */
export function readTranscriptionUpdate(text: string): SessionUpdate | undefined {
  const event = readUpdateEvent(text)
  const session = asObject(event?.session)
  const model = session && modelOfTranscription(session)
  if (session === undefined || model === undefined) return undefined
  const withModel = (named: string) =>
    JSON.stringify({ ...event, session: withTranscriptionModel(session, named) })
  return { model, eventId: asText(event?.event_id), withModel }
}

function withTranscriptionModel(session: JsonObject, model: string): JsonObject {
  const audio = asObject(session.audio)
  const input = asObject(audio?.input)
  const transcription = { ...transcriptionOf(session), model }
  return { ...session, audio: { ...audio, input: { ...input, transcription } } }
}

/**
 * Returns the event that tells a client that its session is open. Some clients wait for it before they name the model.
 */
export const transcriptionCreated = (requestId: string): string =>
  JSON.stringify({
    type: 'session.created',
    event_id: `evt_${requestId}`,
    session: {
      type: TYPE,
      object: 'realtime.transcription_session',
      id: `sess_${requestId}`,
      audio: { input: { format: { type: 'audio/pcm', rate: 24_000 } } },
    },
  })

const CREATED = /"session\.created"/

/** Whether this is the vendor's `session.created` event. */
export const isSessionCreated = (text: string): boolean => CREATED.test(text.slice(0, 400))
