import { catalogue } from '../errors/catalogue.ts'
import { tasks } from '../errors/phrases/tasks.ts'
import type { Texts } from '../errors/reasons.ts'
import type { Language } from '../language.ts'

const ours: ReadonlyMap<string, Texts> = new Map([
  ...Object.values(tasks).map((texts): [string, Texts] => [texts.en, texts]),
  // A refused task stores the code of the error, but no values, so texts with placeholders are left out.
  ...Object.entries(catalogue).filter(([, { en }]) => !en.includes('{')),
])

/** Says why a task failed: our own reasons in the reader's language, a vendor's in its own words. */
export const failReasonIn = (language: Language, stored: string): string =>
  ours.get(stored)?.[language] ?? stored
