import { randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { unixSeconds } from '../../clock.ts'
import { SealError, type SecretBox } from '../../db/secrets.ts'
import { AppError } from '../../errors/app-error.ts'
import { asObject } from '../../protocols/json-access.ts'
import { fromBetaSettings } from '../../protocols/openai/realtime-beta.ts'
import { modelOfTranscription } from '../../protocols/openai/realtime-transcription.ts'
import { invalid, readInteger, readModel } from '../../protocols/openai/request-checks.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Callers } from '../admit/callers.ts'
import { type Identity, secretOf } from '../admit/identify.ts'

/** The prefix without which OpenAI's SDKs refuse to use a key in a browser. */
const PREFIX = 'ek_'
const CONTEXT = 'realtime client secret'

/** OpenAI's own limits and default. */
const SECONDS = { min: 10, max: 7_200, default: 600 } as const
/** The default of the beta. */
const BETA_SECONDS = 60

/** The secret is sent in a header of the handshake; all headers together may have 16 kB. */
const SECRET_CHARS_MAX = 12_000

/** A session that can be opened with a secret: who pays for it, and how it is set up. */
export interface GrantedSession {
  readonly identity: Identity
  /** The hash of the token's key. */
  readonly keyHash: string
  readonly model: string
  /** As written by the secret's maker, without the model, which a session gets from its URL. */
  readonly settings: JsonObject
  /** The settings are in the format of the beta. */
  readonly isBeta: boolean
  /** The session only transcribes: nothing is answered. */
  readonly isTranscription: boolean
}

/** The sealed content of a secret. */
interface Sealed {
  readonly keyHash: string
  readonly pinnedChannelId?: number | undefined
  readonly expiresAt: number
  readonly model: string
  readonly settings: JsonObject
  readonly isBeta?: true
  readonly isTranscription?: true
}

export interface ClientSecretsDeps {
  readonly secrets: SecretBox
  readonly callers: Callers
  readonly clock: { now(): number }
}

/**
 * Creates short-lived keys for browsers, `POST /v1/realtime/client_secrets`. Sessions with a vendor's own keys would
 * bypass billing, so the keys are ours: sealed, with nothing stored. Every daemon of the installation can open one. A
 * key contains the hash of the token's key, so disabling, deleting or rotating a token ends its secrets. As with
 * OpenAI, a secret opens any number of sessions until it expires, and open sessions continue after that.
 */
export class ClientSecrets {
  readonly #deps: ClientSecretsDeps

  constructor(deps: ClientSecretsDeps) {
    this.#deps = deps
  }

  /** @param key of the token @throws AppError `invalid_request` */
  make(
    key: string,
    identity: Identity,
    body: JsonObject,
  ): { readonly model: string; readonly answer: JsonObject } {
    const expiresAt = this.#expiry(readSeconds(body, SECONDS.default))
    const asked = asObject(body.session) ?? {}
    const granted = asked.type === 'transcription' ? readTranscriptionSession(asked) : readSession(asked)
    const { model } = granted
    const value = this.#seal({ keyHash: this.#hash(key), ...pinOf(identity), expiresAt, ...granted })
    return { model, answer: { value, expires_at: expiresAt, session: describeSession(granted) } }
  }

  /**
   * Creates a key as in the beta, `POST /v1/realtime/sessions`: the body is the session, and so is the answer,
   * including the secret.
   *
   * @param key of the token @throws AppError `invalid_request`
   */
  makeForBeta(
    key: string,
    identity: Identity,
    { client_secret: secret, ...body }: JsonObject,
  ): { readonly model: string; readonly answer: JsonObject } {
    const expiresAt = this.#expiry(readSeconds(asObject(secret) ?? {}, BETA_SECONDS))
    const { model, settings } = readSession(body)
    const sealed = { keyHash: this.#hash(key), ...pinOf(identity), expiresAt, model, settings }
    const value = this.#seal({ ...sealed, isBeta: true })
    const session = { ...settings, id: newSessionId(), object: 'realtime.session', model }
    return { model, answer: { ...session, client_secret: { value, expires_at: expiresAt } } }
  }

  /** @throws AppError `token_invalid`, `token_expired` */
  async open(value: string): Promise<GrantedSession> {
    const { clock, callers } = this.#deps
    const { keyHash, pinnedChannelId, expiresAt, model, settings, ...kind } = this.#unseal(value)
    const { isBeta = false, isTranscription = false } = kind
    if (expiresAt <= unixSeconds(clock)) throw new AppError('token_expired')
    const caller = await callers.findByHash(keyHash)
    if (!caller) throw new AppError('token_invalid')
    return { identity: { caller, pinnedChannelId }, keyHash, model, settings, isBeta, isTranscription }
  }

  #hash(key: string): string {
    return this.#deps.secrets.hash(secretOf(key))
  }

  #expiry(seconds: number): number {
    return unixSeconds(this.#deps.clock) + seconds
  }

  #seal(sealed: Sealed): string {
    const packed = deflateRawSync(JSON.stringify(sealed)).toString('base64url')
    const value = `${PREFIX}${this.#deps.secrets.seal(packed, CONTEXT)}`
    if (value.length > SECRET_CHARS_MAX) throw invalid('session', 'secretTooLong')
    return value
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

/**
 * Returns the event that sets up a session at the vendor, if it was opened with a secret; undefined = none is needed.
 * @param isBeta whether the session is one of the beta
 */
export function settingsEvent(granted: GrantedSession, isBeta: boolean): string | undefined {
  const { settings } = granted
  if (Object.keys(settings).length === 0) return undefined
  if (granted.isTranscription)
    return JSON.stringify({ type: 'session.update', session: { type: 'transcription', ...settings } })
  const today = granted.isBeta ? fromBetaSettings(settings) : settings
  const session = granted.isBeta && isBeta ? settings : { type: 'realtime', ...today }
  return JSON.stringify({ type: 'session.update', session })
}

const pinOf = ({ pinnedChannelId }: Identity): Pick<Sealed, 'pinnedChannelId'> => ({ pinnedChannelId })

function readSeconds(body: JsonObject, unsaid: number): number {
  const after = asObject(body.expires_after) ?? {}
  const { anchor } = after
  if (anchor !== undefined && anchor !== 'created_at')
    throw invalid('expires_after.anchor', 'notThat', { value: 'created_at' })
  return readInteger(after, 'seconds', SECONDS.min, SECONDS.max) ?? unsaid
}

type Granted = Pick<Sealed, 'model' | 'settings' | 'isTranscription'>

function readSession(session: JsonObject): Granted {
  const { type, object: _told, id: _named, model: _said, ...settings } = session
  if (type !== undefined && type !== 'realtime')
    throw invalid('session.type', 'notEither', { one: 'realtime', other: 'transcription' })
  return { model: readModel(session), settings }
}

/** Reads a transcription session, which has its model in its settings. */
function readTranscriptionSession(session: JsonObject): Granted {
  const { type: _kind, object: _told, id: _named, ...settings } = session
  const model = modelOfTranscription(settings)
  if (model === undefined) throw invalid('session.audio.input.transcription.model', 'notString')
  return { model: readModel({ model }), settings, isTranscription: true }
}

/** Describes the session as OpenAI does. */
const describeSession = ({ model, settings, isTranscription }: Granted): JsonObject =>
  isTranscription
    ? {
        ...settings,
        type: 'transcription',
        object: 'realtime.transcription_session',
        id: newSessionId(),
      }
    : { ...settings, type: 'realtime', object: 'realtime.session', model }

const newSessionId = (): string => `sess_${randomBytes(12).toString('hex')}`
