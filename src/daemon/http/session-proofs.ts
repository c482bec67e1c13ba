import type { Knex } from 'knex'
import { sessionRow } from '../accounts/credentials.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors/app-error.ts'
import type { Actor } from './actor.ts'

/** How long a proof of who is at the other end of a session lasts. */
export const PROOF_MS = 15 * 60_000

/** When the people of sessions last proved who they are: at sign-in, or when they were asked again. */
export interface SessionProofs {
  /** Always true for access tokens, which cannot be asked. */
  isRecent(actor: Pick<Actor, 'sessionHash'>): Promise<boolean>
  /** @throws AppError `proof_required` */
  demand(actor: Pick<Actor, 'sessionHash'>): Promise<void>
  /**
   * Who reads keys. With `isAsked`, somebody who asked for the key itself: they are told when a proof is missing, where
   * others get a masked key.
   *
   * @throws AppError `proof_required`
   */
  readerOf(actor: Actor, isAsked: boolean): Promise<Actor>
  /** The person has just proven who they are. */
  renew(trx: Knex, sessionHash: string): Promise<void>
}

/** Reads the store at each call: a proof that was given to one daemon counts at once on the others. */
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
    // A proof that was given to another daemon may not have been heard of here.
    return { ...actor, provedMs: clock.now() }
  },
  async renew(trx, sessionHash) {
    await sessionRow(trx, sessionHash).update({ proved_ms: clock.now() })
  },
})
