import type { Texts } from '../errors/reasons.ts'

/**
 * The daemon cannot start, for a reason that the person at the terminal can fix. The text is one line that says what
 * is wrong and what to try; the process prints it and exits with `exitCode`.
 */
export class StartError extends Error {
  /** 1 unless the reason has its own code, see {@link exitCodes}. */
  readonly exitCode: number

  readonly texts: Texts

  constructor(texts: Texts, exitCode: number = exitCodes.failure, options?: ErrorOptions) {
    const [en, zh] = [texts.en, texts.zh].map((text) => text.replaceAll(/\s*\n\s*/g, ' ')) as [string, string]
    super(en, options)
    this.texts = { en, zh }
    this.name = 'StartError'
    this.exitCode = exitCode
  }
}

export const exitCodes = {
  failure: 1,
  /** The key or the program does not match the store. The service manager need not restart it. */
  configuration: 2,
  /** Another daemon already uses the same SQLite file. */
  inUse: 6,
} as const
