import type { CommandContext } from '../define-command.ts'
import { drawExplanation } from './explanation.ts'
import { createMoney } from './money.ts'
import { problemText } from './problem-text.ts'
import { localTime } from './time.ts'

/** Returns the explanation of a request as shown on a screen, or the error instead. */
export async function explainCall(
  requestId: string,
  { api, phrase, quotaPerUnit }: CommandContext,
): Promise<string> {
  try {
    const [answer, rate] = await Promise.all([
      api.get('/api/log/explain/{request_id}', { path: { request_id: requestId } }),
      quotaPerUnit(),
    ])
    return await drawExplanation(answer, { phrase, money: createMoney(rate), time: localTime })
  } catch (error) {
    return phrase('error.line', { message: problemText(error) })
  }
}
