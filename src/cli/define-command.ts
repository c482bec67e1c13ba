import type { Api } from './client/api.ts'
import type { ContextFile } from './client/context-file.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { OperationId, OutputSchema } from './output-schema.ts'
import type { Phrase, Text } from './phrases/phrases.ts'
import type { Settings } from './settings.ts'
import type { Money } from './ui/money.ts'

/** One flag. `flag` is written as commander reads it: `--type <slug>`, `-n, --count <n>`, `--models <list...>`. */
export interface OptionShape {
  readonly flag: string
  readonly help: Text
  /** @throws CliError `usage` when the text is not what the flag wants */
  readonly parse?: (text: string, phrase: Phrase) => unknown
  readonly choices?: readonly string[]
  readonly required?: true
  /** Known, but not shown in help: flags that exist to be refused with the right form. */
  readonly isHidden?: true
}

/** What a positional may name that can be chosen from a list. */
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

/** One positional: `<channel>` is required, `[model]` is not, `<model...>` takes the rest. */
export interface ArgumentShape {
  readonly name: string
  readonly help: Text
  /** On a terminal, a list to choose from opens when it is missing. */
  readonly pick?: PickKind
  /** For `[optional]` positionals: the flag that stands in for it; without it a list opens all the same. */
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
/** What `run` gets: flags and positionals by the names the definition gave them. */
export type ValuesOf<O, A> = OptionValues<O> & ArgumentValues<A>

/** What `run` may use. Everything that touches the outside comes in here, so that a test can stand in for it. */
export interface CommandContext {
  readonly api: Api
  readonly settings: Settings
  readonly contexts: ContextFile
  readonly io: Io
  readonly phrase: Phrase
  /** Unix milliseconds. */
  now(): number
  /** One line of talk on standard error; silent under `-q`. */
  say(line: string): void
  /** Quota units to the dollar on this server. */
  quotaPerUnit(): Promise<number>
  /**
   * Asks before something is destroyed, naming the context first. `--yes` answers.
   * @param body what is about to happen where the question alone does not say it, such as a plan; shown to whoever is
   *   asked and to nobody else, several lines, scrolled when it is taller than the window
   * @throws CliError `usage` without `--yes` and without a terminal, `interrupted` when the answer is no
   */
  confirm(question: string, body?: string): Promise<void>
}

/** What a renderer may use to show values to a person. */
export interface View {
  readonly phrase: Phrase
  readonly money: Money
  /** Local time of unix seconds, empty for 0 and -1. */
  time(seconds: number): string
}

/**
 * One column or field. Written where it is used, with `value` as an arrow function: TypeScript then learns the row from
 * what `run` returns. A column shared between commands would make it learn the row from the column instead.
 */
export interface Column<R> {
  /** Field name in CSV and key of the heading's phrase. */
  readonly key: string
  readonly heading?: Text
  /** Cell for a person; the field itself when absent. */
  readonly value?: (row: R, view: View) => string
  /** Cell for CSV where the field is not simply `row[key]`. */
  readonly raw?: (row: R) => unknown
  readonly align?: 'right'
}

/**
 * Takes the place of `run` on a terminal: draws until it is closed (`ui/screen/show-screen.tsx`), then hands over what
 * `run` would have, or nothing.
 */
export type Screen<V, D> = (options: V & SharedValues, context: CommandContext) => Promise<D | undefined>

type RowOf<D> = D extends readonly (infer R)[] ? R : D

export interface TableRendering<R> {
  readonly columns: readonly ((keyof R & string) | Column<R>)[]
  /** What to say, on standard error, when there is nothing. */
  readonly empty?: Text
}

export interface DetailsRendering<D> {
  readonly fields: readonly ((keyof D & string) | Column<D>)[]
}

/** What one line of a stream of rows needs beside the row. */
export interface LineView extends View {
  /** Columns a text takes on a terminal. */
  measure(text: string): number
  /** Columns of the terminal; undefined = not a terminal, nothing is cut. */
  readonly widthMax: number | undefined
  /** Unix milliseconds. */
  now(): number
}

/**
 * Takes the place of `run` for as long as rows come: each is written at once, as a line of JSON, of CSV or for people.
 * Ends when the signal does (Ctrl-C, exit code 130) or the rows do.
 */
export interface Following<R> {
  rows(context: CommandContext, signal: AbortSignal): AsyncIterable<R>
  /** One row for people, without its line break. */
  line(row: R, view: LineView): string
}

/** What a command does to the server; decides which shared flags it has. */
export type Effect = 'read' | 'write' | 'destroy'

export interface CommandDefinition<
  O extends Readonly<Record<string, OptionShape>>,
  A extends Readonly<Record<string, ArgumentShape>>,
  D,
> {
  /** `noun verb`, or one word. */
  readonly path: string
  readonly summary: Text
  /** Two or three real command lines; help begins with them. */
  readonly examples: readonly string[]
  /**
   * Operations of the contract that the command cannot do without. Who may call them may use the command: that, and the
   * exit codes they lead to, is read from the contract. Look-ups on the way are not named. None: it needs no server.
   */
  readonly operations: readonly OperationId[]
  /** What `--json` prints; published as a schema that scripts may rely on. */
  readonly output: OutputSchema
  readonly args?: A
  readonly options?: O
  readonly effect?: Effect
  /** Offers `--dry-run`; `run` then plans and changes nothing. */
  readonly hasDryRun?: true
  /** Offers `--limit` and `--all`. */
  readonly isList?: true
  /** For programs: neither help nor documentation shows it. */
  readonly isHidden?: true
  /** Works without knowing a server, such as `serve` and `version`: no flags of the client. */
  readonly isLocal?: true
  /** With these values it needs no server either: no context, and nothing is fetched for its display. */
  readonly isOffline?: (values: ValuesOf<O, A>) => boolean
  /** Runs although the context that was asked for does not exist yet: sign-in and set-up make it. */
  readonly isContextFree?: true
  /** `--wait` is not waited for before it runs: it asks for readiness itself. */
  readonly isReadinessIrrelevant?: true
  /** Shows money to people: the exchange rate is fetched beside the call. */
  readonly showsMoney?: true
  /** Keeps the server's own form in JSON: no time is rewritten. */
  readonly isRaw?: true
  /** Has an `-o` of its own, which names files: of the flags for formats only `--json` is left. */
  readonly hasOwnOutput?: true
  /** For calls that wait on something slow. */
  readonly timeoutMs?: number
  readonly run: (options: ValuesOf<O, A> & SharedValues, context: CommandContext) => Promise<D>
  /**
   * The same on a terminal, where something moves or asks. It is loaded when it is needed and only then: Ink and React
   * come with it. `undefined` = this run needs none. Without a terminal, or with any output but the table, `run` runs.
   */
  readonly screen?: (options: ValuesOf<O, A> & SharedValues) => Promise<Screen<ValuesOf<O, A>, D>> | undefined
  /** Rows as they come instead of a result; `undefined` = this run has a result. */
  readonly follow?: (options: ValuesOf<O, A> & SharedValues) => Following<RowOf<D>> | undefined
  readonly table?: TableRendering<RowOf<D>>
  readonly details?: DetailsRendering<RowOf<D>>
  /** Free text for people where neither a table nor details fit. Ends with a line break. */
  readonly text?: (data: D, view: View) => string | Promise<string>
  /** `-q`: what a script wants to go on with. Default: the id, else the name. */
  readonly quiet?: (row: RowOf<D>) => string
  /** Exit code of a run that went well but found something: a check that failed. */
  readonly exitCode?: (data: D) => ExitCode
  /** Exit codes of its own, for its documentation: those that do not follow from its operations and its effect. */
  readonly exits?: readonly ExitCode[]
}

/** Flags that several commands share; which ones a command has is decided by its definition. */
export interface SharedValues {
  readonly dryRun: boolean
  /** Whether calls are only printed; the client sees to that, except where a command makes a call of another kind. */
  readonly isCurl: boolean
  /** Rows wanted; undefined = all. */
  readonly limit: number | undefined
  /** The same as far as somebody asked for it; undefined = nobody said how many. */
  readonly askedLimit: number | undefined
  /** Seconds of `--wait`. The server has been ready once `run` starts; what is left to wait for is the command's own. */
  readonly wait: number | undefined
}

type Values = Readonly<Record<string, unknown>> & SharedValues

/** A defined command whose own types no longer matter: what the program handles. */
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
  readonly isList: boolean
  readonly isHidden: boolean
  readonly isLocal: boolean
  readonly isOffline: ((values: Readonly<Record<string, unknown>>) => boolean) | undefined
  readonly isContextFree: boolean
  readonly isReadinessIrrelevant: boolean
  readonly showsMoney: boolean
  readonly isRaw: boolean
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

/** Checks a command's description against its `run` and makes it something the program can handle. */
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
    isLocal: false,
    isOffline: undefined,
    isContextFree: false,
    isReadinessIrrelevant: false,
    showsMoney: false,
    isRaw: false,
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
