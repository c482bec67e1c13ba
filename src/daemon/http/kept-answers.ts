import type { Knex } from 'knex'
import { isUniqueViolation } from '../db/violations.ts'

/** How long a key is bound to its first call, as stated in the contract. */
export const KEPT_MS = 86_400_000

const states = { running: 1, answered: 2, cutOff: 3 } as const

/** The state of a key that one user has used. */
export interface KeptAnswer {
  /** Fingerprint of method, path and body of the first call. */
  readonly requestHmac: string
  /**
   * Id of the request that runs or ran the call; every update of the row must match it, to prove that it is still the
   * same run.
   */
  readonly requestId: string
  readonly instanceId: string
  readonly state: 'running' | 'answered' | 'cut-off'
  readonly status: number | undefined
  /** Encrypted; undefined = too large to keep. */
  readonly answer: string | undefined
}

/** A call that wants to run under its key. */
export interface Claim {
  readonly userId: number
  readonly key: string
  readonly requestHmac: string
  readonly requestId: string
  readonly instanceId: string
}

interface Row {
  request_hmac: string
  request_id: string
  instance_id: string
  state: number
  status: number | null
  answer: string | null
}

/** Accesses the table `api_answers`. Its primary key decides which of several daemons runs a call. */
export const keptAnswers = (knex: Knex) => {
  const table = () => knex('api_answers')
  const at = ({ userId, key }: Pick<Claim, 'userId' | 'key'>) => ({ user_id: userId, key })

  return {
    /** Claims a key. @returns undefined if this call may run, otherwise the state of the key */
    async claim(claim: Claim, nowMs: number): Promise<KeptAnswer | undefined> {
      for (;;) {
        try {
          await table().insert({
            ...at(claim),
            request_hmac: claim.requestHmac,
            request_id: claim.requestId,
            instance_id: claim.instanceId,
            state: states.running,
            created_ms: nowMs,
          })
          return undefined
        } catch (error) {
          if (!isUniqueViolation(error)) throw error
        }
        const kept = await this.find(claim, nowMs)
        if (kept !== undefined) return kept
        // The row was deleted in the meantime, or has expired but is not pruned yet.
        await table()
          .where(at(claim))
          .where('created_ms', '<=', nowMs - KEPT_MS)
          .delete()
      }
    },

    /** Returns the state of a key. */
    async find(of: Pick<Claim, 'userId' | 'key'>, nowMs: number): Promise<KeptAnswer | undefined> {
      const row: Row | undefined = await table()
        .where(at(of))
        .where('created_ms', '>', nowMs - KEPT_MS)
        .first()
      return row && toKeptAnswer(row)
    },

    /** Takes over a run that ended without a response. @returns false if another call was faster */
    async takeOver(claim: Claim, from: KeptAnswer, nowMs: number): Promise<boolean> {
      const changed = await table()
        .where({ ...at(claim), request_id: from.requestId })
        .update({
          request_id: claim.requestId,
          instance_id: claim.instanceId,
          state: states.running,
          created_ms: nowMs,
        })
      return changed === 1
    },

    /** @param answer encrypted; undefined if it is too large */
    async keep(claim: Claim, status: number, answer: string | undefined): Promise<void> {
      await table()
        .where({ ...at(claim), request_id: claim.requestId })
        .update({ state: states.answered, status, answer: answer ?? null })
    },

    /** Records that the outcome of the call is unknown. */
    async cutOff(claim: Claim): Promise<void> {
      await table()
        .where({ ...at(claim), request_id: claim.requestId })
        .update({ state: states.cutOff })
    },

    /** Frees the key of a call that changed nothing. */
    async forget(claim: Claim): Promise<void> {
      await table()
        .where({ ...at(claim), request_id: claim.requestId })
        .delete()
    },

    /** Reports whether the daemon with this id is alive, on an engine that several daemons share. */
    async isAlive(instanceId: string): Promise<boolean> {
      const row: unknown = await knex('instances').where({ id: instanceId, fenced: 0 }).first('id')
      return row !== undefined
    },
  }
}

const stateNames = { 1: 'running', 2: 'answered', 3: 'cut-off' } as const

const toKeptAnswer = (row: Row): KeptAnswer => ({
  requestHmac: row.request_hmac,
  requestId: row.request_id,
  instanceId: row.instance_id,
  state: stateNames[row.state as keyof typeof stateNames],
  status: row.status ?? undefined,
  answer: row.answer ?? undefined,
})
