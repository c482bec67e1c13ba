import type { AssistantPart, ReasoningPart } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { argumentsObject } from './calls.ts'
import { type ContentsScope, noteMarks } from './contents-scope.ts'
import { encodeMedia } from './media.ts'
import { signatureFor } from './signatures.ts'

/**
 * Encodes the parts of a model's content. The signature of a thought goes on the text or call that follows, where
 * Google itself puts it. If nothing follows, it goes on an empty text, as in Google's streams.
 */
export function encodeAssistantParts(said: readonly AssistantPart[], scope: ContentsScope): JsonObject[] {
  const parts: JsonObject[] = []
  let pending: string | undefined
  const flush = () => {
    if (pending !== undefined) parts.push({ text: '', thoughtSignature: pending })
    pending = undefined
  }
  const put = (part: JsonObject, own?: string) => {
    if (own !== undefined) flush()
    const signature = own ?? pending
    pending = undefined
    parts.push(signature === undefined ? part : { ...part, thoughtSignature: signature })
  }
  for (const part of said) {
    noteMarks(part, scope)
    switch (part.kind) {
      case 'text':
      case 'refusal':
        if (part.text !== '') put({ text: part.text })
        break
      case 'reasoning': {
        const signature = readOwn(part, scope)
        if (signature === undefined) break
        flush()
        if (part.text !== '') parts.push({ text: part.text, thought: true })
        pending = signature
        break
      }
      case 'tool-call': {
        const call = {
          ...(scope.isThird && { id: part.id }),
          name: part.name,
          args: argumentsObject(part.arguments, part.isCustom === true),
        }
        if (Object.hasOwn(call.args, '_raw')) scope.target.losses.add('tool_call_arguments')
        if (part.state && part.state.origin !== scope.origin) scope.target.losses.add('reasoning_details')
        put({ functionCall: call }, signatureFor(part.state, scope.origin))
        break
      }
      case 'media':
        put(encodeMedia(part, scope.target, scope.isThird))
    }
  }
  flush()
  return parts
}

/** Returns the signature of a thought. Thoughts are sent back only to the model family that signed them. */
function readOwn(part: ReasoningPart, { origin, target }: ContentsScope): string | undefined {
  const own = signatureFor(part.state, origin)
  if (own !== undefined) return own
  if (part.state) target.losses.add('reasoning_details')
  if (part.text !== '') target.losses.add('reasoning_content')
  return undefined
}
