import { asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

const OPEN = '<think>\n'
const CLOSE = '\n</think>\n'

/** Moves reasoning before the content of a complete answer, between `<think>` and `</think>`. */
export function withInlineThinking(document: JsonObject): JsonObject {
  return {
    ...document,
    choices: objectsOf(document.choices).map((choice) => {
      const { reasoning, rest } = takeReasoning(asObject(choice.message) ?? {})
      if (reasoning === '') return choice
      return {
        ...choice,
        message: { ...rest, content: OPEN + reasoning + CLOSE + (asText(rest.content) ?? '') },
      }
    }),
  }
}

/**
 * Moves reasoning into the content of one stream's events. The marker is closed when the choice contains anything other
 * than reasoning, or ends.
 */
export function inlineThinkingInStream(): (document: JsonObject) => JsonObject {
  const thinking = new Set<number>()
  return (document) => ({
    ...document,
    choices: objectsOf(document.choices).map((choice) => {
      const index = typeof choice.index === 'number' ? choice.index : 0
      const { reasoning, rest } = takeReasoning(asObject(choice.delta) ?? {})
      let content = ''
      if (reasoning !== '') {
        content = (thinking.has(index) ? '' : OPEN) + reasoning
        thinking.add(index)
      }
      const said = asText(rest.content) ?? ''
      const goesOn = said === '' && rest.tool_calls === undefined && !choice.finish_reason
      if (thinking.has(index) && !goesOn) {
        content += CLOSE
        thinking.delete(index)
      }
      const isSilent = content === '' && said === ''
      return { ...choice, delta: isSilent ? rest : { ...rest, content: content + said } }
    }),
  })
}

/** Takes the reasoning out of a message. Vendors use two names; those that send both send the same text twice. */
function takeReasoning(message: JsonObject): { readonly reasoning: string; readonly rest: JsonObject } {
  const { reasoning_content, reasoning, reasoning_details: _details, ...rest } = message
  return { reasoning: asText(reasoning_content) ?? asText(reasoning) ?? '', rest }
}
