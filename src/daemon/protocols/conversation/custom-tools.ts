import { asObject, asText } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { ConversationEvent, CustomTool, FunctionTool, Tool, ToolCallPart } from './types.ts'

/*
 * Custom tools take free text. For formats that only have functions, they become functions with one text argument.
 * Their calls are converted back for the client according to the tools of its request, because the upstream's answer
 * alone does not say.
 */

/**
 * Converts every tool to a function. The function's description states the grammar, because it is no longer enforced.
 */
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

/** Describes the grammar in words. Chat nests it (`format.grammar.definition`), Responses does not. */
function describeGrammar(format: CustomTool['format']): string | undefined {
  const grammar = asObject(format?.grammar) ?? format
  const definition = asText(grammar?.definition)
  return definition && `The input must follow this ${asText(grammar?.syntax) ?? ''} grammar:\n${definition}`
}

/** Wraps the input of a custom call as the arguments of the emulating function. */
export const emulateCustomInput = (input: string): string => JSON.stringify({ input })

/** Restores the call that the client expects: a call of a custom tool carries free text again. */
export function restoreCustomCall(part: ToolCallPart, tools: readonly Tool[]): ToolCallPart {
  if (part.isCustom || !isCustomTool(part.name, tools)) return part
  return { ...part, isCustom: true, arguments: restoreInput(part.arguments) }
}

/**
 * Restores calls of custom tools in the events of one stream. Partial JSON cannot be converted to text, so the
 * arguments of such a call are held back until it ends.
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

/** Returns the free text. Models that ignore the schema write it without the JSON around it. */
function restoreInput(text: string): string {
  const input = asObject(parseJson(text))?.input
  return typeof input === 'string' ? input : text
}
