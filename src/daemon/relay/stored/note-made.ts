import type { Logger } from 'pino'
import type { JsonValue } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import type { PreparedCall } from '../call/prepare/prepare.ts'
import { within } from '../settle/within.ts'
import type { VendorStates } from './vendor-states.ts'

export interface NoteMadeDeps {
  readonly states: VendorStates
  readonly log: Logger
}

/**
 * The longest that the client waits for the database. This daemon knows the account; only others have to look it up.
 */
const PATIENCE_MS = 2_000

/**
 * Remembers which account made an answer, for requests that refer to it. Never rejects.
 *
 * @param documents of a complete answer
 * @returns undefined if there is nothing to remember
 */
export function noteMade(
  { admitted }: Asked,
  { wire, call }: PreparedCall,
  documents: readonly JsonValue[],
  { states, log }: NoteMadeDeps,
): Promise<boolean> | undefined {
  const made = wire.readMadeStates?.(documents, admitted.body)
  if (!made || made.needed.length + made.sealed.length === 0) return undefined
  const account = { channelId: call.channel.id, key: call.key }
  const remembered = states.remember(admitted.caller.userId, made, account)
  remembered.catch((error: unknown) =>
    log.warn({ err: error, channelId: account.channelId }, 'what a vendor keeps was not noted'),
  )
  return within(remembered, PATIENCE_MS)
}
