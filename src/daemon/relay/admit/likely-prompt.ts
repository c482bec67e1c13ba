import { likelyTokens } from '../../counting/estimate-tokens.ts'
import type { Asked } from './asked.ts'

/** Returns the likely number of prompt tokens. It is usually lower than the number in the hold, and never higher. */
export const likelyPromptTokens = ({ inbound, admitted }: Pick<Asked, 'inbound' | 'admitted'>): number =>
  Math.min(admitted.promptTokens, likelyTokens(inbound.body.length))
