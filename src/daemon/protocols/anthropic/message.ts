import type { JsonObject } from '../types.ts'

/** A message under construction. Its blocks are newly created and may be changed. */
export interface Message {
  readonly role: 'user' | 'assistant' | 'system'
  content: JsonObject[]
}
