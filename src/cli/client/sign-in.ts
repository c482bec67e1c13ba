import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { CliError } from '../cli-error.ts'
import type { CommandContext } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Api } from './api.ts'
import type { StoredContext } from './context-file.ts'
import type { Answer } from './exchange.ts'
import { giveSecondFactor, readTicket } from './second-step.ts'

export interface SignedIn {
  readonly context: string
  readonly url: string
  readonly id: number
  readonly username: string
  readonly role: number
}

/** A username and password, and optionally a second factor. */
export interface Credentials {
  readonly username: string
  readonly password: string
  /** A code of the authenticator app, or a recovery code. undefined = asked for on a terminal, if it is needed. */
  readonly code?: string | undefined
}

/**
 * Signs in with a password, creates an access token for this machine, and saves it as the context. The session is ended
 * immediately: the token on disk can be revoked separately and is not a password.
 *
 * @throws CliError 3 for wrong credentials, and for a code that is wrong or was not given
 */
export async function signInByPassword(
  { code, ...credentials }: Credentials,
  context: CommandContext,
): Promise<SignedIn> {
  const { api, phrase, settings, say } = context
  if (isExposed(settings.url.value)) say(phrase('say.plainHttp', { url: settings.url.value }))
  const first = await api
    .as(undefined)
    .rawGood({ method: 'POST', path: '/api/user/login', body: credentials })
  const ticket = readTicket(first.body)
  const { response, body } = ticket === undefined ? first : await giveSecondFactor(ticket, code, context)
  const user = readUser(body)
  const cookie = sessionCookie(response)
  if (user === undefined || cookie === undefined)
    throw new CliError('not_tollgate', exitCodes.failed, phrase('error.noSessionCookie'), {
      hint: phrase('hint.notTollgate'),
    })
  const session = api.as({ kind: 'session', cookie, userId: user.id })
  const made = await session.post('/api/access_token/', { body: { name: tokenName(), scopes: ['*'] } })
  // The session is no longer needed. If ending it fails, it expires by itself; signing in has succeeded either way.
  await session.get('/api/user/logout').catch(() => undefined)
  return saveContext({ url: settings.url.value, token: made.token, tokenId: made.id, user }, context)
}

/** Checks a given access token and saves it as the context. @throws CliError 3 when the server rejects it */
export async function signInByToken(token: string, context: CommandContext): Promise<SignedIn> {
  const { api, phrase, settings, say } = context
  if (isExposed(settings.url.value)) say(phrase('say.plainHttp', { url: settings.url.value }))
  const self = await readSelf(api.as({ kind: 'token', token }), context)
  const user = { id: self.id, username: self.username, role: self.role }
  return saveContext({ url: settings.url.value, token, user }, context)
}

async function readSelf(api: Api, { phrase }: CommandContext) {
  try {
    return await api.get('/api/user/self')
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== exitCodes.notSignedIn) throw error
    throw new CliError(error.code, exitCodes.notSignedIn, phrase('error.tokenRefused'), {
      ...error.options,
      hint: undefined,
    })
  }
}

/**
 * Saves the credentials as the context of this run. The token that an earlier sign-in created for the context is
 * revoked: it is not used any more, and the number of tokens per account is limited.
 */
export async function saveContext(
  stored: StoredContext & { readonly user: NonNullable<StoredContext['user']> },
  { api, contexts, settings }: CommandContext,
): Promise<SignedIn> {
  const all = await contexts.read()
  const name = settings.contextName.value
  await contexts.write({ current: name, contexts: { ...all.contexts, [name]: stored } })
  await revokeFormer(all.contexts[name], stored, api)
  const { id, username, role } = stored.user
  return { context: name, url: stored.url, id, username, role }
}

/** Revokes the previous token, but only on the same server: a token is never sent to another one. */
async function revokeFormer(
  former: StoredContext | undefined,
  stored: StoredContext,
  api: Api,
): Promise<void> {
  if (former?.token === undefined || former.tokenId === undefined) return
  if (former.url !== stored.url || former.token === stored.token) return
  // The token may already be revoked or expired. Signing in has succeeded either way.
  await api
    .as({ kind: 'token', token: former.token })
    .delete('/api/access_token/{id}', { path: { id: former.tokenId } })
    .catch(() => undefined)
}

/** Names an access token after its machine; the suffix distinguishes machines with the same name. */
export const tokenName = (): string => `terminal ${hostname().slice(0, 40)} ${randomBytes(4).toString('hex')}`

const sessionCookie = (response: Answer): string | undefined =>
  response.headers
    .getSetCookie()
    .map((each) => each.split(';')[0] ?? '')
    .find((each) => each.startsWith('session=') && each.length > 'session='.length)

function readUser(body: unknown): { id: number; username: string; role: number } | undefined {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  if (typeof data !== 'object' || data === null) return undefined
  if (!('id' in data && typeof data.id === 'number')) return undefined
  if (!('username' in data && typeof data.username === 'string')) return undefined
  if (!('role' in data && typeof data.role === 'number')) return undefined
  return { id: data.id, username: data.username, role: data.role }
}

/** Whether the address is plain HTTP to another machine. */
export const isExposed = (url: string): boolean => {
  const { protocol, hostname: host } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
}
