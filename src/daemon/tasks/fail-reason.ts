import { catalogue } from '../errors/catalogue.ts'
import { tasks } from '../errors/phrases/tasks.ts'
import type { Texts } from '../errors/reasons.ts'
import type { Language } from '../language.ts'

const ours: ReadonlyMap<string, Texts> = new Map([
  ...Object.values(tasks).map((texts): [string, Texts] => [texts.en, texts]),
  // A task that was refused keeps the code of the error. A text with a placeholder says nothing without its value.
  ...Object.entries(catalogue).filter(([, { en }]) => !en.includes('{')),
])

/** Why a task failed, for a reader: our own reasons in their language, a vendor's in its words. */
export const failReasonIn = (language: Language, stored: string): string =>
  ours.get(stored)?.[language] ?? stored
