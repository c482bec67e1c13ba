import type { World } from '../commands/world.ts'
import type { TerminalWindow } from '../support/terminal.ts'

/** What an example is run with. */
export interface Stage {
  readonly world: World
  /** Its own; it is the home directory and where the shell is. */
  readonly folder: string
  readonly configDirectory: string
  /** Adds variables of the shell. */
  setEnv(variables: Readonly<Record<string, string>>): void
  /**
   * What readers replace by their own: addresses, folders of the machine, IDs that the server makes. The shell reads
   * the line as printed; the `tollgate` that it finds puts these in the place of words that are equal to the keys.
   */
  setOwn(words: Readonly<Record<string, string>>): void
  /** Signs the shell in as somebody else. */
  signInAs(contexts: Readonly<Record<string, unknown>>): Promise<void>
  /** Runs commands of the super administrator that must go well, without a shell. @returns what the last one printed */
  prepare(...lines: string[]): Promise<string>
  /** Runs a line in the shell of the example, before it; it must go well. */
  shell(line: string): Promise<string>
}

/** What an example needs beyond a server with the usual objects, and what is to be seen of it. */
export interface Precondition {
  /** Run by the super administrator before. */
  readonly before?: readonly string[]
  /** In the folder, by name. */
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly arrange?: (stage: Stage) => Promise<void>
  /** Exit code that the help of the command explains. Default 0. */
  readonly exit?: number
  /** It may have nothing to say. */
  readonly isSilent?: true
  /** Runs in a real terminal: what a person does there, to the end. */
  readonly inTerminal?: (window: TerminalWindow, stage: Stage) => Promise<void>
  /** While it runs without a terminal: what others do, and what ends it. */
  readonly meanwhile?: (running: Running, stage: Stage) => Promise<void>
}

/** An example that has not ended yet. */
export interface Running {
  /** Waits until standard output has it. */
  printed(wanted: RegExp): Promise<void>
  /** As Ctrl-C does. */
  interrupt(): void
}

/** By a word, the path of a command, or a whole line; all that fit apply, the widest first. */
export type Preconditions = Readonly<Record<string, Precondition>>
