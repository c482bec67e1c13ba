import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Phrase } from '../phrases/phrases.ts'
import type { ApiOptions } from './api-options.ts'
import { CurlPrinted } from './curl.ts'
import { ConnectionFailed } from './exchange.ts'

/** Turns what `exchange` throws into the error the terminal shows; returns anything else unchanged. */
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
    const cause = error.cause
    const reason =
      cause instanceof Error
        ? ('code' in cause && typeof cause.code === 'string' ? cause.code : '') || cause.message
        : error.message
    return new CliError('network', exitCodes.unavailable, phrase('error.network', { url, reason }), {
      hint: phrase('hint.network'),
      cause: error,
    })
  }
  return isUnsendable(error) ? unsendableProblem(error, phrase) : error
}

/** Node refuses to send a header with such characters. It names the header, and not the secret in it. */
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
