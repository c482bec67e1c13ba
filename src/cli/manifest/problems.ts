import { CliError, type ProblemLine } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Tell, TextKey } from './texts.ts'

/** A place in a file; lines and columns start at 1. */
export interface Place {
  /** File as named on the command line; `-` for standard input. */
  readonly file: string
  readonly line: number
  readonly column: number
}

export type Problem = ProblemLine

export interface Finding {
  readonly place: Place
  readonly path?: string
  readonly values?: Readonly<Record<string, string | number>>
  readonly hint?: string | undefined
}

/** Collects all problems, so that they are reported in a single run. */
export class Problems {
  readonly list: Problem[] = []
  readonly tell: Tell

  constructor(tell: Tell) {
    this.tell = tell
  }

  add(key: TextKey, finding: Finding): void {
    this.#note('error', key, finding)
  }

  warn(key: TextKey, finding: Finding): void {
    this.#note('warning', key, finding)
  }

  get errors(): readonly Problem[] {
    return this.list.filter(({ severity }) => severity === 'error')
  }

  /** Returns the problems in the order of the files. */
  sorted(): readonly Problem[] {
    return [...this.list].sort((a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column)
  }

  /** Reports the problems. @throws CliError 7 with every problem, if there is an error among them */
  refuse(): void {
    if (this.errors.length === 0) return
    throw new CliError(
      'manifest_invalid',
      exitCodes.rejected,
      this.tell('refused', { count: this.errors.length }),
      { problems: this.sorted() },
    )
  }

  #note(severity: Problem['severity'], key: TextKey, { place, path = '', values = {}, hint }: Finding): void {
    const { file, line, column } = place
    const message = this.tell(key, values)
    this.list.push({ severity, file, line, column, path, message, hint: hint ?? null })
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
