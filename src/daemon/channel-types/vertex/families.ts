import type { OperationName } from '../../protocols/types.ts'
import { googleSpeaks } from '../google-models.ts'

/** The protocol that a model speaks: Google's, Anthropic's, or OpenAI's (everything that others made and Google hosts). */
export type VertexFamily = 'google' | 'claude' | 'open'

export function vertexFamily(model: string): VertexFamily {
  if (model.startsWith('claude')) return 'claude'
  if (model.includes('/') || model.includes('llama') || model.endsWith('-maas')) return 'open'
  return 'google'
}

/** Reports whether the family of a model serves an operation. */
export function speaksAs(operation: OperationName, model: string): boolean {
  switch (vertexFamily(model)) {
    case 'claude':
      return operation === 'messages'
    case 'open':
      return operation === 'chat'
    case 'google':
      return operation !== 'messages' && operation !== 'chat' && googleSpeaks(operation, model)
  }
}
