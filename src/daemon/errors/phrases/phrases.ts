import type { Texts } from '../reasons.ts'
import { answers } from './answers.ts'
import { batches } from './batches.ts'
import { contents } from './contents.ts'
import { files } from './files.ts'
import { forms } from './forms.ts'
import { media } from './media.ts'
import { sessions } from './sessions.ts'
import { shapes } from './shapes.ts'
import { tasks } from './tasks.ts'

/** The phrases by topic; every name belongs to one topic. */
export const topics = { shapes, contents, media, forms, files, sessions, batches, answers, tasks }

type PhrasesByName = typeof shapes &
  typeof contents &
  typeof media &
  typeof forms &
  typeof files &
  typeof sessions &
  typeof batches &
  typeof answers &
  typeof tasks

export type PhraseName = keyof PhrasesByName

/**
 * Texts for problems with a request, or with a response that has no text, where the text of the error's code alone
 * would say too little. `{name}` in a text is filled from the error's `values`, `{field}` from its field. The log
 * stores the names, so renaming a phrase leaves older rows in English.
 */
export const phrases: Readonly<Record<PhraseName, Texts>> = {
  ...shapes,
  ...contents,
  ...media,
  ...forms,
  ...files,
  ...sessions,
  ...batches,
  ...answers,
  ...tasks,
}

export const isPhraseName = (name: unknown): name is PhraseName =>
  typeof name === 'string' && Object.hasOwn(phrases, name)

/** Extracts the names in braces. */
export type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never

/** The placeholders of a phrase. */
export type PlaceholderOf<Name extends PhraseName> = PlaceholderIn<PhrasesByName[Name]['en']>
