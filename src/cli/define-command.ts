import type { Api } from './client/api.ts'
import type { ContextFile } from './client/context-file.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { OperationId, OutputSchema } from './output-schema.ts'
import type { Phrase, Text } from './phrases/phrases.ts'
import type { Settings } from './settings.ts'
import type { ColumnRoom } from './ui/fit-columns.ts'
import type { Money } from './ui/money.ts'

/** Secrets that commands accept, though never as values on the command line. */
export type SecretName = 'key' | 'password' | 'value' | 'token' | 'token-key'

/** One flag. `flag` is in Commander's syntax: `--type <slug>`, `-n, --count <n>`, `--models <list...>`. */
export interface OptionShape {
  readonly flag: string
  readonly help: Text
  /** @throws CliError `usage` when the text is not valid for the flag */
  readonly parse?: (text: string, phrase: Phrase) => unknown
  readonly choices?: readonly string[]
  /** On a terminal, a missing value is asked for. A function decides based on the other values. */
  readonly required?: true | ((values: Readonly<Record<string, unknown>>) => boolean)
  /** On a terminal, asked for together with the required values, but may be left empty. */
  readonly isAskedToo?: true
  /** A missing value is chosen from a list instead of typed. */
  readonly pick?: PickKind
  /** The secret that this flag is one of the ways to provide. */
  readonly secret?: SecretName
  /**
   * Accepted by the parser but hidden from help, for flags that exist only to be refused with a hint at the right form.
   */
  readonly isHidden?: true
}

/** Kinds of objects that a positional can name and a list can offer. */
export type PickKind =
  | 'channel'
  | 'token'
  | 'code'
  | 'user'
  | 'context'
  | 'model'
  | 'price'
  | 'group'
  | 'request'
  | 'option'
  | 'message'
  | 'channelType'

/** One positional: `<channel>` is required, `[model]` is not, `<model...>` takes the rest. */
export interface ArgumentShape {
  readonly name: string
  readonly help: Text
  /** On a terminal, a picker opens when the argument is missing. */
  readonly pick?: PickKind
  /** For `[optional]` positionals: the flag that can be used instead. If that is missing too, a picker opens. */
  readonly pickUnless?: string
  readonly parse?: (text: string, phrase: Phrase) => unknown
  readonly choices?: readonly string[]
}

type ValueOf<S> = S extends { parse: (text: string, phrase: Phrase) => infer T }
  ? T
  : S extends { flag: `${string}...${string}` } | { name: `${string}...${string}` }
    ? string[]
    : S extends { flag: `${string}<${string}` } | { name: string }
      ? string
      : boolean

type OptionValues<O> = {
  readonly [K in keyof O]: O[K] extends { required: true } ? ValueOf<O[K]> : ValueOf<O[K]> | undefined
}
type ArgumentValues<A> = {
  readonly [K in keyof A]: A[K] extends { name: `<${string}` } ? ValueOf<A[K]> : ValueOf<A[K]> | undefined
}
/** What `run` receives: flags and positionals by the names in the definition. */
export type ValuesOf<O, A> = OptionValues<O> & ArgumentValues<A>

/**
 * Everything `run` may use. All access to the outside world goes through this object, so that a test can replace it.
 */
export interface CommandContext {
  readonly api: Api
  readonly settings: Settings
  readonly contexts: ContextFile
  readonly io: Io
  readonly phrase: Phrase
  /** Unix milliseconds. */
  now(): number
  /** Writes one line to standard error; does nothing under `-q`. */
  say(line: string): void
  /** Quota units per dollar on this server. */
  quotaPerUnit(): Promise<number>
  /**
   * Asks before something is destroyed, naming the context first. `--yes` confirms.
   * @param body details of what is about to happen, such as a plan, if the question is not enough; shown only when
   * asking, on several lines, scrolled if taller than the window
   * @throws CliError `usage` without `--yes` and without a terminal, `interrupted` when declined
   */
  confirm(question: string, body?: string): Promise<void>
}

/** Helpers for renderers that show values to people. */
export interface View {
  readonly phrase: Phrase
  readonly money: Money
  /** Formats unix seconds as local time; empty for 0 and -1. */
  time(seconds: number): string
  /** Number of columns available to a table; undefined = unlimited. */
  readonly widthMax?: number | undefined
}

/**
 * One column or field. Define it where it is used, with `value` as an arrow function: TypeScript then infers the row
 * from the return type of `run`. With a column shared between commands, it would infer the row from the column instead.
 */
export interface Column<R> extends ColumnRoom {
  /** Field name in CSV and key of the heading's phrase. */
  readonly key: string
  readonly heading?: Text
  /** Text shown to people; defaults to the field itself. */
  readonly value?: (row: R, view: View) => string
  /** CSV value, for columns that are not simply `row[key]`. */
  readonly raw?: (row: R) => unknown
  readonly align?: 'right'
}

/**
 * Replaces `run` on a terminal: shows a screen until it is closed (`ui/screen/show-screen.tsx`), then returns what
 * `run` would have returned, or nothing.
 */
export type Screen<V, D> = (options: V & SharedValues, context: CommandContext) => Promise<D | undefined>

type RowOf<D> = D extends readonly (infer R)[] ? R : D

export interface TableRendering<R> {
  readonly columns: readonly ((keyof R & string) | Column<R>)[]
  /** Message on standard error when there are no rows. */
  readonly empty?: Text
}

export interface DetailsRendering<D> {
  readonly fields: readonly ((keyof D & string) | Column<D>)[]
}

/** Helpers for rendering one streamed row. */
export interface LineView extends View {
  /** Measures the display width of a text, in columns. */
  measure(text: string): number
  /** Width of the terminal in columns; undefined = not a terminal, nothing is truncated. */
  readonly widthMax: number | undefined
  /** Unix milliseconds. */
  now(): number
}

/**
 * Replaces `run` for rows that arrive over time. Each is written immediately, as a line of JSON, CSV or text. Ends when
 * the signal is aborted (Ctrl-C, exit code 130) or the rows end.
 */
export interface Following<R> {
  rows(context: CommandContext, signal: AbortSignal): AsyncIterable<R>
  /** Renders one row for people, without a line break. */
  line(row: R, view: LineView): string
  /** Lines shown only to people, between the rows; programs read nothing but rows. */
  notes?(context: CommandContext, signal: AbortSignal, view: LineView): AsyncIterable<string>
}

/** How a command affects the server; determines which shared flags it gets. */
export type Effect = 'read' | 'write' | 'destroy'

export interface CommandDefinition<
  O extends Readonly<Record<string, OptionShape>>,
  A extends Readonly<Record<string, ArgumentShape>>,
  D,
> {
  /** `noun verb`, or a single word. */
  readonly path: string
  readonly summary: Text
  /** Two or three realistic command lines, shown first in help. */
  readonly examples: readonly string[]
  /**
   * Operations of the contract that the command needs. Anyone allowed to call all of them may use the command; those
   * roles and the possible exit codes are read from the contract. Lookups along the way are not listed. Empty = no
   * server needed.
   */
  readonly operations: readonly OperationId[]
  /** What `--json` prints; published as a schema that scripts may rely on. */
  readonly output: OutputSchema
  readonly args?: A
  readonly options?: O
  readonly effect?: Effect
  /** Adds `--dry-run`; `run` then only plans and changes nothing. */
  readonly hasDryRun?: true
  /** Adds `--limit` and `--all`. `whole`: all rows come in one response and are shown unless `--limit` is given. */
  readonly isList?: true | 'whole'
  /** For programs only: not shown in help or documentation. */
  readonly isHidden?: true
  /** Lowest role whose help lists the command, if it has no operations to derive that from. */
  readonly shownFrom?: 10 | 100
  /** Works without a server, like `serve` and `version`, and has no client flags. */
  readonly isLocal?: true
  /** Whether these values make a server unnecessary: no context is read, and nothing is fetched for display. */
  readonly isOffline?: (values: ValuesOf<O, A>) => boolean
  /** Runs even if the requested context does not exist yet, as for `login` and `setup`, which create it. */
  readonly isContextFree?: true
  /**
   * The command is about one server. `asked`: on a terminal, its address is asked for if no flag, variable or context
   * names one. `required`: the address must be given.
   */
  readonly address?: 'asked' | 'required'
  /** The command handles `--wait` itself instead of having the program wait before running it. */
  readonly isReadinessIrrelevant?: true
  /** Shows amounts to people, so the exchange rate is fetched in parallel with the call. */
  readonly showsMoney?: true
  /** Prints the server's JSON as is, without rewriting times. */
  readonly isRaw?: true
  /** The output is prose: lines wider than the window are wrapped between words. */
  readonly isProse?: true
  /** The command's own `-o` names files, so `--json` is its only format flag. */
  readonly hasOwnOutput?: true
  /** Default timeout, for commands that wait for something slow. */
  readonly timeoutMs?: number
  readonly run: (options: ValuesOf<O, A> & SharedValues, context: CommandContext) => Promise<D>
  /**
   * The interactive version of the command for a terminal. It is loaded only when needed, because it brings in Ink and
   * React. `undefined` = this run has none. Without a terminal, or with any output but the table, `run` is used.
   */
  readonly screen?: (options: ValuesOf<O, A> & SharedValues) => Promise<Screen<ValuesOf<O, A>, D>> | undefined
  /** Streams rows as they arrive instead of returning a result; `undefined` = this run returns a result. */
  readonly follow?: (options: ValuesOf<O, A> & SharedValues) => Following<RowOf<D>> | undefined
  readonly table?: TableRendering<RowOf<D>>
  readonly details?: DetailsRendering<RowOf<D>>
  /** Free text for people, if neither a table nor details fit. Ends with a line break. */
  readonly text?: (data: D, view: View) => string | Promise<string>
  /** Output of `-q`: the value a script needs next. Default: the ID, or else the name. */
  readonly quiet?: (row: RowOf<D>) => string
  /** Exit code of a successful run that found a problem, such as a failed check. */
  readonly exitCode?: (data: D) => ExitCode
  /** Additional exit codes for the documentation, beyond those that follow from the operations and the effect. */
  readonly exits?: readonly ExitCode[]
}

/** Flags shared by several commands; a command's definition determines which ones it has. */
export interface SharedValues {
  readonly dryRun: boolean
  /** Whether calls are only printed. The client handles this, except in commands that make other kinds of calls. */
  readonly isCurl: boolean
  /** Requested number of rows; undefined = all. */
  readonly limit: number | undefined
  /** Number of rows given by the user; undefined = not given. */
  readonly askedLimit: number | undefined
  /** Seconds of `--wait`. The server is ready when `run` starts; the command does any further waiting. */
  readonly wait: number | undefined
}

type Values = Readonly<Record<string, unknown>> & SharedValues

/** A defined command with its specific types erased, as the program handles it. */
export interface Command {
  readonly path: string
  readonly summary: Text
  readonly examples: readonly string[]
  readonly operations: readonly OperationId[]
  readonly output: OutputSchema
  readonly args: Readonly<Record<string, ArgumentShape>>
  readonly options: Readonly<Record<string, OptionShape>>
  readonly effect: Effect
  readonly hasDryRun: boolean
  readonly isList: boolean | 'whole'
  readonly isHidden: boolean
  readonly shownFrom: number
  readonly isLocal: boolean
  readonly isOffline: ((values: Readonly<Record<string, unknown>>) => boolean) | undefined
  readonly isContextFree: boolean
  readonly address: 'asked' | 'required' | undefined
  readonly isReadinessIrrelevant: boolean
  readonly showsMoney: boolean
  readonly isRaw: boolean
  readonly isProse: boolean
  readonly hasOwnOutput: boolean
  readonly timeoutMs: number | undefined
  run(options: Values, context: CommandContext): Promise<unknown>
  readonly screen:
    | ((
        options: Values,
      ) => Promise<(options: Values, context: CommandContext) => Promise<unknown>> | undefined)
    | undefined
  readonly follow: ((options: Values) => Following<unknown> | undefined) | undefined
  readonly table: TableRendering<Readonly<Record<string, unknown>>> | undefined
  readonly details: DetailsRendering<Readonly<Record<string, unknown>>> | undefined
  readonly text: ((data: unknown, view: View) => string | Promise<string>) | undefined
  readonly quiet: ((row: unknown) => string) | undefined
  readonly exitCode: ((data: unknown) => ExitCode) | undefined
  readonly exits: readonly ExitCode[]
}

/** Checks a command's definition against its `run` and erases its specific types for the program. */
export function defineCommand<
  D,
  const O extends Readonly<Record<string, OptionShape>> = Readonly<Record<string, never>>,
  const A extends Readonly<Record<string, ArgumentShape>> = Readonly<Record<string, never>>,
>(definition: CommandDefinition<O, A, D>): Command {
  const command = {
    args: {},
    options: {},
    effect: 'read',
    hasDryRun: false,
    isList: false,
    isHidden: false,
    shownFrom: 0,
    isLocal: false,
    isOffline: undefined,
    isContextFree: false,
    address: undefined,
    isReadinessIrrelevant: false,
    showsMoney: false,
    isRaw: false,
    isProse: false,
    hasOwnOutput: false,
    timeoutMs: undefined,
    screen: undefined,
    follow: undefined,
    table: undefined,
    details: undefined,
    text: undefined,
    quiet: undefined,
    exitCode: undefined,
    exits: [],
    ...definition,
  }
  // `run` is called with exactly the values that its own flags and positionals produce; see command-line.ts.
  return command as unknown as Command
}
