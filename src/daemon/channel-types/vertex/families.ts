import type { OperationName } from '../../protocols/types.ts'
import { googleSpeaks } from '../google-models.ts'

/** The protocol of a model: Google's, Anthropic's, or OpenAI's for all other models that Google hosts. */
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
