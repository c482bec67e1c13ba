import { AppError } from '../../errors/app-error.ts'
import type { Texts } from '../../errors/reasons.ts'
import type { Losses } from './codec.ts'

/** Collects the fields that a translation dropped: each once, in order of discovery. */
export class LossList implements Losses {
  readonly #fields = new Set<string>()

  add(field: string): void {
    this.#fields.add(field)
  }

  refuse(field: string, why: Texts): never {
    throw new AppError('translation_unsupported', { field, values: { field, why } })
  }

  get fields(): readonly string[] {
    return [...this.#fields]
  }
}
