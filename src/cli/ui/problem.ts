import type { CliError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { oneLine } from './table.ts'

/** Says what happened, then what to try; as one JSON line for scripts. Always on standard error. */
export function writeProblem(
  problem: CliError,
  { io, phrase, isJson }: { readonly io: Io; readonly phrase: Phrase; readonly isJson: boolean },
): void {
  const { hint, field, requestId, status } = problem.options
  if (isJson) {
    const error = {
      code: problem.code,
      message: problem.message,
      hint: hint ?? null,
      field: field ?? null,
      requestId: requestId ?? null,
      status: status ?? null,
    }
    io.stderr.write(`${JSON.stringify({ error })}\n`)
    return
  }
  // Whoever pressed Ctrl-C or said no made no mistake.
  const isWanted = problem.exitCode === exitCodes.interrupted
  const message = oneLine(problem.message)
  io.stderr.write(`${isWanted ? message : phrase('error.line', { message })}\n`)
  if (hint !== undefined) io.stderr.write(`${hint}\n`)
  if (requestId !== undefined && (status ?? 0) >= 500)
    io.stderr.write(`${phrase('error.requestId', { requestId })}\n`)
  if (problem.code === 'unexpected' && io.env.TOLLGATE_DEBUG && problem.cause instanceof Error)
    io.stderr.write(`${problem.cause.stack}\n`)
}
