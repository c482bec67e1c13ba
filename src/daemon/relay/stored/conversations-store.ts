import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../../db/secrets.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'

/** A conversation without its items. */
export interface KeptConversation {
  readonly id: string
  readonly metadata: JsonObject
  readonly createdMs: number
  /** It accepts no more items: see {@link ITEMS_MAX}. */
  readonly isFull: boolean
}

/** A conversation to be stored. */
export interface NewConversation {
  readonly id: string
  readonly userId: number
  readonly metadata: JsonObject
  readonly items: readonly JsonObject[]
  readonly createdMs: number
  readonly expiresMs: number
}

/** The id of a conversation with its owner. No other user can find it. */
export interface OwnConversation {
  readonly userId: number
  readonly id: string
}

/** The requested page of a list of items. */
export interface ItemsPage {
  readonly order: 'asc' | 'desc'
  /** The item before the page. */
  readonly after: string | undefined
  readonly limit: number
}

interface ConversationRow {
  readonly id: string
  readonly user_id: number
  readonly metadata: string
  readonly next_place: number
  readonly chars: number
  readonly created_ms: number
  readonly expires_ms: number
}

interface ItemRow {
  readonly conversation_id: string
  readonly place: number
  readonly id: string
  readonly item: string
}

/** Places are never reused, so deleted items count too. */
const ITEMS_MAX = 10_000
/** Limit for the sealed items. No model reads this much, and every request reads all of it. */
const CHARS_MAX = 33_554_432
/** The limits for one user. They exist because storing conversations is free. */
const OF_USER_MAX = { conversations: 10_000, chars: 268_435_456 } as const
/** Rows per statement: SQLite accepts 32,766 parameters. */
const ROWS_MAX = 1_000

/**
 * Stores conversations and their items, sealed with the installation's key. Always reads the database, because another
 * daemon may just have added an item.
 */
export class ConversationsStore {
  readonly #knex: Knex
  readonly #secrets: SecretBox
  readonly #clock: { now(): number }

  constructor(deps: {
    readonly knex: Knex
    readonly secrets: SecretBox
    readonly clock: { now(): number }
  }) {
    this.#knex = deps.knex
    this.#secrets = deps.secrets
    this.#clock = deps.clock
  }

  async create(conversation: NewConversation): Promise<void> {
    const { id, userId, metadata, items, createdMs, expiresMs } = conversation
    await this.#knex.transaction(async (trx) => {
      await trx('conversations').insert({
        id,
        user_id: userId,
        metadata: this.#sealMetadata(id, metadata),
        next_place: 0,
        chars: 0,
        created_ms: createdMs,
        expires_ms: expiresMs,
      })
      if (items.length > 0) await this.#append(trx, conversation, items, expiresMs)
    })
  }

  /** Whether a user has reached the limits. The answers of charged requests are still added. */
  async hasNoRoom(userId: number): Promise<boolean> {
    const [row] = (await this.#knex('conversations')
      .where({ user_id: userId })
      .where('expires_ms', '>', this.#clock.now())
      .count({ count: '*' })
      .sum({ chars: 'chars' })) as {
      readonly count: number | string
      readonly chars: number | string | null
    }[]
    const { count = 0, chars } = row ?? {}
    return Number(count) >= OF_USER_MAX.conversations || Number(chars ?? 0) >= OF_USER_MAX.chars
  }

  async find(own: OwnConversation): Promise<KeptConversation | undefined> {
    const row: ConversationRow | undefined = await this.#own(this.#knex, own).first()
    return (
      row && {
        id: row.id,
        metadata: asObject(parseJson(this.#secrets.open(row.metadata, metadataContext(row.id)))) ?? {},
        createdMs: Number(row.created_ms),
        isFull: Number(row.next_place) >= ITEMS_MAX || Number(row.chars) >= CHARS_MAX,
      }
    )
  }

  /** @returns whether it exists */
  async update(own: OwnConversation, metadata: JsonObject, expiresMs: number): Promise<boolean> {
    const sealed = this.#sealMetadata(own.id, metadata)
    return (await this.#own(this.#knex, own).update({ metadata: sealed, expires_ms: expiresMs })) === 1
  }

  /** @returns whether it existed */
  async delete({ userId, id }: OwnConversation): Promise<boolean> {
    return (
      (await this.#knex('conversations')
        .where({ id: keyOf(id), user_id: userId })
        .delete()) === 1
    )
  }

  /**
   * Appends items as one block: items that others add at the same time come before or after all of them. An item whose
   * id already exists is not added again.
   *
   * @param expiresMs the conversation is kept until then
   * @returns false if the conversation no longer exists
   */
  async append(own: OwnConversation, items: readonly JsonObject[], expiresMs: number): Promise<boolean> {
    return this.#knex.transaction((trx) => this.#append(trx, own, items, expiresMs))
  }

  /** Returns all items, oldest first. */
  async readAll({ id }: OwnConversation): Promise<readonly JsonObject[]> {
    const rows: ItemRow[] = await this.#items(id).orderBy('place')
    return rows.map((row) => this.#open(row))
  }

  /** @returns one item more than the limit if there are more, undefined for an unknown item in `after` */
  async readPage({ id }: OwnConversation, page: ItemsPage): Promise<readonly JsonObject[] | undefined> {
    const query = this.#items(id)
      .orderBy('place', page.order)
      .limit(page.limit + 1)
    if (page.after !== undefined) {
      const after: ItemRow | undefined = await this.#items(id)
        .where({ id: keyOf(page.after) })
        .first()
      if (!after) return undefined
      void query.where('place', page.order === 'asc' ? '>' : '<', after.place)
    }
    const rows: ItemRow[] = await query
    return rows.map((row) => this.#open(row))
  }

  async readItem({ id }: OwnConversation, itemId: string): Promise<JsonObject | undefined> {
    const row: ItemRow | undefined = await this.#items(id)
      .where({ id: keyOf(itemId) })
      .first()
    return row && this.#open(row)
  }

  /** @returns whether it existed */
  async deleteItem({ id }: OwnConversation, itemId: string): Promise<boolean> {
    return (
      (await this.#items(id)
        .where({ id: keyOf(itemId) })
        .delete()) === 1
    )
  }

  async #append(
    trx: Knex,
    own: OwnConversation,
    items: readonly JsonObject[],
    expiresMs: number,
  ): Promise<boolean> {
    const { id } = own
    const sealed = items.map((item) => {
      const itemId = keyOf(asText(item.id) ?? '')
      return { id: itemId, item: this.#secrets.seal(JSON.stringify(item), itemContext(id, itemId)) }
    })
    // The row stays locked until the commit, so no place is assigned twice.
    const [row] = (await this.#own(trx, own)
      .update({
        next_place: trx.raw('next_place + ?', [items.length]),
        chars: trx.raw('chars + ?', [sealed.reduce((sum, { item }) => sum + item.length, 0)]),
        expires_ms: expiresMs,
      })
      .returning('next_place')) as Pick<ConversationRow, 'next_place'>[]
    if (!row) return false
    const first = Number(row.next_place) - items.length
    const rows = sealed.map((each, index) => ({ conversation_id: id, place: first + index, ...each }))
    for (let start = 0; start < rows.length; start += ROWS_MAX)
      await trx('conversation_items')
        .insert(rows.slice(start, start + ROWS_MAX))
        .onConflict(['conversation_id', 'id'])
        .ignore()
    return true
  }

  #own(db: Knex, { userId, id }: OwnConversation): Knex.QueryBuilder {
    return db('conversations')
      .where({ id: keyOf(id), user_id: userId })
      .where('expires_ms', '>', this.#clock.now())
  }

  #items(conversationId: string): Knex.QueryBuilder {
    return this.#knex('conversation_items').where({ conversation_id: keyOf(conversationId) })
  }

  #open({ conversation_id: conversationId, id, item }: ItemRow): JsonObject {
    return asObject(parseJson(this.#secrets.open(item, itemContext(conversationId, id)))) ?? {}
  }

  #sealMetadata(id: string, metadata: JsonObject): string {
    return this.#secrets.seal(JSON.stringify(metadata), metadataContext(id))
  }
}

/** The longest id that a path segment can hold, and in UTF-8 less than the 2 704 bytes of a PostgreSQL index entry. */
const ID_CHARS_MAX = 500
/**
 * Converts a client's id to a database key. An id that is too long, or has a NUL, which PostgreSQL refuses, is hashed.
 */
const keyOf = (id: string): string =>
  id.length <= ID_CHARS_MAX && !id.includes('\0') ? id : createHash('sha256').update(id).digest('base64url')

const metadataContext = (id: string): string => `conversation:${id}:metadata`
const itemContext = (id: string, itemId: string): string => `conversation:${id}:item:${itemId}`
