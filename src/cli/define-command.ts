import type { Api } from './client/api.ts'
import type { ContextFile } from './client/context-file.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { OperationId, OutputSchema } from './output-schema.ts'
import type { Phrase, Text } from './phrases/phrases.ts'
import type { Settings } from './settings.ts'
import type { ColumnRoom } from './ui/fit-columns.ts'
import type { Money } from './ui/money.ts'

/** What commands take as a secret: never on the command line. */
export type SecretName = 'key' | 'password' | 'value' | 'token' | 'token-key'

/** One flag. `flag` is written as commander reads it: `--type <slug>`, `-n, --count <n>`, `--models <list...>`. */
export interface OptionShape {
  readonly flag: string
  readonly help: Text
  /** @throws CliError `usage` when the text is not what the flag wants */
  readonly parse?: (text: string, phrase: Phrase) => unknown
  readonly choices?: readonly string[]
  /** On a terminal it is asked for when it is missing. A function decides by what else was given. */
  readonly required?: true | ((values: Readonly<Record<string, unknown>>) => boolean)
  /** On a terminal, asked for together with what is required, and may be left empty. */
  readonly isAskedToo?: true
  /** It is chosen from a list instead of typed when it is missing. */
  readonly pick?: PickKind
  /** Which secret this flag is one of the ways to give. */
  readonly secret?: SecretName
  /** Accepted by the parser but not shown in help: flags that exist only to be refused with the right form. */
  readonly isHidden?: true
}

/** Kinds of objects that a positional may name and a list can offer. */
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
  /** On a terminal, a picker opens when it is missing. */
  readonly pick?: PickKind
  /** For `[optional]` positionals: the flag that replaces it; without that flag, a picker opens. */
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

/** What `run` may use. Every access to the outside world comes in here, so that a test can replace it. */
export interface CommandContext {
  readonly api: Api
  readonly settings: Settings
  readonly contexts: ContextFile
  readonly io: Io
  readonly phrase: Phrase
  /** Unix milliseconds. */
  now(): number
  /** Writes one line to standard error; silent under `-q`. */
  say(line: string): void
  /** Quota units per dollar on this server. */
  quotaPerUnit(): Promise<number>
  /**
   * Asks before something is destroyed, naming the context first. `--yes` confirms.
   * @param body details of what is about to happen, such as a plan, if the question is not enough; shown only when
   *   asking, on several lines, scrolled if taller than the window
   * @throws CliError `usage` without `--yes` and without a terminal, `interrupted` when declined
   */
  confirm(question: string, body?: string): Promise<void>
}

/** What a renderer may use to show values to people. */
export interface View {
  readonly phrase: Phrase
  readonly money: Money
  /** Local time of unix seconds, empty for 0 and -1. */
  time(seconds: number): string
  /** Columns that a table has room for; undefined = as many as it takes. */
  readonly widthMax?: number | undefined
}

/**
 * One column or field. Define it where it is used, with `value` as an arrow function: TypeScript then infers the row
 * from what `run` returns. With a column shared between commands, it would infer the row from the column instead.
 */
export interface Column<R> extends ColumnRoom {
  /** Field name in CSV and key of the heading's phrase. */
  readonly key: string
  readonly heading?: Text
  /** Cell as shown to people; the field itself when absent. */
  readonly value?: (row: R, view: View) => string
  /** Cell for CSV where the field is not simply `row[key]`. */
  readonly raw?: (row: R) => unknown
  readonly align?: 'right'
}

/**
 * Replaces `run` on a terminal: draws until it is closed (`ui/screen/show-screen.tsx`), then returns what `run` would
 * have returned, or nothing.
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

/** What rendering one streamed row needs besides the row. */
export interface LineView extends View {
  /** Display width of a text in columns. */
  measure(text: string): number
  /** Width of the terminal in columns; undefined = not a terminal, nothing is truncated. */
  readonly widthMax: number | undefined
  /** Unix milliseconds. */
  now(): number
}

/**
 * Replaces `run` while rows arrive: each is written immediately, as a line of JSON, CSV or text. Ends when the signal
 * is aborted (Ctrl-C, exit code 130) or the rows end.
 */
export interface Following<R> {
  rows(context: CommandContext, signal: AbortSignal): AsyncIterable<R>
  /** One row as shown to people, without a line break. */
  line(row: R, view: LineView): string
  /** Lines that only people are shown, between the rows; programs read nothing but rows. */
  notes?(context: CommandContext, signal: AbortSignal, view: LineView): AsyncIterable<string>
}

/** Effect of a command on the server; decides which shared flags it has. */
export type Effect = 'read' | 'write' | 'destroy'

export interface CommandDefinition<
  O extends Readonly<Record<string, OptionShape>>,
  A extends Readonly<Record<string, ArgumentShape>>,
  D,
> {
  /** `noun verb`, or one word. */
  readonly path: string
  readonly summary: Text
  /** Two or three real command lines, shown first in help. */
  readonly examples: readonly string[]
  /**
   * Operations of the contract that the command needs. Anyone who may call them may use the command: that, and the
   * resulting exit codes, are read from the contract. Lookups on the way are not listed. Empty = it needs no server.
   */
  readonly operations: readonly OperationId[]
  /** What `--json` prints; published as a schema that scripts may rely on. */
  readonly output: OutputSchema
  readonly args?: A
  readonly options?: O
  readonly effect?: Effect
  /** Offers `--dry-run`; `run` then plans and changes nothing. */
  readonly hasDryRun?: true
  /** Offers `--limit` and `--all`. `whole`: all rows come in one answer and are shown unless `--limit` is given. */
  readonly isList?: true | 'whole'
  /** For programs only: not shown in help or documentation. */
  readonly isHidden?: true
  /** Lowest role that help shows it to, if it has no operations that say so. */
  readonly shownFrom?: 10 | 100
  /** Works without a server, like `serve` and `version`: it has no client flags. */
  readonly isLocal?: true
  /** With these values it needs no server either: no context is read, and nothing is fetched for its display. */
  readonly isOffline?: (values: ValuesOf<O, A>) => boolean
  /** Runs even if the requested context does not exist yet: `login` and `setup` create it. */
  readonly isContextFree?: true
  /**
   * It is about one server. `asked`: on a terminal, its address is asked for if no flag, variable or context names one.
   * `required`: the address has to be given.
   */
  readonly address?: 'asked' | 'required'
  /** Handles `--wait` itself instead of having it done before it runs. */
  readonly isReadinessIrrelevant?: true
  /** Shows amounts to people: the exchange rate is fetched in parallel with the call. */
  readonly showsMoney?: true
  /** Keeps the server's own form in JSON: times are not rewritten. */
  readonly isRaw?: true
  /** Its text is for reading: lines that are wider than the window are broken between words. */
  readonly isProse?: true
  /** Has its own `-o`, which names files: of the format flags, it has only `--json`. */
  readonly hasOwnOutput?: true
  /** Default timeout, for calls that wait for something slow. */
  readonly timeoutMs?: number
  readonly run: (options: ValuesOf<O, A> & SharedValues, context: CommandContext) => Promise<D>
  /**
   * The command on a terminal, when something moves or asks. It is loaded only when needed, because it brings Ink and
   * React. `undefined` = this run has none. Without a terminal, or with any output but the table, `run` runs.
   */
  readonly screen?: (options: ValuesOf<O, A> & SharedValues) => Promise<Screen<ValuesOf<O, A>, D>> | undefined
  /** Streams rows as they arrive instead of returning a result; `undefined` = this run has a result. */
  readonly follow?: (options: ValuesOf<O, A> & SharedValues) => Following<RowOf<D>> | undefined
  readonly table?: TableRendering<RowOf<D>>
  readonly details?: DetailsRendering<RowOf<D>>
  /** Free text for people if neither a table nor details fit. Ends with a line break. */
  readonly text?: (data: D, view: View) => string | Promise<string>
  /** Output of `-q`: what a script needs next. Default: the id, or else the name. */
  readonly quiet?: (row: RowOf<D>) => string
  /** Exit code of a successful run that found a problem, such as a failed check. */
  readonly exitCode?: (data: D) => ExitCode
  /** Additional exit codes, for the documentation: those that do not follow from its operations and its effect. */
  readonly exits?: readonly ExitCode[]
}

/** Flags shared by several commands; a command's definition decides which ones it has. */
export interface SharedValues {
  readonly dryRun: boolean
  /** Whether calls are only printed. The client handles this, except for commands that make other kinds of calls. */
  readonly isCurl: boolean
  /** Requested number of rows; undefined = all. */
  readonly limit: number | undefined
  /** The number of rows given by the user; undefined = not given. */
  readonly askedLimit: number | undefined
  /** Seconds of `--wait`. The server is ready when `run` starts; any further waiting is up to the command. */
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
