import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../errors/app-error.ts'
import type { Codec } from '../../protocols/types.ts'
import type { Caller, Callers } from './callers.ts'

const ROLE_ADMIN = 10

/** The caller who pays, and the channel that an administrator pinned (`sk-<key>-<channel id>`). */
export interface Identity {
  readonly caller: Caller
  readonly pinnedChannelId: number | undefined
}

export interface IdentifyDeps {
  readonly callers: Callers
}

/**
 * Finds the user who pays for playground requests of a console session.
 * @throws AppError `not_signed_in` if the session's user no longer exists
 */
export async function identifySession(userId: number, { callers }: IdentifyDeps): Promise<Identity> {
  const caller = await callers.findUser(userId)
  if (!caller) throw new AppError('not_signed_in')
  return { caller, pinnedChannelId: undefined }
}

/** Reads the key of a request from where clients of its protocol put it; '' = none. */
export function readKeyFor(
  { operation, isAddressedByPath }: Codec,
  headers: IncomingHttpHeaders,
  query: Readonly<Record<string, string>>,
): string {
  switch (operation) {
    case 'realtime':
      return readSocketKey(headers)
    case 'messages':
      return readKey(headers, undefined, true)
    case 'generate':
      return readKey(headers, query.key, true)
    default:
      return readKey(headers, isAddressedByPath ? query.key : undefined)
  }
}

/** Browsers cannot set headers on a WebSocket, so they send the key as one of the subprotocols they offer. */
function readSocketKey(headers: IncomingHttpHeaders): string {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim())
  const prefix = 'openai-insecure-api-key.'
  const found = protocols.find((each) => each.startsWith(prefix))
  return found ? found.slice(prefix.length) : readKey(headers)
}

/**
 * Finds the key wherever the client's protocol puts it: `Authorization` (the word Bearer and a leading `sk-` are
 * optional), `x-api-key`, `x-goog-api-key`, Azure's `api-key`; the query last, because queries end up in logs.
 *
 * @param queryKey only on Google's routes, whose clients use the query: a link or form on another site can carry it too
 * @param prefersOwnHeader for Anthropic's and Google's clients, whose own header wins when both are sent
 */
export function readKey(headers: IncomingHttpHeaders, queryKey?: string, prefersOwnHeader = false): string {
  const authorization = headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  const own = headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers['api-key']
  const named = Array.isArray(own) ? own[0] : own
  const found = prefersOwnHeader ? named || authorization : authorization || named
  return (found || queryKey || '').trim()
}

const withoutPrefix = (key: string): string => (key.startsWith('sk-') ? key.slice(3) : key)

/** Returns the part of a key that its token is looked up by: without `sk-` and pin. */
export const secretOf = (key: string): string => {
  const named = withoutPrefix(key)
  const end = named.indexOf('-')
  return end === -1 ? named : named.slice(0, end)
}

/**
 * Finds the caller that a key belongs to.
 *
 * @param connection the socket that the key arrived on
 * @returns a promise only if the caller has to be read from the database
 * @throws AppError `token_missing`, `token_invalid`, `pin_forbidden`, `pin_invalid`. Status, expiry and the rest are
 * checked at admission.
 */
export function identify(key: string, callers: Callers, connection?: object): Identity | Promise<Identity> {
  if (key === '') throw new AppError('token_missing')
  const secret = secretOf(key)
  // The syntax is checked first, so that nothing else is ever hashed or looked up.
  if (!/^[0-9A-Za-z]{16,128}$/.test(secret)) throw new AppError('token_invalid')
  const found = callers.find(secret, connection)
  if (!(found instanceof Promise)) return withPin(key, secret, found)
  return found.then((caller) => withPin(key, secret, caller))
}

/** @throws AppError `token_invalid`, `pin_forbidden`, `pin_invalid` */
function withPin(key: string, secret: string, caller: Caller | undefined): Identity {
  if (!caller) throw new AppError('token_invalid')
  const named = withoutPrefix(key)
  if (named === secret) return { caller, pinnedChannelId: undefined }
  const pin = named.slice(secret.length + 1)
  if (caller.role < ROLE_ADMIN) throw new AppError('pin_forbidden')
  if (!/^\d{1,15}$/.test(pin)) throw new AppError('pin_invalid')
  return { caller, pinnedChannelId: Number(pin) }
}
