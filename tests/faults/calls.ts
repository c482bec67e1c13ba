import type { Account, TokenOfAccount } from './account.ts'
import type { Answer, Ask, Client } from './client.ts'
import type { Operation } from './history-checker.ts'
import { models } from './site.ts'

export type ModelKind = keyof typeof models

let sequence = 0

/** Calls of one user with one token, recorded for `judge`. */
export interface Calls {
  readonly operations: readonly Operation[]
  /** Makes one call; its message is a fresh nonce unless given. */
  make(
    ask?: Partial<Ask> & { readonly kind?: ModelKind },
    onBytes?: Parameters<Client['ask']>[2],
  ): Promise<Answer>
}

export const recordCalls = (client: Client, account: Account, token: TokenOfAccount): Calls => {
  const operations: Operation[] = []
  return {
    operations,
    make: async ({ kind = 'whole', ...ask } = {}, onBytes) => {
      sequence += 1
      const nonce = ask.message ?? `nonce-${sequence} with some words`
      const { name, price } = models[kind]
      const answer = await client.ask(token.key, { model: name, ...ask, message: nonce }, onBytes)
      const { outcome, requestId } = answer
      operations.push({ nonce, userId: account.id, tokenId: token.id, price, outcome, requestId })
      return answer
    },
  }
}
