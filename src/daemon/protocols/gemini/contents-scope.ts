import type { EncodeTarget } from '../conversation/codec.ts'
import type { AssistantPart, ReasoningOrigin, UserPart } from '../conversation/types.ts'
import { type GeminiFamily, isThirdGeneration } from './models.ts'

/** The context for encoding every part. */
export interface ContentsScope {
  readonly target: EncodeTarget
  readonly origin: ReasoningOrigin
  /** Third generation: call ids, images in results, resolution per part, and verified signatures. */
  readonly isThird: boolean
}

export const contentsScope = (target: EncodeTarget, family: GeminiFamily): ContentsScope => ({
  target,
  origin: target.traits.origin ?? 'google',
  isThird: isThirdGeneration(family),
})

/** Records the members of a part that this protocol cannot express. */
export function noteMarks(part: UserPart | AssistantPart, { target }: ContentsScope): void {
  if ('cache' in part && part.cache) target.losses.add('cache_control')
  if (part.kind === 'text' && part.citations && part.citations.length > 0) target.losses.add('citations')
  if (part.kind === 'media' && part.name !== undefined) target.losses.add('filename')
}
