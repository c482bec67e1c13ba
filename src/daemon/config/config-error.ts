import type { Texts } from '../errors/reasons.ts'

/** The configuration cannot be used. The text is one line that names the variable and the form it should have. */
export class ConfigError extends Error {
  readonly texts: Texts

  constructor(texts: Texts) {
    super(texts.en)
    this.texts = texts
  }
}
