import { cancelEvent, readSessionUpdate, type SessionUpdate } from '../../protocols/openai/realtime.ts'
import { RealtimeMeter, type SessionMeter } from '../../protocols/openai/realtime-meter.ts'
import { readTranscriptionUpdate } from '../../protocols/openai/realtime-transcription.ts'
import { TranscriptionMeter } from '../../protocols/openai/transcription-meter.ts'
import type { InboundRequest } from '../inbound/inbound.ts'

/** The `intent` in the URL of a transcription session, which names no model. */
export const TRANSCRIPTION = 'transcription'

export const isTranscription = ({ query }: Pick<InboundRequest, 'query'>): boolean =>
  query.intent === TRANSCRIPTION

/** The differences between sessions in which a model answers and transcription sessions. */
export interface SessionKind {
  readonly newMeter: () => SessionMeter
  readonly readUpdate: (text: string) => SessionUpdate | undefined
  readonly cancel: (id: string) => string | undefined
}

export const kindOf = (inbound: Pick<InboundRequest, 'query'>): SessionKind =>
  isTranscription(inbound) ? WRITING_DOWN : ANSWERING

const ANSWERING: SessionKind = {
  newMeter: () => new RealtimeMeter(),
  readUpdate: readSessionUpdate,
  cancel: cancelEvent,
}

const WRITING_DOWN: SessionKind = {
  newMeter: () => new TranscriptionMeter(),
  readUpdate: readTranscriptionUpdate,
  cancel: () => undefined,
}
