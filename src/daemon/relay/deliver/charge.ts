import type { Charge } from '../../pricing/settlement.ts'
import type { Usage } from '../../protocols/usage.ts'
import type { Asked } from '../admit/asked.ts'
import type { PlainAnswer } from '../call/answer.ts'
import { toClientAnswer } from './answer-format.ts'

/** Returns the usage reported to the client, which is what it is charged for. undefined = the failed answer is free. */
export const toldUsage = ({ rule, usage }: Charge): Usage | undefined => (rule === 'P3' ? undefined : usage)

/**
 * Reports the charged usage in an answer. Most providers state the usage. If one does not, or states something
 * impossible, we have counted the tokens ourselves, and write the answer again with the numbers that are charged.
 */
export function withChargedUsage(answer: PlainAnswer, charge: Charge, asked: Asked): PlainAnswer {
  const { conversation } = answer
  const usage = toldUsage(charge)
  if (!usage || charge.source === 'upstream') return answer
  return conversation
    ? toClientAnswer({ ...answer, conversation: { ...conversation, usage } }, asked)
    : toClientAnswer(answer, asked, usage)
}

/** Whether we write the usage into the answer. Every protocol has a member for it in conversations and embeddings. */
export const tellsUsage = ({ conversation, prepared: { translation } }: PlainAnswer): boolean =>
  conversation !== undefined || (translation?.kind === 'form' && translation.client.operation === 'embedding')
