import { createHmac } from 'node:crypto'
import { newPromptCache, type PromptCache } from './prompt-cache.ts'

/** What one simulator handed out, and recognises when it comes back. Outlives `reset()`, as a vendor's does. */
export interface Memory {
  /** @returns an id no other answer of this simulator bears */
  nextId(prefix: string): string
  /**
   * Signs what a client has to send back unchanged.
   * @param text what the signature is bound to
   * @param given the signature to use instead of one of its own
   */
  sign(text: string, given?: string): string
  /** Whether the signature was handed out for this text. */
  knows(signature: unknown, text: string): boolean
  /** Documents to be found again by id: stored responses, issued access tokens. */
  readonly documents: Map<string, unknown>
  readonly prompts: PromptCache
}

/** @param account whose memory it is: what another account handed out is unknown here */
export const newMemory = (account = ''): Memory => {
  let count = 0
  const signed = new Map<string, Set<string>>()
  return {
    nextId: (prefix) => {
      count += 1
      return `${prefix}sim${account}${String(count).padStart(6, '0')}`
    },
    sign: (text, given) => {
      const signature = given ?? createHmac('sha256', `simulator${account}`).update(text).digest('base64')
      const texts = signed.get(signature) ?? new Set()
      signed.set(signature, texts.add(text))
      return signature
    },
    knows: (signature, text) => typeof signature === 'string' && (signed.get(signature)?.has(text) ?? false),
    documents: new Map(),
    prompts: newPromptCache(),
  }
}
