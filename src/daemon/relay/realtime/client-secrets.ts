import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { unixSeconds } from '../../clock.ts'
import { SealError, type SecretBox } from '../../db/secrets.ts'
import { AppError } from '../../errors/app-error.ts'
import { asObject } from '../../protocols/json-access.ts'
import { invalid, readInteger, readModel } from '../../protocols/openai/request-checks.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Callers } from '../admit/callers.ts'
import { type Identity, secretOf } from '../admit/identify.ts'

/** What OpenAI's SDKs look for before they let a key into a browser. */
const PREFIX = 'ek_'
const CONTEXT = 'realtime client secret'

/** OpenAI's own bounds and default. */
const SECONDS = { min: 10, max: 7_200, default: 600 } as const

/** It travels in a header of the handshake; all headers together may have 16 kB. */
const SECRET_CHARS_MAX = 12_000

/** A session that somebody may open with a secret: whose money it spends, and how it is set up. */
export interface GrantedSession {
  readonly identity: Identity
  readonly model: string
  /** As its maker wrote it, the model left out: a session is told its model by its address. */
  readonly settings: JsonObject
}

/** What is sealed in a secret. */
interface Sealed {
  readonly keyHash: string
  readonly pinnedChannelId?: number | undefined
  readonly expiresAt: number
  readonly model: string
  readonly settings: JsonObject
}

export interface ClientSecretsDeps {
  readonly secrets: SecretBox
  readonly callers: Callers
  readonly clock: { now(): number }
}

/**
 * Short-lived keys for browsers, `POST /v1/realtime/client_secrets`. A vendor's own would let its sessions past the meter, so
 * they are ours: sealed, and nothing is stored. Every daemon of the installation can open one. It says the hash of the
 * token's key, so a token that is disabled, deleted or rotated takes its secrets with it. As with OpenAI, a secret opens any
 * number of sessions until it expires, and sessions go on after that.
 */
export class ClientSecrets {
  readonly #deps: ClientSecretsDeps

  constructor(deps: ClientSecretsDeps) {
    this.#deps = deps
  }

  /** @param key the token's @throws AppError `invalid_request` */
  make(
    key: string,
    identity: Identity,
    body: JsonObject,
  ): { readonly model: string; readonly answer: JsonObject } {
    const { clock, secrets } = this.#deps
    const expiresAt = unixSeconds(clock) + readSeconds(body)
    const { model, settings } = readSession(body)
    const sealed: Sealed = {
      keyHash: secrets.hash(secretOf(key)),
      pinnedChannelId: identity.pinnedChannelId,
      expiresAt,
      model,
      settings,
    }
    const packed = deflateRawSync(JSON.stringify(sealed)).toString('base64url')
    const value = `${PREFIX}${secrets.seal(packed, CONTEXT)}`
    if (value.length > SECRET_CHARS_MAX)
      throw invalid('session', "'session' is too long for a client secret; send the rest by session.update")
    const session = { ...settings, type: 'realtime', object: 'realtime.session', model }
    return { model, answer: { value, expires_at: expiresAt, session } }
  }

  /** @throws AppError `token_invalid`, `token_expired` */
  async open(value: string): Promise<GrantedSession> {
    const { clock, callers } = this.#deps
    const { keyHash, pinnedChannelId, expiresAt, model, settings } = this.#unseal(value)
    if (expiresAt <= unixSeconds(clock)) throw new AppError('token_expired')
    const caller = await callers.findByHash(keyHash)
    if (!caller) throw new AppError('token_invalid')
    return { identity: { caller, pinnedChannelId }, model, settings }
  }

  #unseal(value: string): Sealed {
    try {
      const packed = this.#deps.secrets.open(value.slice(PREFIX.length), CONTEXT)
      return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64url')).toString('utf8')) as Sealed
    } catch (error) {
      if (error instanceof SealError) throw new AppError('token_invalid')
      throw error
    }
  }
}

export const isClientSecret = (key: string): boolean => key.startsWith(PREFIX)

/** The first thing that the vendor is told in a session that a secret has opened; undefined = nothing. */
export const settingsEvent = ({ settings }: GrantedSession): string | undefined =>
  Object.keys(settings).length === 0
    ? undefined
    : JSON.stringify({ type: 'session.update', session: { type: 'realtime', ...settings } })

function readSeconds(body: JsonObject): number {
  const after = asObject(body.expires_after) ?? {}
  const { anchor } = after
  if (anchor !== undefined && anchor !== 'created_at')
    throw invalid('expires_after.anchor', "'expires_after.anchor' must be 'created_at'")
  return readInteger(after, 'seconds', SECONDS.min, SECONDS.max) ?? SECONDS.default
}

function readSession(body: JsonObject): Pick<Sealed, 'model' | 'settings'> {
  const { type, object: _told, id: _named, model: _said, ...settings } = asObject(body.session) ?? {}
  if (type !== undefined && type !== 'realtime')
    throw invalid('session.type', "'session.type' must be 'realtime'")
  return { model: readModel(asObject(body.session) ?? {}), settings }
}
