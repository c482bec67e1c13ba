import type { SessionUpdate } from '../../protocols/openai/realtime.ts'
import type { Frame } from './upstream-socket.ts'

export interface SessionModel {
  /** Names by which the client may call the model that the session was opened for. */
  readonly told: readonly (string | undefined)[]
  /** The vendor's name for it. */
  readonly upstream: string
  /** Reads the model that an event names. */
  readonly readUpdate: (text: string) => SessionUpdate | undefined
}

/** Whether an event of the client may go to the vendor. */
export type CheckedFrame =
  | { readonly kind: 'passed'; readonly frame: Frame }
  /** The event names another model, but the session has the price of its first. `eventId` is the client's. */
  | { readonly kind: 'refused'; readonly eventId: string | undefined }

/**
 * A session keeps the model that it was opened for. Clients name it again in `session.update` (the Agents SDK always does),
 * by the name that they know. We replace that with the vendor's name.
 */
export function keepModel(frame: Frame, { told, upstream, readUpdate }: SessionModel): CheckedFrame {
  const update = typeof frame === 'string' ? readUpdate(frame) : undefined
  if (!update || update.model === upstream) return { kind: 'passed', frame }
  if (!told.includes(update.model)) return { kind: 'refused', eventId: update.eventId }
  return { kind: 'passed', frame: update.withModel(upstream) }
}
