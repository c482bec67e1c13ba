import type { World } from './world.ts'

/** A command line without the command's own words; `'a b'` in single quotes is one argument. */
export interface Typed {
  readonly line: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/**
 * What to type. A function prepares what the line needs; `n` is another number at each call, for names that must be new.
 */
export type Line = string | ((world: World, n: number) => string | Typed | Promise<string | Typed>)

/** Why a case does not exist for a command. */
export interface None {
  readonly none: string
}

/**
 * What every-command.test.ts must know of a command beyond its definition. Everything else (help, wrong usage, sign-in,
 * role, network, formats, secrets, dry run, confirmation) follows from the definition and the contract.
 */
export interface CommandCase {
  /** Goes well as the super administrator, any number of times. Destructive ones say --yes. */
  readonly good: Line | None
  /** Go well too, and print what the schema says: other forms of the command. */
  readonly alsoGood?: readonly Line[]
  /** Exit code of `good`. Default 0. */
  readonly exit?: number
  /** `good` can go well only once: it is run with --json and in no other form. */
  readonly isOnce?: true
  /** Names what does not exist: exit 5. Stated for every command that takes an argument. */
  readonly missing?: Line | None
  /** Names what already exists: exit 6. Stated for every create. */
  readonly existing?: Line | None
  /** Values the server refuses: exit 7. Stated for every command that changes something. */
  readonly invalid?: Line | None
  /** An ordinary user is refused with 4. Default: `good`, where the contract asks for an administrator. */
  readonly forbidden?: Line | None
  /** Without anybody signed in: exit 3. Default: `good`, where the contract asks for an account. */
  readonly signedOut?: Line | None
  /** The server is away: exit 9. Default: `good`, for every command that stands on an operation. */
  readonly unreachable?: Line | None
  /** What `--dry-run` is said with, where `good` does not fit. */
  readonly dryRun?: Line
  /** What `-q` prints where it is not one word a row. */
  readonly quiet?: 'nothing' | 'text'
  /** Prints the answer of the server also when it is a refusal. */
  readonly printsRefusals?: true
}

/** By the path of the command. */
export type CommandCases = Readonly<Record<string, CommandCase>>
