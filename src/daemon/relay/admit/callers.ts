import type { Knex } from 'knex'
import { readUserSetting } from '../../accounts/user-setting.ts'
import { type ModelFallbacks, readModelFallbacks } from '../../channels/model-fallbacks.ts'
import { type Clock, unixSeconds } from '../../clock.ts'
import type { SecretBox } from '../../db/secrets.ts'
import { type AddressList, parseAddressList } from '../../limits/address-list.ts'
import { type Amount, fromQuota } from '../../money/amount.ts'

/** A request's token and its owner: whose quota is spent, and what the request may do. Immutable. */
export interface Caller {
  /** 0 for the playground. */
  readonly tokenId: number
  readonly tokenName: string
  readonly tokenStatus: number
  /** Unix seconds, -1 never. */
  readonly expiredTime: number
  /** If the caller was found by a rotated key: Unix seconds until which that key works. undefined = the current key. */
  readonly keyUntil: number | undefined
  readonly tokenGroup: string
  /** undefined = no limit; an empty set = nothing allowed. */
  readonly modelLimits: ReadonlySet<string> | undefined
  readonly modelFallbacks: ModelFallbacks | undefined
  readonly allowedAddresses: AddressList | undefined
  readonly rateLimit:
    | { readonly periodMs: number; readonly count: number; readonly success: number }
    | undefined
  /** Limit for prompt and answer tokens together; 0 = no limit. */
  readonly tokensPerMinute: number
  readonly userId: number
  /** A secret of the owner, the same for all their tokens and across restarts: see `own-names.ts`. */
  readonly namingKey: string
  readonly username: string
  readonly role: number
  readonly userStatus: number
  readonly userGroup: string
  readonly acceptsUnpriced: boolean
  readonly showsIpInLogs: boolean
  /** The balance below which the owner wants a warning; undefined = the site's threshold. */
  readonly warningThreshold: Amount | undefined
}

const CALLERS_MAX = 100_000
/** A caller's lists up to this length do not count toward the limit. */
const USUAL_LIST_CHARS = 256
/**
 * Limit for all characters beyond that in the whole cache. Any user can write long lists, which use 50 times the
 * memory.
 */
const LONG_LIST_CHARS_MAX = 2_097_152

/**
 * Caches tokens in memory by the hash of their key, and by the hash of the previous key while it still works. Filled on
 * first use, emptied by change notices. An unknown key is looked up again each time, so a new token works at once and a
 * wrong key is never remembered.
 */
export class Callers {
  readonly #byHash = new Map<string, Caller>()
  /** Characters of long lists added to `#byHash` since it was last empty. */
  #longListChars = 0
  /** The last key on each open connection, with its hash. */
  readonly #lastOn = new WeakMap<object, { readonly key: string; readonly hash: string }>()
  readonly #knex: Knex
  readonly #secrets: SecretBox
  readonly #clock: Clock
  /** Incremented by every invalidation, so that the result of an earlier look-up is not stored. */
  #generation = 0

  constructor(knex: Knex, secrets: SecretBox, clock: Clock) {
    this.#knex = knex
    this.#secrets = secrets
    this.#clock = clock
  }

  /**
   * @param key the 48 characters, without `sk-` and pin
   * @param connection the socket it arrived on. The next request on it usually has the same key, so its hash is
   * remembered.
   * @returns a promise only if the caller has to be read from the database
   */
  find(key: string, connection?: object): Caller | Promise<Caller | undefined> {
    const last = connection && this.#lastOn.get(connection)
    if (last?.key === key) return this.findByHash(last.hash)
    const hash = this.#secrets.hash(key)
    if (connection) this.#lastOn.set(connection, { key, hash })
    return this.findByHash(hash)
  }

  /** Finds a caller by the hash of the key. @returns a promise only if the caller has to be read from the database */
  findByHash(hash: string): Caller | Promise<Caller | undefined> {
    const known = this.#byHash.get(hash)
    if (known === undefined) return this.#load(hash)
    if (known.keyUntil === undefined || known.keyUntil > unixSeconds(this.#clock)) return known
    this.#byHash.delete(hash)
    return this.#load(hash)
  }

  /** Finds a caller for the console's playground: without a token, so only the account's own limits apply. */
  async findUser(userId: number): Promise<Caller | undefined> {
    const row = await this.#knex<UserRow>('users').where({ id: userId }).whereNull('deleted_time').first()
    return row && { ...toOwner(row, this.#secrets), ...NO_TOKEN }
  }

  forgetToken(tokenId: number): void {
    this.#generation += 1
    for (const [hash, caller] of this.#byHash) if (caller.tokenId === tokenId) this.#byHash.delete(hash)
  }

  forgetUser(userId: number): void {
    this.#generation += 1
    for (const [hash, caller] of this.#byHash) if (caller.userId === userId) this.#byHash.delete(hash)
  }

  forgetAll(): void {
    this.#generation += 1
    this.#empty()
  }

  #empty(): void {
    this.#byHash.clear()
    this.#longListChars = 0
  }

  async #load(hash: string): Promise<Caller | undefined> {
    const generation = this.#generation
    const token = await this.#knex<TokenRow>('tokens')
      .where((keys) => keys.where({ key_hash: hash }).orWhere({ former_key_hash: hash }))
      .whereNull('deleted_time')
      .first()
    if (!token) return undefined
    const keyUntil = token.key_hash === hash ? undefined : token.former_key_until
    if (keyUntil !== undefined && keyUntil <= unixSeconds(this.#clock)) return undefined
    const user = await this.#knex<UserRow>('users')
      .where({ id: token.user_id })
      .whereNull('deleted_time')
      .first()
    if (!user) return undefined
    const caller = { ...toCaller(token, user, this.#secrets), keyUntil }
    if (generation === this.#generation) {
      const chars = longListChars(token)
      if (this.#byHash.size >= CALLERS_MAX || this.#longListChars + chars > LONG_LIST_CHARS_MAX) this.#empty()
      this.#longListChars += chars
      this.#byHash.set(hash, caller)
    }
    return caller
  }
}

interface TokenRow {
  id: number
  user_id: number
  name: string
  key_hash: string
  former_key_hash: string | null
  former_key_until: number
  status: number
  expired_time: number
  model_limits_enabled: number
  model_limits: string
  model_fallbacks: string
  allow_ips: string
  group_name: string
  rate_limit_enabled: number
  rate_limit_period: number
  rate_limit_count: number
  rate_limit_success: number
  tokens_per_minute: number
  deleted_time: number | null
}

interface UserRow {
  id: number
  username: string
  role: number
  status: number
  group_name: string
  setting: string
  deleted_time: number | null
}

const NO_TOKEN = {
  tokenId: 0,
  tokenName: 'playground',
  tokenGroup: '',
  tokenStatus: 1,
  expiredTime: -1,
  keyUntil: undefined,
  modelLimits: undefined,
  modelFallbacks: undefined,
  allowedAddresses: undefined,
  rateLimit: undefined,
  tokensPerMinute: 0,
} as const

function toCaller(token: TokenRow, user: UserRow, secrets: SecretBox): Omit<Caller, 'keyUntil'> {
  return {
    ...toOwner(user, secrets),
    tokenId: token.id,
    tokenName: token.name,
    tokenStatus: token.status,
    expiredTime: token.expired_time,
    tokenGroup: token.group_name,
    modelLimits: token.model_limits_enabled === 1 ? new Set(splitList(token.model_limits)) : undefined,
    modelFallbacks: readModelFallbacks(token.model_fallbacks),
    allowedAddresses: token.allow_ips.trim() === '' ? undefined : parseAddressList(token.allow_ips),
    rateLimit:
      token.rate_limit_enabled === 1
        ? {
            periodMs: token.rate_limit_period * 1000,
            count: token.rate_limit_count,
            success: token.rate_limit_success,
          }
        : undefined,
    tokensPerMinute: token.tokens_per_minute,
  }
}

function toOwner(user: UserRow, secrets: SecretBox) {
  const setting = readUserSetting(user.setting)
  return {
    userId: user.id,
    namingKey: secrets.fingerprint(`names at vendors\0${user.id}`),
    username: user.username,
    role: user.role,
    userStatus: user.status,
    userGroup: user.group_name,
    acceptsUnpriced: setting.accept_unset_model_ratio_model === true,
    showsIpInLogs: setting.show_ip_in_logs === true,
    warningThreshold:
      setting.quota_warning_threshold === undefined ? undefined : fromQuota(setting.quota_warning_threshold),
  }
}

const longListChars = ({
  model_limits: models,
  model_fallbacks: fallbacks,
  allow_ips: addresses,
}: TokenRow) => Math.max(0, models.length + fallbacks.length + addresses.length - USUAL_LIST_CHARS)

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
