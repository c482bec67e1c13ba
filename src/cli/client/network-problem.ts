import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Phrase, PhraseKey } from '../phrases/phrases.ts'
import type { ApiOptions } from './api-options.ts'
import { CurlPrinted } from './curl.ts'
import { ConnectionFailed } from './exchange.ts'

/** Turns what `exchange` throws into the error shown on the terminal; returns anything else unchanged. */
export function networkProblem(
  error: unknown,
  { url, timeoutMs, phrase }: Pick<ApiOptions, 'url' | 'timeoutMs' | 'phrase'>,
): unknown {
  if (error instanceof CliError || error instanceof CurlPrinted) return error
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new CliError(
      'timeout',
      exitCodes.unavailable,
      phrase('error.timeout', { url, seconds: timeoutMs / 1000 }),
      {
        hint: phrase('hint.timeout'),
        cause: error,
      },
    )
  if (error instanceof ConnectionFailed) {
    const reason = reasonOf(error)
    return new CliError('network', exitCodes.unavailable, phrase('error.network', { url, reason }), {
      hint: phrase(hintOf(reason, error.cause, process.env), { url: url.replace(/^https:/, 'http:') }),
      cause: error,
    })
  }
  return isUnsendable(error) ? unsendableProblem(error, phrase) : error
}

/** Returns Node's error code, or its message if there is no code. */
function reasonOf({ cause, message }: ConnectionFailed): string {
  if (!(cause instanceof Error)) return message
  return ('code' in cause && typeof cause.code === 'string' ? cause.code : '') || cause.message
}

/** The certificate is not signed by a trusted authority. */
const UNTRUSTED = /SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY|GET_ISSUER)|^CERT_UNTRUSTED$/
/** Codes for an unreachable server, which may only be reachable through a proxy. */
const NO_WAY: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Picks a hint for the point at which the connection failed. */
function hintOf(reason: string, cause: unknown, env: NodeJS.ProcessEnv): PhraseKey {
  if (UNTRUSTED.test(reason)) return 'hint.untrustedCertificate'
  if (/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/.test(reason)) return 'hint.certificateTime'
  if (reason === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'hint.certificateName'
  // OpenSSL reports this if the server responds in plain HTTP.
  if (cause instanceof Error && /wrong version number|packet length too long/.test(cause.message))
    return 'hint.notHttps'
  if (!NO_WAY.has(reason)) return 'hint.network'
  const hasProxy = Object.keys(env).some((name) => /^https?_proxy$/i.test(name) && env[name] !== '')
  return hasProxy && env.NODE_USE_ENV_PROXY !== '1' ? 'hint.unusedProxy' : 'hint.noSuchServer'
}

/** Node refuses to send a header with invalid characters. The error names the header, but not the secret in it. */
const isUnsendable = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_CHAR'

function unsendableProblem(error: Error, phrase: Phrase): CliError {
  if (/authorization/i.test(error.message))
    return new CliError('token_malformed', exitCodes.notSignedIn, phrase('error.tokenMalformed'), {
      hint: phrase('hint.tokenMalformed'),
      cause: error,
    })
  return usageError(phrase('usage.idempotencyKey'), { field: '--idempotency-key', cause: error })
}
