import { likelyTokens } from '../../counting/estimate-tokens.ts'
import type { Asked } from './asked.ts'

/** The likely number of tokens in the prompt. It is usually lower than the number that was held for, and never higher. */
export const likelyPromptTokens = ({ inbound, admitted }: Pick<Asked, 'inbound' | 'admitted'>): number =>
  Math.min(admitted.promptTokens, likelyTokens(inbound.body.length))
