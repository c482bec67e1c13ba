import type { Knex } from 'knex'
import { sessionRow } from '../accounts/credentials.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors/app-error.ts'
import type { Actor } from './actor.ts'

/** How long a proof of identity in a session is valid. */
export const PROOF_MS = 15 * 60_000

/** Knows when the users of sessions last proved their identity: at sign-in, or when they were asked again. */
export interface SessionProofs {
  /** Reports whether the last proof is still valid. Always true for access tokens, which cannot be asked. */
  isRecent(actor: Pick<Actor, 'sessionHash'>): Promise<boolean>
  /** Requires a valid proof. @throws AppError `proof_required` */
  demand(actor: Pick<Actor, 'sessionHash'>): Promise<void>
  /**
   * Returns the actor for reading keys. If `isAsked`, the caller asked for the key itself and gets an error if a proof
   * is missing; other callers get a masked key instead.
   *
   * @throws AppError `proof_required`
   */
  readerOf(actor: Actor, isAsked: boolean): Promise<Actor>
  /** Records that the user has just proved their identity. */
  renew(trx: Knex, sessionHash: string): Promise<void>
}

/** Reads the database at every call, so that a proof given to one daemon counts at once on the others. */
export const sessionProofs = (knex: Knex, clock: Clock): SessionProofs => ({
  async isRecent({ sessionHash }) {
    if (sessionHash === undefined) return true
    const row = await sessionRow(knex, sessionHash).first('proved_ms')
    return row !== undefined && clock.now() - row.proved_ms <= PROOF_MS
  },
  async demand(actor) {
    if (!(await this.isRecent(actor))) throw new AppError('proof_required')
  },
  async readerOf(actor, isAsked) {
    if (!isAsked || actor.sessionHash === undefined) return actor
    await this.demand(actor)
    // The actor may lack a proof that was given to another daemon.
    return { ...actor, provedMs: clock.now() }
  },
  async renew(trx, sessionHash) {
    await sessionRow(trx, sessionHash).update({ proved_ms: clock.now() })
  },
})
