import type { World } from '../commands/world.ts'
import type { TerminalWindow } from '../support/terminal.ts'

/** The environment in which an example is run. */
export interface Stage {
  readonly world: World
  /** The example's own folder. It is the home directory and the working directory of the shell. */
  readonly folder: string
  readonly configDirectory: string
  /** Adds variables to the shell's environment. */
  setEnv(variables: Readonly<Record<string, string>>): void
  /**
   * Sets the words that readers replace with their own: URLs, folders of the machine, IDs created by the server. The
   * shell reads the line as printed. The `tollgate` on its path replaces each word that equals a key with its value.
   */
  setOwn(words: Readonly<Record<string, string>>): void
  /** Signs the shell in as somebody else. */
  signInAs(contexts: Readonly<Record<string, unknown>>): Promise<void>
  /** Runs commands as the super administrator, outside the shell. All must succeed. @returns the last output */
  prepare(...lines: string[]): Promise<string>
  /** Runs a line in the example's shell before the example. It must succeed. */
  shell(line: string): Promise<string>
}

/** The needs of an example beyond a server with the usual objects, and its expected result. */
export interface Precondition {
  /** Commands that the super administrator runs before the example. */
  readonly before?: readonly string[]
  /** Contents of files in the folder, by name. */
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly arrange?: (stage: Stage) => Promise<void>
  /** Exit code that the help of the command explains. Default 0. */
  readonly exit?: number
  /** The example may print nothing. */
  readonly isSilent?: true
  /** Runs the example in a real terminal: what a person does in it until it ends. */
  readonly inTerminal?: (window: TerminalWindow, stage: Stage) => Promise<void>
  /** Runs while the example runs without a terminal: what others do, and what ends it. */
  readonly meanwhile?: (running: Running, stage: Stage) => Promise<void>
}

/** An example that has not ended yet. */
export interface Running {
  /** Waits until standard output matches. */
  printed(wanted: RegExp): Promise<void>
  /** Interrupts the example like Ctrl-C. */
  interrupt(): void
}

/** Preconditions by word, path of a command, or whole line. All that match apply, starting with the most general. */
export type Preconditions = Readonly<Record<string, Precondition>>
