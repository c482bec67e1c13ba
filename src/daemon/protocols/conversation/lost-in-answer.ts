import type { ConversationAnswer } from './types.ts'

/** A feature that an answer may have, named as in docs/translation.md. */
export type AnswerTrait = 'logprobs' | 'stop_sequence' | 'refusal' | 'images' | 'citations'

const HOLDS: Readonly<Record<AnswerTrait, (answer: ConversationAnswer) => boolean>> = {
  logprobs: (answer) => (answer.logprobs?.length ?? 0) > 0,
  stop_sequence: (answer) => answer.finish === 'stop-sequence',
  refusal: (answer) => answer.parts.some((part) => part.kind === 'refusal'),
  images: (answer) => answer.parts.some((part) => part.kind === 'media'),
  citations: (answer) =>
    answer.parts.some((part) => part.kind === 'text' && (part.citations?.length ?? 0) > 0),
}

/** Returns a function that lists the features of an answer that a protocol cannot express. */
export const lostOf =
  (...lacking: readonly AnswerTrait[]) =>
  (answer: ConversationAnswer): readonly string[] =>
    lacking.filter((trait) => HOLDS[trait](answer))
