import type { EncodeTarget } from '../conversation/codec.ts'
import type { AssistantPart, ReasoningOrigin, UserPart } from '../conversation/types.ts'
import { type GeminiFamily, isThirdGeneration } from './models.ts'

/** What the writing of every part depends on. */
export interface ContentsScope {
  readonly target: EncodeTarget
  readonly origin: ReasoningOrigin
  /** Third generation: ids of calls, pictures in results, resolution of a part, signatures that are checked. */
  readonly isThird: boolean
}

export const contentsScope = (target: EncodeTarget, family: GeminiFamily): ContentsScope => ({
  target,
  origin: target.traits.origin ?? 'google',
  isThird: isThirdGeneration(family),
})

/** What a part asks for or tells that this protocol has no place for. */
export function noteMarks(part: UserPart | AssistantPart, { target }: ContentsScope): void {
  if ('cache' in part && part.cache) target.losses.add('cache_control')
  if (part.kind === 'text' && part.citations && part.citations.length > 0) target.losses.add('citations')
  if (part.kind === 'media' && part.name !== undefined) target.losses.add('filename')
}
