import type { CliError, ProblemLine } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { jobAnnotation } from './job-annotation.ts'
import { oneLine } from './table.ts'
import { wrappedFor } from './wrap.ts'

/** Prints what happened and what to try, or one JSON line for scripts. Always writes to standard error. */
export function writeProblem(
  problem: CliError,
  { io, phrase, isJson }: { readonly io: Io; readonly phrase: Phrase; readonly isJson: boolean },
): void {
  const { hint, field, requestId, status, problems } = problem.options
  if (isJson) {
    const error = {
      code: problem.code,
      message: problem.message,
      hint: hint ?? null,
      field: field ?? null,
      requestId: requestId ?? null,
      status: status ?? null,
      ...(problems === undefined ? {} : { problems }),
    }
    io.stderr.write(`${JSON.stringify({ error })}\n`)
    return
  }
  const write = (line: string) => io.stderr.write(`${wrappedFor(io.stderr, line)}\n`)
  for (const each of problems ?? []) {
    write(problemText(each, phrase))
    // The GitHub Actions runner reads whole lines.
    if (io.env.GITHUB_ACTIONS) io.stderr.write(`${jobAnnotation(each)}\n`)
  }
  // Pressing Ctrl-C or declining is not an error.
  const isWanted = problem.exitCode === exitCodes.interrupted
  const message = oneLine(problem.message)
  write(isWanted ? message : phrase('error.line', { message }))
  if (hint !== undefined) write(hint)
  if (requestId !== undefined && (status ?? 0) >= 500) write(phrase('error.requestId', { requestId }))
  if (problem.code === 'unexpected' && io.env.TOLLGATE_DEBUG && problem.cause instanceof Error)
    io.stderr.write(`${problem.cause.stack}\n`)
}

/** Formats a problem: `channels.yaml:12:5: channels.main.wieght: there is no such field (did you mean weight?)`. */
export function problemText(problem: ProblemLine, phrase: Phrase): string {
  const { severity, file, line, column, path, message, hint } = problem
  const parts = [
    `${file}:${line}:${column}`,
    ...(severity === 'warning' ? [phrase('word.warning')] : []),
    ...(path === '' ? [] : [path]),
    hint === null ? message : `${message} (${hint})`,
  ]
  return oneLine(parts.join(': '))
}
