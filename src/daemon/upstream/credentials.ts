import { createHash } from 'node:crypto'
import type { Call, CredentialExchange } from '../channel-types/types.ts'
import type { Clock } from '../clock.ts'
import { asObject, asText } from '../protocols/json-access.ts'
import { readFailure } from '../protocols/openai/failure.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { UpstreamFailure } from '../protocols/types.ts'
import type { Dispatchers } from './dispatchers.ts'
import { openExchange } from './exchange.ts'

const TIMEOUT_MS = 30_000
const ANSWER_BYTES_MAX = 256 * 1024
/** Maximum number of tokens kept; beyond it, expired ones are dropped. */
const TOKENS_MAX = 10_000

/** A vendor refused to issue a token for a key. `status` is the status that the call itself would have received. */
export class CredentialRefusal extends Error {
  readonly status: number
  readonly failure: UpstreamFailure

  constructor(status: number, failure: UpstreamFailure) {
    super(failure.message)
    this.name = 'CredentialRefusal'
    this.status = status
    this.failure = failure
  }
}

export interface CredentialDeps {
  readonly dispatchers: Dispatchers
  readonly clock: Clock
}

interface Token {
  readonly text: string
  readonly refreshAtMs: number
  readonly expiresAtMs: number
}

/**
 * Access tokens that a vendor issues for a key, kept until shortly before they expire. A token is fetched once, however
 * many calls wait for it. Keys are kept as hashes only.
 */
export class CredentialStore {
  readonly #deps: CredentialDeps
  readonly #tokens = new Map<string, Token>()
  readonly #flights = new Map<string, Promise<Token>>()

  constructor(deps: CredentialDeps) {
    this.#deps = deps
  }

  /**
   * Returns the token for a call's key, or undefined if this kind of key needs none.
   *
   * @throws CredentialRefusal if the vendor refuses the key (401) or cannot answer (its own status)
   * @throws TransportError if the vendor cannot be reached
   * @throws AppError `channel_misconfigured` if the key does not have the required form
   */
  async get(exchange: CredentialExchange, call: Call): Promise<string | undefined> {
    if (exchange.applies && !exchange.applies(call)) return undefined
    const id = identify(call)
    const known = this.#tokens.get(id)
    if (known && this.#deps.clock.now() < known.refreshAtMs) return known.text
    const flight = this.#flights.get(id) ?? this.#take(id, exchange, call)
    try {
      return (await flight).text
    } catch (error) {
      // Early renewal failed, but the known token is still valid.
      if (known && this.#deps.clock.now() < known.expiresAtMs && this.#tokens.get(id) === known)
        return known.text
      throw error
    }
  }

  /** Drops the token of a call that the vendor refused; a newer token is kept. */
  forget(call: Call): void {
    const id = identify(call)
    if (this.#tokens.get(id)?.text === call.credential) this.#tokens.delete(id)
  }

  #take(id: string, exchange: CredentialExchange, call: Call): Promise<Token> {
    const flight = this.#fetch(exchange, call)
      .then((token) => {
        if (this.#tokens.size >= TOKENS_MAX) this.#sweep()
        this.#tokens.set(id, token)
        return token
      })
      .finally(() => this.#flights.delete(id))
    this.#flights.set(id, flight)
    return flight
  }

  async #fetch(exchange: CredentialExchange, call: Call): Promise<Token> {
    const nowMs = this.#deps.clock.now()
    const { url, headers, body } = exchange.request(call, new Date(nowMs))
    const answer = openExchange(this.#deps.dispatchers.of(call.channel, url), {
      method: 'POST',
      url,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      body,
      firstByteTimeoutMs: TIMEOUT_MS,
      idleTimeoutMs: TIMEOUT_MS,
    })
    await answer.started
    const text = (await answer.readAll(ANSWER_BYTES_MAX)).toString('utf8')
    const document = answer.status === 200 ? parseJson(text) : undefined
    const read = document === undefined ? undefined : exchange.read(document)
    if (!read) throw new CredentialRefusal(refusalStatus(answer.status), describe(answer.status, text))
    const lifeMs = read.expiresInSeconds * 1000
    return {
      text: read.token,
      // A token that lives no longer than the margin is used for half its lifetime.
      refreshAtMs: nowMs + Math.max(lifeMs - exchange.refreshSeconds * 1000, lifeMs / 2),
      expiresAtMs: nowMs + lifeMs,
    }
  }

  #sweep(): void {
    const nowMs = this.#deps.clock.now()
    for (const [id, token] of this.#tokens) if (token.expiresAtMs <= nowMs) this.#tokens.delete(id)
  }
}

/** Identifies an account. The same key at another address is a different account. */
function identify({ channel, key }: Call): string {
  return createHash('sha256').update(`${channel.type}\n${channel.baseUrl}\n${key}`).digest('base64')
}

/** A 429 or a failure of the vendor says nothing about the key; any other status means that it was refused. */
const refusalStatus = (status: number): number => (status === 429 || status >= 500 ? status : 401)

/** Reads OAuth's error (RFC 6749, 5.2), or whatever else the response says. */
function describe(status: number, text: string): UpstreamFailure {
  const body = asObject(parseJson(text))
  const code = asText(body?.error)
  if (code === undefined) return readFailure(status, text)
  return { message: asText(body?.error_description) ?? code, type: 'authentication_error', code, param: null }
}
