import type { Asked } from '../admit/asked.ts'
import type { Answer } from '../call/answer.ts'
import type { ReasoningMemory } from '../call/prepare/reasoning-memory.ts'
import { lossesOf } from '../call/prepare/translation.ts'
import type { Inbound } from '../inbound/inbound.ts'
import { toClientAnswer } from './answer-format.ts'

export interface PresentDeps {
  readonly reasoning: ReasoningMemory
}

const FIELDS_MAX = 50
const FIELD_CHARS_MAX = 80

/**
 * Makes a name safe for a header. Some names come from the client's request, and can be arbitrarily long and strange.
 */
const headerSafe = (field: string): string => field.slice(0, FIELD_CHARS_MAX).replaceAll(/[^\x20-\x7e]/g, '?')

/**
 * Puts an answer into the form its client gets. Lists losses in translation in a header, as long as headers can still
 * be sent, and remembers the reasoning of a complete answer.
 */
export function present(asked: Asked<Inbound>, answer: Answer, { reasoning }: PresentDeps): Answer {
  if (answer.kind === 'failed') return answer
  const losses = lossesOf(answer)
  if (losses.length > 0)
    asked.inbound.client.announce(
      'tollgate-translation',
      `lossy; ${losses.slice(0, FIELDS_MAX).map(headerSafe).join(', ')}`,
    )
  if (answer.kind === 'stream') return answer
  if (answer.conversation) reasoning.remember(asked.admitted.caller.userId, answer.conversation.parts)
  return toClientAnswer(answer, asked)
}
