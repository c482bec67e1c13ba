import { createHmac } from 'node:crypto'
import { newPromptCache, type PromptCache } from './prompt-cache.ts'

/**
 * Everything that one simulator issued and recognizes when a client sends it back. Survives `reset()`, like a vendor's
 * data.
 */
export interface Memory {
  /** @returns an id that no other response of this simulator has */
  nextId(prefix: string): string
  /**
   * Signs a value that a client has to send back unchanged.
   * @param text what the signature is bound to
   * @param given the signature to use instead of a generated one
   */
  sign(text: string, given?: string): string
  /** Reports whether the signature was issued for this text. */
  knows(signature: unknown, text: string): boolean
  /** Documents to find again by id: stored responses, issued access tokens. */
  readonly documents: Map<string, unknown>
  readonly prompts: PromptCache
}

/** Creates a memory. @param account its owner; values issued to another account are unknown in it */
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
