import { CliError } from '../cli-error.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Phrase, PhraseKey } from '../phrases/phrases.ts'
import type { Answer } from './exchange.ts'
import { ownWords } from './own-words.ts'

/** Error codes whose exit code differs from that of their HTTP status. */
const exitCodeByCode: Readonly<Record<string, ExitCode>> = {
  // "Already exists" is a conflict, whatever status the contract gives it.
  setup_done: exitCodes.conflict,
  redemption_used_locked: exitCodes.conflict,
  redeem_used: exitCodes.conflict,
  redeem_already_by_you: exitCodes.conflict,
  redeem_limit_reached: exitCodes.conflict,
  // 403 means both "not allowed" and "not enough quota"; scripts need to tell them apart.
  insufficient_user_quota: exitCodes.quota,
  transfer_too_large: exitCodes.quota,
  pre_consume_token_quota_failed: exitCodes.quota,
  token_exhausted: exitCodes.quota,
  insufficient_quota: exitCodes.quota,
  login_failed: exitCodes.notSignedIn,
  second_factor_wrong: exitCodes.notSignedIn,
  sign_in_expired: exitCodes.notSignedIn,
  demo_site: exitCodes.notAllowed,
  channel_test_failed: exitCodes.checkFailed,
  // A temporary conflict: the same command will work in a moment.
  idempotency_running: exitCodes.unavailable,
}

const exitCodeByStatus: Readonly<Record<number, ExitCode>> = {
  401: exitCodes.notSignedIn,
  403: exitCodes.notAllowed,
  404: exitCodes.notFound,
  405: exitCodes.notAllowed,
  409: exitCodes.conflict,
  412: exitCodes.conflict,
  408: exitCodes.unavailable,
  425: exitCodes.unavailable,
  429: exitCodes.unavailable,
  500: exitCodes.failed,
  501: exitCodes.failed,
}

/** Returns the exit code of a refusal, from the error code if it is listed, otherwise from the status. */
export function exitCodeOf(status: number, code: string): ExitCode {
  const byCode = exitCodeByCode[code] ?? exitCodeByStatus[status]
  if (byCode !== undefined) return byCode
  if (status >= 500) return exitCodes.unavailable
  return status >= 400 ? exitCodes.rejected : exitCodes.failed
}

const hintByCode: Readonly<Record<string, PhraseKey>> = {
  login_failed: 'hint.credentials',
  password_login_disabled: 'hint.loginBrowser',
  setup_required: 'hint.setup',
  setup_done: 'hint.login',
  insufficient_scope: 'hint.scope',
  idempotency_mismatch: 'hint.newKey',
  idempotency_unknown: 'hint.newKey',
  too_many_requests: 'hint.later',
  internal: 'hint.serverLog',
  log_not_found: 'hint.refusalsCounted',
}

interface Envelope {
  readonly success?: unknown
  readonly message?: unknown
  /** Some calls put their text into `data`; `message` then only says `error`. */
  readonly data?: unknown
  readonly code?: unknown
  readonly field?: unknown
  readonly request_id?: unknown
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/**
 * Turns a failed response into the error shown on the terminal. Bodies that are not an envelope (a proxy's page,
 * another server) are reported as such and never printed.
 */
export function problemOf(response: Answer, body: unknown, phrase: Phrase): CliError {
  const envelope: Envelope = typeof body === 'object' && body !== null ? body : {}
  const requestId = textOf(envelope.request_id) ?? response.headers.get('x-request-id') ?? undefined
  const message = textOf(envelope.data) ?? textOf(envelope.message)
  if (message === undefined || envelope.success !== false) return strangeAnswer(response, phrase, requestId)
  const code = textOf(envelope.code) ?? `http_${response.status}`
  const retryAfter = response.headers.get('retry-after')
  const hintKey = hintByCode[code] ?? (response.status === 401 ? 'hint.login' : undefined)
  const own = ownWords(code, message, phrase)
  return new CliError(code, exitCodeOf(response.status, code), own?.message ?? message, {
    status: response.status,
    field: textOf(envelope.field),
    requestId,
    retryAfterSeconds: readRetryAfter(retryAfter),
    hint: retryAfter
      ? phrase('hint.retryAfter', { seconds: retryAfter })
      : (own?.hint ?? (hintKey && phrase(hintKey))),
  })
}

/** Reads seconds, or a date, which some proxies send instead. */
function readRetryAfter(text: string | null): number | undefined {
  if (text === null) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

/** Returns the new address of the server. A redirect to something else, such as a sign-in page, does not count. */
function movedTo({ status, headers }: Answer): string | undefined {
  const location = headers.get('location') ?? ''
  if (status < 300 || status >= 400 || !URL.canParse(location)) return undefined
  const { origin, pathname } = new URL(location)
  const end = pathname.search(/\/(api|v1|healthz|readyz)(\/|$)/)
  return end === -1 ? undefined : origin + pathname.slice(0, end)
}

function strangeAnswer(response: Answer, phrase: Phrase, requestId: string | undefined): CliError {
  const location = movedTo(response)
  if (location !== undefined)
    return new CliError('redirected', exitCodes.failed, phrase('error.redirected', { location }), {
      status: response.status,
      hint: phrase('hint.redirected'),
    })
  const exitCode = response.ok ? exitCodes.failed : exitCodeOf(response.status, '')
  return new CliError('not_tollgate', exitCode, phrase('error.notTollgate', { status: response.status }), {
    status: response.status,
    requestId,
    hint: phrase('hint.notTollgate'),
  })
}
