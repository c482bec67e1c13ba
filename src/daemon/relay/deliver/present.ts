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

/** Some names come from the client's own request, where they may be as long and as strange as it likes. */
const headerSafe = (field: string): string => field.slice(0, FIELD_CHARS_MAX).replaceAll(/[^\x20-\x7e]/g, '?')

/**
 * An answer in the form its client gets it in. Says in a header what got lost in translation, as long as headers can
 * still be sent, and remembers the reasoning of a complete answer.
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
