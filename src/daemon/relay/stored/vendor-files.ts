import type { Knex } from 'knex'
import type { FileProtocol } from '../../channel-types/types.ts'
import { keyHint } from '../../channels/key-hint.ts'
import type { SecretBox } from '../../db/secrets.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Account } from '../route/affinity.ts'
import { FileCopies } from './file-copies.ts'
import type { StatePlace } from './vendor-states.ts'

/** A file of a user, and the account that stores it. */
export interface VendorFile {
  /** The vendor's name for the file. */
  readonly id: string
  readonly userId: number
  readonly protocol: FileProtocol
  readonly place: StatePlace
  /** The vendor's last description of the file. */
  readonly described: JsonObject
  readonly createdMs: number
}

/** A file that an account has accepted. */
export interface NewFile extends Omit<VendorFile, 'place' | 'createdMs'> {
  readonly account: Account
  /** OpenAI's `purpose`; '' in other protocols. */
  readonly purpose: string
  /** undefined = the vendor keeps the file until it is deleted. */
  readonly expiresMs: number | undefined
}

/** The owner of a file. */
export interface FileOwner {
  readonly userId: number
  readonly place: StatePlace
  /** The account's name for the file in requests, if that is not its id: Google's URI of a file. */
  readonly address?: string
}

/** The requested page of a user's files. */
export interface FilePage {
  readonly userId: number
  readonly protocol: FileProtocol
  /** '' = all purposes. */
  readonly purpose: string
  /** The file before the page; undefined = from the first one. */
  readonly after: Pick<VendorFile, 'id' | 'createdMs'> | undefined
  readonly order: 'asc' | 'desc'
  readonly limit: number
}

/** The requested page of files that deleted users have left. */
interface LeftFiles {
  readonly deletedBefore: number
  /** The id before the page; '' = from the first one. */
  readonly after: string
  readonly limit: number
}

interface FileRow {
  readonly file_id: string
  readonly user_id: number
  readonly protocol: string
  readonly channel_id: number
  readonly key_hint: string
  readonly purpose: string
  readonly described: string
  readonly created_ms: number
  readonly expires_ms: number
}

const KNOWN_MAX = 100_000
/** The most files per user: they are free, but fill up the storage of an account that others use too. */
const OF_USER_MAX = 1_000
/** File ids per statement: SQLite takes 32,766 parameters. */
const ROWS_MAX = 1_000
/** The latest time that JavaScript's Date supports. */
const NEVER_MS = 8.64e15

/**
 * Records the files that clients have uploaded, by the vendor's id. Every daemon finds them in the database; the owner
 * of a file does not change, so it is cached. An id of a vendor belongs to one user only.
 */
export class VendorFiles {
  /** The content of some of the files. */
  readonly copies: FileCopies
  readonly #owners = new Map<string, FileOwner>()
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
    this.copies = new FileCopies({ knex, secrets, clock })
  }

  /**
   * Records a file; does nothing if it is already recorded.
   * @throws AppError `upstream_malformed` if the vendor's id already belongs to another file
   */
  async add(file: NewFile): Promise<void> {
    const { account, expiresMs } = file
    const row: FileRow = {
      file_id: file.id,
      user_id: file.userId,
      protocol: file.protocol,
      channel_id: account.channelId,
      key_hint: keyHint(account.channelId, account.key),
      purpose: file.purpose,
      described: this.#secrets.seal(JSON.stringify(file.described), contextOf(file.id)),
      created_ms: this.#clock.now(),
      expires_ms: expiresMs ?? NEVER_MS,
    }
    try {
      await this.#knex('vendor_files').insert(row)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const { file_id, user_id, protocol, channel_id, key_hint } = row
      const same = { file_id, user_id, protocol, channel_id, key_hint }
      if (!(await this.#knex('vendor_files').where(same).first('file_id')))
        throw new AppError('upstream_malformed', { cause: error, detail: { channelId: account.channelId } })
    }
    this.#keep(file.id, this.#ownerOf(row))
  }

  /** Whether a user has reached the limit for files. */
  async hasNoRoom(userId: number): Promise<boolean> {
    const [row] = (await this.#knex('vendor_files')
      .where({ user_id: userId })
      .where('expires_ms', '>', this.#clock.now())
      .count({ count: '*' })) as { readonly count: number | string }[]
    return Number(row?.count ?? 0) >= OF_USER_MAX
  }

  /** Finds the owner of each file. Unknown ids are left out. */
  async ownersOf(ids: readonly string[]): Promise<ReadonlyMap<string, FileOwner>> {
    const names = [...new Set(ids)]
    const owners = new Map<string, FileOwner>()
    for (let start = 0; start < names.length; start += ROWS_MAX) {
      const piece = names.slice(start, start + ROWS_MAX)
      // No file has a NUL in its name, and PostgreSQL would refuse to search for one.
      const unknown = piece.filter((id) => !this.#owners.has(id) && !id.includes('\0'))
      if (unknown.length > 0) await this.#load(unknown)
      for (const id of piece) {
        const owner = this.#owners.get(id)
        if (owner) owners.set(id, owner)
      }
    }
    return owners
  }

  async #load(ids: readonly string[]): Promise<void> {
    const rows: FileRow[] = await this.#knex('vendor_files').whereIn('file_id', ids)
    for (const row of rows) this.#keep(row.file_id, this.#ownerOf(row))
  }

  async find(userId: number, protocol: FileProtocol, id: string): Promise<VendorFile | undefined> {
    if (id.includes('\0')) return undefined
    const row: FileRow | undefined = await this.#living({ userId, protocol }).where({ file_id: id }).first()
    return row && this.#open(row)
  }

  /** Returns the account of the user's newest file, which should get further files too. */
  async newest(userId: number, protocol: FileProtocol): Promise<StatePlace | undefined> {
    const row: FileRow | undefined = await this.#living({ userId, protocol })
      .orderBy('created_ms', 'desc')
      .first()
    return row && placeOf(row)
  }

  async list({ after, purpose, order, limit, ...owner }: FilePage): Promise<readonly VendorFile[]> {
    const sign = order === 'asc' ? '>' : '<'
    const rows: FileRow[] = await this.#living(owner)
      .modify((query) => {
        if (purpose !== '') void query.where({ purpose })
        if (after) void query.whereRaw(`(created_ms, file_id) ${sign} (?, ?)`, [after.createdMs, after.id])
      })
      .orderBy([
        { column: 'created_ms', order },
        { column: 'file_id', order },
      ])
      .limit(limit)
    return rows.map((row) => this.#open(row))
  }

  /** Lists files of users who were deleted before a time, in Unix seconds, in the order of their ids. */
  async leftBy({ deletedBefore, after, limit }: LeftFiles): Promise<readonly VendorFile[]> {
    const rows: FileRow[] = await this.#knex('vendor_files')
      .join('users', 'users.id', 'vendor_files.user_id')
      .where('users.deleted_time', '<', deletedBefore)
      .where('vendor_files.file_id', '>', after)
      .orderBy('vendor_files.file_id')
      .limit(limit)
      .select('vendor_files.*')
    return rows.map((row) => this.#open(row))
  }

  /** Stores the vendor's current description of a file. */
  async describe({ id }: VendorFile, described: JsonObject): Promise<void> {
    const sealed = this.#secrets.seal(JSON.stringify(described), contextOf(id))
    await this.#knex('vendor_files').where({ file_id: id }).update({ described: sealed })
  }

  /** Deletes the record of a file that the account no longer has. */
  async forget({ id, userId }: Pick<VendorFile, 'id' | 'userId'>): Promise<void> {
    this.#owners.delete(id)
    await this.#knex('vendor_files').where({ file_id: id, user_id: userId }).delete()
    await this.copies.forget(id)
  }

  #living({ userId, protocol }: Pick<FilePage, 'userId' | 'protocol'>): Knex.QueryBuilder {
    return this.#knex('vendor_files')
      .where({ user_id: userId, protocol })
      .where('expires_ms', '>', this.#clock.now())
  }

  #open(row: FileRow): VendorFile {
    return {
      id: row.file_id,
      userId: Number(row.user_id),
      protocol: row.protocol as FileProtocol,
      place: placeOf(row),
      described: asObject(parseJson(this.#secrets.open(row.described, contextOf(row.file_id)))) ?? {},
      createdMs: Number(row.created_ms),
    }
  }

  #ownerOf(row: FileRow): FileOwner {
    const owner = { userId: Number(row.user_id), place: placeOf(row) }
    if (row.protocol !== ('gemini' satisfies FileProtocol)) return owner
    const address = asText(this.#open(row).described.uri)
    return address === undefined ? owner : { ...owner, address }
  }

  #keep(id: string, owner: FileOwner): void {
    this.#owners.set(id, owner)
    for (const oldest of this.#owners.keys()) {
      if (this.#owners.size <= KNOWN_MAX) return
      this.#owners.delete(oldest)
    }
  }
}

const placeOf = (row: FileRow): StatePlace => ({
  channelId: Number(row.channel_id),
  keyHint: row.key_hint,
})

const contextOf = (id: string): string => `vendor file:${id}`
