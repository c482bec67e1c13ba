import type { ChatAnswer } from '../client/gateway-chat.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { dollars, grouped, thousandthsOf } from './money.ts'

/** Returns one line about a request: tokens in and out, cost, and how to explain it. */
export function priceLine(
  { model, usage, requestId }: ChatAnswer,
  quota: string | undefined,
  quotaPerUnit: number,
  phrase: Phrase,
): string {
  const count = (name: string): string => {
    const value = usage?.[name]
    return typeof value === 'number' ? grouped(String(value)) : '?'
  }
  return [
    model,
    phrase('chat.tokens', { input: count('prompt_tokens'), output: count('completion_tokens') }),
    quota === undefined ? phrase('chat.priceUnknown') : dollars(thousandthsOf(quota), quotaPerUnit),
    requestId,
  ]
    .filter((each) => each !== '')
    .join('  ')
}
