import type { SessionUpdate } from '../../protocols/openai/realtime.ts'
import type { Frame } from './upstream-socket.ts'

export interface SessionModel {
  /** The names that the client may use for the model that the session was opened for. */
  readonly told: readonly (string | undefined)[]
  /** The vendor's name for the model. */
  readonly upstream: string
  /** Reads the model that an event names. */
  readonly readUpdate: (text: string) => SessionUpdate | undefined
}

/** The outcome of checking a client's event. */
export type CheckedFrame =
  | { readonly kind: 'passed'; readonly frame: Frame }
  /** The event names another model, but the session has the price of its first one. `eventId` is the client's. */
  | { readonly kind: 'refused'; readonly eventId: string | undefined }

/**
 * Keeps a session on the model that it was opened for. Clients name the model again in `session.update` (the Agents SDK
 * always does), by the name that they know, which is replaced with the vendor's.
 */
export function keepModel(frame: Frame, { told, upstream, readUpdate }: SessionModel): CheckedFrame {
  const update = typeof frame === 'string' ? readUpdate(frame) : undefined
  if (!update || update.model === upstream) return { kind: 'passed', frame }
  if (!told.includes(update.model)) return { kind: 'refused', eventId: update.eventId }
  return { kind: 'passed', frame: update.withModel(upstream) }
}
