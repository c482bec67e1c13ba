import { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
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
  return error
}
