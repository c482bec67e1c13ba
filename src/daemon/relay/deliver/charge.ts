import { type Charge, decideCharge } from '../../pricing/settlement.ts'
import type { Usage } from '../../protocols/usage.ts'
import type { Asked } from '../admit/asked.ts'
import type { PlainAnswer } from '../call/answer.ts'
import type { Hold } from '../hold/reserve.ts'
import { toClientAnswer } from './answer-format.ts'
import { plainFacts } from './charge-facts.ts'

/** The usage that a client is told: what it is charged for. undefined = the answer is free because it failed. */
export const toldUsage = ({ rule, usage }: Charge): Usage | undefined => (rule === 'P3' ? undefined : usage)

/**
 * Adds the charge to a translated answer. Most providers state the usage. If one does not, or states something impossible, we
 * count the tokens ourselves and write the answer again, so that the client reads the numbers that it is charged for.
 *
 * @param told with its body in the client's form
 */
export async function withCharge(told: PlainAnswer, asked: Asked, hold: Hold): Promise<PlainAnswer> {
  const { conversation } = told
  if (!conversation) return told
  const charge = await decideCharge({
    ...plainFacts(asked, told),
    quote: hold.quote,
    holdAmount: hold.amount,
  })
  const usage = toldUsage(charge)
  if (charge.source === 'upstream' || !usage) return { ...told, charge }
  return { ...toClientAnswer({ ...told, conversation: { ...conversation, usage } }, asked), charge }
}
