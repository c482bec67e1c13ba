import type { WebSocket as ClientSocket } from 'ws'
import {
  readTranscriptionUpdate,
  transcriptionCreated,
} from '../../protocols/openai/realtime-transcription.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { EarlyFrames } from './early-frames.ts'

/** How long to wait; clients usually set up their session within a second. */
const PATIENCE_MS = 30_000

export interface WaitDeps {
  /** Registers what to do when the daemon must end now. @returns a function that unregisters it */
  readonly onShutdown: (stop: () => void) => () => void
}

/**
 * Announces a transcription session to its client and waits for the model that the client names, without which there is
 * neither a price nor a channel. Some clients only set up their session once it has been created, so it is announced
 * first.
 *
 * @returns undefined if the client has left
 * @throws AppError `invalid_request` if the client names no model
 */
export async function askTranscriptionModel(
  socket: ClientSocket,
  early: EarlyFrames,
  { requestId }: Pick<InboundRequest, 'requestId'>,
  { onShutdown }: WaitDeps,
): Promise<string | undefined> {
  socket.send(transcriptionCreated(requestId))
  const ending = new AbortController()
  const forgetStop = onShutdown(() => ending.abort())
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(PATIENCE_MS)])
  const read = (frame: unknown) =>
    typeof frame === 'string' ? readTranscriptionUpdate(frame)?.model : undefined
  const model = await early.find(read, signal)
  forgetStop()
  if (model === undefined && socket.readyState === socket.OPEN)
    throw invalid('session.audio.input.transcription.model', 'noTranscriptionModel')
  return model
}
