import type { World } from './world.ts'

/** A command line without the words of the command itself. `'a b'` in single quotes is one argument. */
export interface Typed {
  readonly line: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/**
 * The command line to type. A function prepares what the line needs. `n` is a different number in each call, for names
 * that must be new.
 */
export type Line = string | ((world: World, n: number) => string | Typed | Promise<string | Typed>)

/** The reason why a command lacks a case. */
export interface None {
  readonly none: string
}

/**
 * The facts about a command that `every-command.test.ts` cannot derive from its definition and the contract. Everything
 * else (help, wrong usage, sign-in, role, network, formats, secrets, dry run, confirmation) follows from those two.
 */
export interface CommandCase {
  /** Succeeds as the super administrator, any number of times. Destructive commands include --yes. */
  readonly good: Line | None
  /** Other forms of the command that succeed too and print output that matches the schema. */
  readonly alsoGood?: readonly Line[]
  /** Exit code of `good`. Default 0. */
  readonly exit?: number
  /** `good` can succeed only once, so it is run with --json and in no other form. */
  readonly isOnce?: true
  /** Names an object that does not exist: exit 5. Given for every command that takes an argument. */
  readonly missing?: Line | None
  /** Names an object that already exists: exit 6. Given for every create command. */
  readonly existing?: Line | None
  /** Values that the server refuses: exit 7. Given for every command that changes something. */
  readonly invalid?: Line | None
  /** Refused with 4 for an ordinary user. Default: `good`, where the contract requires an administrator. */
  readonly forbidden?: Line | None
  /** Run without a sign-in: exit 3. Default: `good`, where the contract requires an account. */
  readonly signedOut?: Line | None
  /** Run without a reachable server: exit 9. Default: `good`, for every command that calls an operation. */
  readonly unreachable?: Line | None
  /** The line for `--dry-run`, if `good` does not fit. */
  readonly dryRun?: Line
  /** The output of `-q`, if it is not one word per row. */
  readonly quiet?: 'nothing' | 'text'
  /** Prints the server's answer even if it is an error. */
  readonly printsRefusals?: true
}

/** Cases by the path of their command. */
export type CommandCases = Readonly<Record<string, CommandCase>>
