import type { Knex } from 'knex'
import { readUserSetting } from '../accounts/user-setting.ts'
import type { SecretBox } from '../db/secrets.ts'
import { type Amount, amount, fromQuota } from '../money/amount.ts'
import { readRecordedQuote, recordQuote } from '../pricing/price-record.ts'
import { asObject } from '../protocols/json-access.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonObject } from '../protocols/types.ts'
import type { Batch, NewBatch, Payer } from './batch.ts'
import type { BatchForm } from './batch-form.ts'

interface BatchRow {
  readonly id: number
  readonly request_id: string
  readonly hold_id: string
  readonly vendor_id: string | null
  readonly user_id: number
  readonly token_id: number | null
  readonly channel_id: number
  readonly key_hint: string
  readonly model: string
  readonly endpoint: string
  readonly requests: number
  readonly prompt_tokens: number
  readonly payer: string
  readonly price: string
  readonly held: number
  readonly state: string
  readonly described: string
  readonly created_ms: number
}

/** The owner of the batches to look for, and the endpoints of their form. */
export interface BatchOwner {
  readonly userId: number
  readonly endpoints: BatchForm['endpoints']
}

/** A section of a list; without `after` and `before` it starts at the newest batch. */
export interface BatchSection {
  readonly after: Batch | undefined
  readonly before: Batch | undefined
  readonly limit: number
}

/** A submission to which the vendor has not responded. */
export interface CutOff {
  readonly requestId: string
  readonly holdId: string
}

const OPEN_MAX = 10_000

/** Stores every batch that was submitted through this gateway. Users can find only their own. */
export class BatchesStore {
  readonly #knex: Knex
  readonly #secrets: SecretBox

  constructor({ knex, secrets }: { readonly knex: Knex; readonly secrets: SecretBox }) {
    this.#knex = knex
    this.#secrets = secrets
  }

  async insert(batch: NewBatch): Promise<void> {
    await this.#knex('batches').insert({
      request_id: batch.requestId,
      hold_id: batch.requestId,
      user_id: batch.userId,
      token_id: batch.tokenId,
      channel_id: batch.place.channelId,
      key_hint: batch.place.keyHint,
      model: batch.model,
      endpoint: batch.endpoint,
      requests: batch.requests,
      prompt_tokens: batch.promptTokens,
      payer: JSON.stringify(batch.payer),
      price: recordQuote(batch.price),
      held: String(batch.held),
      created_ms: batch.createdMs,
    })
  }

  /** Records that the vendor has accepted the batch. @returns whether it was still being submitted */
  async accept(requestId: string, vendorId: string, described: JsonObject): Promise<boolean> {
    const changed = await this.#knex('batches')
      .where({ request_id: requestId, state: 'submitting' })
      .update({ vendor_id: vendorId, state: 'open', described: this.#seal(requestId, described) })
    return changed === 1
  }

  /** Deletes a submission that the vendor did not accept. */
  async drop(requestId: string): Promise<void> {
    await this.#knex('batches').where({ request_id: requestId, state: 'submitting' }).delete()
  }

  /** Stores the vendor's description of an open batch. */
  async describe({ requestId }: Batch, described: JsonObject): Promise<void> {
    await this.#knex('batches')
      .where({ request_id: requestId, state: 'open' })
      .update({ described: this.#seal(requestId, described) })
  }

  /** Replaces the hold. @returns false if the batch has ended, or another daemon has replaced the hold */
  async holdBy({ requestId, holdId }: Batch, next: string): Promise<boolean> {
    const changed = await this.#knex('batches')
      .where({ request_id: requestId, hold_id: holdId, state: 'open' })
      .update({ hold_id: next })
    return changed === 1
  }

  /** Records the end, once the charge is durable. From then on, the owner can see it. */
  async close(
    { requestId }: Batch,
    end: { readonly described: JsonObject; readonly cost: Amount; readonly atMs: number },
  ): Promise<void> {
    await this.#knex('batches')
      .where({ request_id: requestId, state: 'open' })
      .update({
        state: 'ended',
        described: this.#seal(requestId, end.described),
        cost: String(end.cost),
        ended_ms: end.atMs,
      })
  }

  async find({ userId, endpoints }: BatchOwner, vendorId: string): Promise<Batch | undefined> {
    if (vendorId.includes('\0')) return undefined
    const row: BatchRow | undefined = await this.#knex('batches')
      .where({ user_id: userId, vendor_id: vendorId })
      .whereIn('endpoint', [...endpoints.keys()])
      .first()
    return row && this.#open(row)
  }

  /** Lists batches, newest first: those after a batch, or the nearest ones before a batch. */
  async list(
    { userId, endpoints }: BatchOwner,
    { after, before, limit }: BatchSection,
  ): Promise<readonly Batch[]> {
    const isBackwards = before !== undefined && after === undefined
    const rows: BatchRow[] = await this.#knex('batches')
      .where({ user_id: userId })
      .whereNotNull('vendor_id')
      .whereIn('endpoint', [...endpoints.keys()])
      .modify((query) => {
        if (after) void query.where('id', '<', after.id)
        if (before) void query.where('id', '>', before.id)
      })
      .orderBy('id', isBackwards ? 'asc' : 'desc')
      .limit(limit)
    const batches = rows.map((row) => this.#open(row))
    return isBackwards ? batches.reverse() : batches
  }

  /** Hides a batch that its owner has deleted. The charge stays. */
  async forget({ requestId }: Batch): Promise<void> {
    await this.#knex('batches')
      .where({ request_id: requestId, state: 'ended' })
      .update({ vendor_id: null, described: '' })
  }

  /** Lists open batches. @param onBroken called for a row that cannot be read; the others are returned anyway */
  async open(onBroken: (requestId: string, cause: unknown) => void): Promise<readonly Batch[]> {
    const rows: BatchRow[] = await this.#knex('batches')
      .where({ state: 'open' })
      .orderBy('id')
      .limit(OPEN_MAX)
    return rows.flatMap((row) => {
      try {
        return [this.#open(row)]
      } catch (cause) {
        onBroken(row.request_id, cause)
        return []
      }
    })
  }

  /** Lists interrupted submissions: it is unknown whether the vendor accepted them, and no client knows about them. */
  async cutOff(beforeMs: number): Promise<readonly CutOff[]> {
    const rows: BatchRow[] = await this.#knex('batches')
      .where({ state: 'submitting' })
      .where('created_ms', '<', beforeMs)
      .orderBy('id')
      .limit(OPEN_MAX)
    return rows.map(({ request_id: requestId, hold_id: holdId }) => ({ requestId, holdId }))
  }

  /** Returns the ID of the current hold. */
  async holdOf({ requestId, holdId }: Batch): Promise<string> {
    const row: Pick<BatchRow, 'hold_id'> | undefined = await this.#knex('batches')
      .where({ request_id: requestId })
      .first('hold_id')
    return row?.hold_id ?? holdId
  }

  /** Returns what the ledger has charged for the batch so far. */
  async chargedFor({ requestId }: Batch): Promise<Amount> {
    const deltas: (number | string)[] = await this.#knex('entries')
      .where({ ref: requestId })
      .whereIn('kind', [1, 2, 3])
      .pluck('delta')
    return amount(deltas.reduce((sum, delta) => sum - BigInt(delta), 0n))
  }

  /** Returns the balance below which the owner wants to be warned; undefined = the site's default. */
  async warningThresholdOf({ userId }: Batch): Promise<Amount | undefined> {
    const row: { readonly setting: string } | undefined = await this.#knex('users')
      .where({ id: userId })
      .first('setting')
    const { quota_warning_threshold: quota } = readUserSetting(row?.setting ?? '')
    return quota === undefined ? undefined : fromQuota(quota)
  }

  async hasHold({ holdId }: Batch): Promise<boolean> {
    return (await this.#knex('holds').where({ id: holdId }).first('id')) !== undefined
  }

  #open(row: BatchRow): Batch {
    const price = readRecordedQuote(parseJson(row.price))
    if (!price) throw new Error(`The price of the batch ${row.request_id} cannot be read.`)
    const text = this.#secrets.open(row.described, contextOf(row.request_id))
    return {
      id: Number(row.id),
      requestId: row.request_id,
      holdId: row.hold_id,
      vendorId: row.vendor_id ?? '',
      userId: Number(row.user_id),
      tokenId: row.token_id === null ? null : Number(row.token_id),
      place: { channelId: Number(row.channel_id), keyHint: row.key_hint },
      model: row.model,
      endpoint: row.endpoint,
      requests: Number(row.requests),
      promptTokens: Number(row.prompt_tokens),
      payer: JSON.parse(row.payer) as Payer,
      price,
      held: amount(row.held),
      isOpen: row.state === 'open',
      described: asObject(parseJson(text)) ?? {},
      createdMs: Number(row.created_ms),
    }
  }

  #seal(requestId: string, described: JsonObject): string {
    return this.#secrets.seal(JSON.stringify(described), contextOf(requestId))
  }
}

const contextOf = (requestId: string): string => `batch:${requestId}`
