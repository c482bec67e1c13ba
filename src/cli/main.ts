import { CliError, usageError } from './cli-error.ts'
import { commandIndex } from './command-index.ts'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import type { Io } from './io.ts'
import { loadPhrases, type Phrase, readLanguage } from './phrases/phrases.ts'
import { runCommand } from './run-command.ts'
import { outputFormats } from './ui/output-format.ts'

/**
 * Runs the whole program without the process: parses the command line, runs the command, reports errors.
 * @returns the exit code, see `exit-codes.ts`; nothing is thrown
 */
export async function main(
  typed: readonly string[],
  surroundings: Io,
  now: () => number = Date.now,
): Promise<ExitCode> {
  const { argv, language } = takeLanguage(typed)
  const env = { ...surroundings.env, ...languageOf(typed) }
  const io = { ...surroundings, env }
  const phrase = await loadPhrases(readLanguage(env))
  try {
    if (language !== undefined && !/^(en|zh)$/.test(language))
      throw usageError(phrase('usage.choice', { flag: '--lang', text: language, choices: 'en, zh' }), {
        field: '--lang',
      })
    const line = await readLine(argv, io, phrase)
    if (line.kind === 'help') {
      io.stdout.write(line.text)
      return exitCodes.done
    }
    return await runCommand(line.command, line.values, { io, phrase, now })
  } catch (error) {
    const problem =
      error instanceof CliError ? await withOwnHelp(error, argv, phrase) : unexpected(error, phrase)
    const { writeProblem } = await import('./ui/problem.ts')
    writeProblem(problem, { io, phrase, isJson: wantsJson(argv, io.env) })
    return problem.exitCode
  }
}

/** Extracts `--lang` from any position, because it determines the language of all other output. */
function takeLanguage(typed: readonly string[]): {
  readonly argv: readonly string[]
  readonly language: string | undefined
} {
  const operands = typed.indexOf('--')
  const at = typed.findIndex((word) => /^--lang(=|$)/.test(word))
  if (at < 0 || (operands >= 0 && at > operands)) return { argv: typed, language: undefined }
  const [, value] = (typed[at] ?? '').split('=')
  const argv = typed.toSpliced(at, value === undefined ? 2 : 1)
  return { argv, language: value ?? typed[at + 1] ?? '' }
}

/** Returns the language given by `--lang` as the equivalent environment variable. */
function languageOf(typed: readonly string[]): { readonly TOLLGATE_LANG?: string } {
  const { language } = takeLanguage(typed)
  return language === undefined ? {} : { TOLLGATE_LANG: language }
}

const readLine = (argv: readonly string[], io: Io, phrase: Phrase): Promise<CommandLine> => {
  const isVersion = argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')
  return readCommandLine(
    argv.length === 0 ? ['--help'] : isVersion ? ['version'] : argv,
    commandIndex,
    phrase,
    async () => (await import('./role.ts')).knownRole(argv, io.env, phrase),
    io.stdout.isTTY ? io.stdout.columns : undefined,
  )
}

/** Whether errors are printed as JSON; decided before the command line is parsed, because it may contain the error. */
function wantsJson(argv: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const isJson = (format: string | undefined): boolean => format === 'json' || format === 'ndjson'
  const asked = argv.flatMap((word, at) => {
    if (word === '--json') return ['json']
    if (word === '-o' || word === '--output') return [argv[at + 1]]
    const found = /^(?:--output=|-o)(.+)$/.exec(word)
    return found ? [found[1]] : []
  })
  // `export -o infra/` names a directory: a value that is not a format does not affect errors.
  const formats = asked.filter((each) => (outputFormats as readonly (string | undefined)[]).includes(each))
  return formats.length > 0 ? formats.some(isJson) : isJson(env.TOLLGATE_OUTPUT)
}

/**
 * Points users who made a mistake to the help of the command they typed, with an example, not to the first help page.
 */
async function withOwnHelp(problem: CliError, argv: readonly string[], phrase: Phrase): Promise<CliError> {
  const { hint } = problem.options
  if (problem.exitCode !== exitCodes.usage || (hint !== undefined && hint !== phrase('hint.help')))
    return problem
  const { commandOf } = await import('./command-line.ts')
  const found = commandOf(argv, commandIndex)
  if (found === undefined)
    return new CliError(problem.code, problem.exitCode, problem.message, {
      ...problem.options,
      hint: phrase('hint.help'),
    })
  const [example] = found.entry === undefined ? [] : (await found.entry.load()).examples
  return new CliError(problem.code, problem.exitCode, problem.message, {
    ...problem.options,
    hint:
      example === undefined
        ? phrase('hint.nounHelp', { words: found.words })
        : phrase('hint.ownHelp', { words: found.words, example }),
  })
}

function unexpected(error: unknown, phrase: Phrase): CliError {
  const message = error instanceof Error ? error.message : String(error)
  return new CliError('unexpected', exitCodes.failed, phrase('error.unexpected', { message }), {
    cause: error,
    hint: phrase('hint.debug'),
  })
}

/**
 * Entry point for the launcher: uses the process's streams and exit code, and exits quietly when the reader is gone.
 * @param olderNode version of the system's Node.js, if it could only start this process with another one
 */
export async function run(argv: readonly string[], olderNode?: string): Promise<void> {
  let isWithoutReaders = false
  let ending: Promise<void> | undefined
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') {
        // `tollgate logs | head -1`: the reader has closed the pipe.
        if (!isWithoutReaders) process.exit(exitCodes.done)
      } else if (stream === process.stderr) process.exit(exitCodes.failed)
      // `tollgate logs > file`: the disk is full.
      else ending ??= tellUnwritten(error, argv).finally(() => process.exit(exitCodes.failed))
    })
  const { env, stdin, stdout, stderr } = process
  const interruption: Io['interruption'] = ({ outlivesReaders = false } = {}) => {
    isWithoutReaders = outlivesReaders
    const told = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => told.abort())
    return told.signal
  }
  const code = await main(argv, { env, stdin, stdout, stderr, interruption, olderNode })
  // Idle connections would keep the process alive for seconds; pending output is flushed first.
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
  )
  await ending
  process.exit(code)
}

/** Reports that standard output cannot be written to, and why. */
async function tellUnwritten(error: NodeJS.ErrnoException, argv: readonly string[]): Promise<void> {
  const { env, stdin, stdout, stderr } = process
  const phrase = await loadPhrases(readLanguage({ ...env, ...languageOf(argv) }))
  const [{ writeProblem }, { fileReason }] = await Promise.all([
    import('./ui/problem.ts'),
    import('./file-reason.ts'),
  ])
  const reason = fileReason(error.code ?? error.message, phrase)
  writeProblem(new CliError('output_failed', exitCodes.failed, phrase('error.writeOutput', { reason })), {
    io: { env, stdin, stdout, stderr },
    phrase,
    isJson: wantsJson(argv, env),
  })
}

if (import.meta.main) await run(process.argv.slice(2))
