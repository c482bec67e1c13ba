import { asObject, asText } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { ConversationEvent, CustomTool, FunctionTool, Tool, ToolCallPart } from './types.ts'

/*
 * Custom tools take free text; where a format knows functions only, they become functions with one text argument. Calls
 * are turned back when the client is answered, by the tools it asked with: the upstream's answer alone does not tell.
 */

/** Every tool as a function. A grammar is not enforced any more, so it is told in the description. */
export function emulateCustomTools(tools: readonly Tool[]): readonly FunctionTool[] {
  return tools.map((tool) => (tool.kind === 'custom' ? emulateCustomTool(tool) : tool))
}

function emulateCustomTool({ name, description, format }: CustomTool): FunctionTool {
  const text = [description, describeGrammar(format)].filter((each) => each !== undefined).join('\n\n')
  return {
    kind: 'function',
    name,
    ...(text !== '' && { description: text }),
    parameters: {
      type: 'object',
      properties: { input: { type: 'string' } },
      required: ['input'],
      additionalProperties: false,
    },
  }
}

/** Chat nests the grammar (`format.grammar.definition`), Responses does not. */
function describeGrammar(format: CustomTool['format']): string | undefined {
  const grammar = asObject(format?.grammar) ?? format
  const definition = asText(grammar?.definition)
  return definition && `The input must follow this ${asText(grammar?.syntax) ?? ''} grammar:\n${definition}`
}

/** The input of a custom call as the arguments of the function that stands for it. */
export const emulateCustomInput = (input: string): string => JSON.stringify({ input })

/** The call as its client knows it: a call of a custom tool carries free text again. */
export function restoreCustomCall(part: ToolCallPart, tools: readonly Tool[]): ToolCallPart {
  if (part.isCustom || !isCustomTool(part.name, tools)) return part
  return { ...part, isCustom: true, arguments: restoreInput(part.arguments) }
}

/**
 * The same for the events of one stream. JSON in pieces cannot be turned into text in pieces, so the arguments of such a
 * call are kept back until it ends.
 */
export function restoreCustomEvents(
  tools: readonly Tool[],
): (events: readonly ConversationEvent[]) => readonly ConversationEvent[] {
  const kept = new Map<number, string>()
  if (!tools.some((tool) => tool.kind === 'custom')) return (events) => events
  return (events) =>
    events.flatMap((event): ConversationEvent | ConversationEvent[] => {
      switch (event.kind) {
        case 'tool-start':
          if (event.isCustom || !isCustomTool(event.name, tools)) return event
          kept.set(event.index, '')
          return { ...event, isCustom: true }
        case 'tool-arguments': {
          const text = kept.get(event.index)
          if (text === undefined) return event
          kept.set(event.index, text + event.text)
          return []
        }
        case 'tool-end': {
          const text = kept.get(event.index)
          if (text === undefined) return event
          kept.delete(event.index)
          return [{ kind: 'tool-arguments', index: event.index, text: restoreInput(text) }, event]
        }
        default:
          return event
      }
    })
}

const isCustomTool = (name: string, tools: readonly Tool[]): boolean =>
  tools.some((tool) => tool.kind === 'custom' && tool.name === name)

/** A model that ignores the schema writes the text itself. */
function restoreInput(text: string): string {
  const input = asObject(parseJson(text))?.input
  return typeof input === 'string' ? input : text
}
