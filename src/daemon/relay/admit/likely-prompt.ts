import { likelyTokens } from '../../counting/estimate-tokens.ts'
import type { Asked } from './asked.ts'

/** How many tokens the prompt likely has: fewer than were held for it, as a rule, and never more. */
export const likelyPromptTokens = ({ inbound, admitted }: Pick<Asked, 'inbound' | 'admitted'>): number =>
  Math.min(admitted.promptTokens, likelyTokens(inbound.body.length))
