import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Knex } from 'knex'
import type { SecretBox } from '../../db/secrets.ts'

/** The id of a file and its owner. */
interface CopiedFile {
  /** The vendor's name for the file. */
  readonly id: string
  readonly userId: number
}

/** The content of an uploaded file, and how long its vendor keeps it. */
interface NewCopy extends CopiedFile {
  readonly content: Buffer
  readonly expiresMs: number
}

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** The largest file that is copied: the most that Google's SDKs send in one request. */
export const COPY_BYTES_MAX = 8 * 1_048_576
/** The most copies per user; a further one replaces the oldest. */
const OF_USER_MAX = 16

/**
 * Stores sealed copies of batch request files, for vendors that do not allow downloads of uploaded files. Any daemon of
 * the installation can read them.
 */
export class FileCopies {
  readonly #knex: Knex
  readonly #secrets: SecretBox
  readonly #clock: { now(): number }

  constructor({
    knex,
    secrets,
    clock,
  }: { readonly knex: Knex; readonly secrets: SecretBox; readonly clock: { now(): number } }) {
    this.#knex = knex
    this.#secrets = secrets
    this.#clock = clock
  }

  async keep({ id, userId, content, expiresMs }: NewCopy): Promise<void> {
    const text = (await zip(content)).toString('base64')
    const row = {
      file_id: id,
      user_id: userId,
      content: this.#secrets.seal(text, contextOf(id)),
      created_ms: this.#clock.now(),
      expires_ms: expiresMs,
    }
    await this.#knex('file_copies').insert(row).onConflict('file_id').ignore()
    const ids: string[] = await this.#knex('file_copies')
      .where({ user_id: userId })
      .orderBy('created_ms', 'desc')
      .pluck('file_id')
    const old = ids.slice(OF_USER_MAX)
    if (old.length > 0) await this.#knex('file_copies').whereIn('file_id', old).delete()
  }

  /** @returns undefined if there is no copy */
  async read({ id, userId }: CopiedFile): Promise<Buffer | undefined> {
    const row: { readonly content: string } | undefined = await this.#knex('file_copies')
      .where({ file_id: id, user_id: userId })
      .first('content')
    return row && unzip(Buffer.from(this.#secrets.open(row.content, contextOf(id)), 'base64'))
  }

  async forget(id: string): Promise<void> {
    await this.#knex('file_copies').where({ file_id: id }).delete()
  }
}

const contextOf = (id: string): string => `file copy:${id}`
