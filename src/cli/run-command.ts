import { CliError, usageError } from './cli-error.ts'
import { type Api, createApi } from './client/api.ts'
import { createContextFile } from './client/context-file.ts'
import { CurlPrinted } from './client/curl.ts'
import type { Command, CommandContext, SharedValues, View } from './define-command.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { missingProblem, missingValues } from './input/missing.ts'
import type { Io } from './io.ts'
import type { Phrase } from './phrases/phrases.ts'
import { needsContext, readSettings, requireContext, type Settings } from './settings.ts'
import type { OutputOptions } from './ui/output.ts'
import type { OutputFormat } from './ui/output-format.ts'
import { plainText } from './ui/plain-text.ts'
import { isForScreen, isTerminal, loadScreen } from './ui/screen/terminal.ts'
import { localTime } from './ui/time.ts'
import { wrappedFor } from './ui/wrap.ts'
import { version } from './version.ts'

export interface RunOptions {
  readonly io: Io
  readonly phrase: Phrase
  now(): number
}

const defaultLimit = 100

/** Runs one command with the values from the command line, after asking for missing ones. */
export async function runCommand(
  command: Command,
  values: Readonly<Record<string, unknown>>,
  options: RunOptions,
): Promise<ExitCode> {
  const prepared = await prepare(command, values, options)
  const { io, phrase } = options
  const { settings, context } = prepared
  const isDialog = isForScreen(io, settings) && command.screen?.(prepared.options) !== undefined
  // A screen asks for its values itself, except for those chosen from a list: `chat` needs its model first.
  const missing = missingValues(command, values, settings).filter(
    ({ shape }) => !isDialog || shape.pick !== undefined,
  )
  if (missing.length === 0) return run(command, prepared)
  const required = missing.filter(({ isRequired }) => isRequired)
  if (!settings.mayAsk || command.isLocal || values.yes === true) {
    if (required.length > 0) throw missingProblem(command, required, phrase)
    return run(command, prepared)
  }
  const { askMissing } = await import('./input/ask-missing.ts')
  const isAddressAsked = missing.some(({ key }) => key === 'url')
  if (required.length === 0 && !isAddressAsked) return run(command, prepared)
  const completed = await askMissing(command, values, missing, context)
  return run(command, await prepare(command, completed, options))
}

interface Prepared {
  readonly settings: Settings
  readonly context: CommandContext
  readonly flags: SharedFlags
  readonly isOffline: boolean
  readonly options: Readonly<Record<string, unknown>> & SharedValues
}

/** Reads the settings and creates the client for a run with these values. */
async function prepare(
  command: Command,
  values: Readonly<Record<string, unknown>>,
  { io, phrase, now }: RunOptions,
): Promise<Prepared> {
  const flags = values as SharedFlags
  const contexts = createContextFile(io.env, phrase)
  const isContextNeeded = !command.isLocal && needsContext(flags, io.env)
  const stored = command.isLocal
    ? { contexts: {} }
    : await contexts.read().catch((error: unknown) => {
        if (isContextNeeded) throw error
        return { contexts: {} }
      })
  const settings = readSettings({
    flags,
    // A variable meant for the client must not prevent the daemon from starting.
    env: command.isLocal ? {} : io.env,
    stored,
    phrase,
    isTerminal: isTerminal(io),
    timeoutMs: command.timeoutMs,
  })
  const isOffline = command.isOffline?.(values) ?? false
  if (!command.isLocal && !command.isContextFree && !isOffline) requireContext(settings, stored, phrase)

  const isForPeople = settings.output === 'table' && !settings.isQuiet
  const api: Api = createApi({
    url: settings.url.value,
    credential: settings.token && { kind: 'token', token: settings.token.value },
    timeoutMs: settings.timeoutMs,
    phrase,
    userAgent: `tollgate/${version}`,
    idempotencyKey: flags.idempotencyKey,
    onCurl: flags.isCurl ? (line) => io.stdout.write(line) : undefined,
    onReplay: () => say(phrase('say.replayed')),
    // A failure surfaces when the rate is used.
    onFirstCall: () => void (isForPeople && command.showsMoney && quotaPerUnit().catch(() => undefined)),
  })
  const say = (line: string): void =>
    void (settings.isQuiet || io.stderr.write(`${wrappedFor(io.stderr, plainText(line))}\n`))
  const quotaPerUnit = once(() => readQuotaPerUnit(api))
  const context: CommandContext = {
    api,
    settings,
    contexts,
    io,
    phrase,
    now,
    say,
    quotaPerUnit,
    confirm: (question, body) => confirm({ question, body }, flags, settings, io, phrase),
  }
  return {
    settings,
    context,
    flags,
    isOffline,
    options: { ...values, ...sharedValues(command, flags, phrase) },
  }
}

async function run(
  command: Command,
  { settings, context, flags, isOffline, options: values }: Prepared,
): Promise<ExitCode> {
  const { io, phrase, quotaPerUnit } = context
  const columns = readColumns(command, flags.columns, settings.output, phrase)
  const widthMax = io.stdout.isTTY && !flags.isWide ? io.stdout.columns : undefined
  try {
    const { wait } = flags
    if (wait !== undefined && !command.isReadinessIrrelevant && !flags.isCurl)
      await (await import('./client/readiness.ts')).requireReady(wait, context)
    const options = needsPicking(command, values)
      ? await (await import('./input/pickable.ts')).pickMissing(command, values, context)
      : values
    const screen =
      isForScreen(io, settings) && !flags.isCurl
        ? await loadScreen(async () => command.screen?.(options))
        : undefined
    const output: OutputOptions = {
      format: settings.output,
      isQuiet: settings.isQuiet,
      columns,
      view: async (): Promise<View> => {
        const rate = command.showsMoney && !isOffline ? await quotaPerUnit() : 500_000
        return { phrase, money: (await import('./ui/money.ts')).createMoney(rate), time: localTime, widthMax }
      },
    }
    const following = screen ? undefined : command.follow?.(options)
    // Rendering code is loaded after the call was sent; loading it earlier would only delay the call.
    if (following)
      return await (await import('./ui/row-stream.ts')).writeRows(command, following, context, output)
    const found = await (screen ?? command.run)(options, context)
    const data = command.isList === 'whole' ? firstRows(found, options.limit, context) : found
    await (await import('./ui/output.ts')).writeResult(command, data, io, output)
    return command.exitCode?.(data) ?? exitCodes.done
  } catch (error) {
    if (error instanceof CurlPrinted) return exitCodes.done
    throw withTokenHint(error, settings, phrase)
  }
}

/** Adds a hint that signing in has no effect while TOLLGATE_TOKEN is set. */
function withTokenHint(error: unknown, { token }: Settings, phrase: Phrase): unknown {
  const isRefused =
    error instanceof CliError && error.exitCode === exitCodes.notSignedIn && error.options.status === 401
  if (!isRefused || token?.from !== 'environment') return error
  const options = { ...error.options, hint: phrase('hint.tokenVariable') }
  return new CliError(error.code, error.exitCode, error.message, options)
}

interface SharedFlags {
  readonly url?: string
  readonly context?: string
  readonly timeout?: string
  readonly output?: string
  readonly isJson?: boolean
  readonly isQuiet?: boolean
  readonly isCurl?: boolean
  readonly input?: boolean
  readonly isConfirmed?: boolean
  readonly idempotencyKey?: string
  readonly dryRun?: boolean
  readonly limit?: string
  readonly columns?: string
  readonly isWide?: boolean
  readonly wait?: number
  readonly all?: boolean
}

/** Whether an optional positional with a picker is missing. */
const needsPicking = (command: Command, values: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(command.args).some(([key, { pick }]) => pick !== undefined && values[key] === undefined)

function sharedValues(command: Command, flags: SharedFlags, phrase: Phrase): SharedValues {
  const common = { dryRun: flags.dryRun ?? false, isCurl: flags.isCurl ?? false, wait: flags.wait }
  if (!command.isList || flags.all) return { ...common, limit: undefined, askedLimit: undefined }
  if (flags.limit === undefined)
    return { ...common, limit: command.isList === 'whole' ? undefined : defaultLimit, askedLimit: undefined }
  if (!/^[1-9]\d{0,8}$/.test(flags.limit))
    throw usageError(phrase('usage.count', { flag: '--limit', text: flags.limit }))
  return { ...common, limit: Number(flags.limit), askedLimit: Number(flags.limit) }
}

/**
 * Reads `--columns`. @throws CliError `usage` for a column that the table does not have, or a format without columns
 */
function readColumns(
  { table }: Command,
  text: string | undefined,
  format: OutputFormat,
  phrase: Phrase,
): readonly string[] | undefined {
  if (text === undefined) return undefined
  if (format !== 'table' && format !== 'csv')
    throw usageError(phrase('usage.onlyWith', { flag: '--columns', other: '-o table, -o csv' }))
  const known = (table?.columns ?? []).map((each) => (typeof each === 'string' ? each : each.key))
  const wanted = text.split(',').map((each) => each.trim())
  const strange = wanted.find((each) => !known.includes(each))
  if (strange !== undefined)
    throw usageError(
      phrase('usage.choice', { flag: '--columns', text: strange, choices: known.join(', ') }),
      {
        field: '--columns',
      },
    )
  return wanted
}

/** Returns the first rows of a list that came in one response. */
function firstRows(data: unknown, limit: number | undefined, { phrase, say }: CommandContext): unknown {
  if (limit === undefined || !Array.isArray(data) || data.length <= limit) return data
  say(phrase('say.cutWhole', { shown: limit, total: data.length }))
  return data.slice(0, limit)
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    // Deferred, because `make` may call this function again before its result is assigned.
    made ??= Promise.resolve().then(make)
    return made
  }
}

async function readQuotaPerUnit(api: Api): Promise<number> {
  const { quota_per_unit: quotaPerUnit } = await api.get('/api/status', { isLookup: true })
  return quotaPerUnit
}

async function confirm(
  { question, body }: { readonly question: string; readonly body: string | undefined },
  flags: SharedFlags,
  settings: Settings,
  io: Io,
  phrase: Phrase,
): Promise<void> {
  // The server is always named first: using the wrong context is the classic mistake.
  const context = phrase('confirm.context', { context: settings.contextName.value, url: settings.url.value })
  if (!settings.isQuiet) io.stderr.write(`${context}\n`)
  if (flags.isConfirmed || flags.dryRun || flags.isCurl) return
  if (!settings.mayAsk)
    throw usageError(phrase('usage.confirm'), { hint: phrase('hint.yes'), field: '--yes' })
  const { askConfirmation } = await loadScreen(() => import('./ui/screen/confirmation.tsx'))
  if (!(await askConfirmation({ question, body, context }, { io, phrase })))
    throw new CliError('declined', exitCodes.interrupted, phrase('confirm.declined'))
}
