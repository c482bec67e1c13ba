import { asObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/**
 * Converts a complete chat answer to stream events, for clients that asked for a stream when the upstream returns none:
 * each choice as a whole, then the finish reasons, then the usage if requested.
 */
export function toChatChunks(document: JsonObject, wantsUsage: boolean): readonly JsonObject[] {
  const { choices, usage, ...rest } = document
  const common = { ...rest, object: 'chat.completion.chunk' }
  const all = objectsOf(choices).map((choice, place) => ({ ...choice, index: choice.index ?? place }))
  const said = all.map(({ message, finish_reason: _ended, ...choice }: JsonObject) => ({
    ...choice,
    delta: toDelta(asObject(message)),
    finish_reason: null,
  }))
  const ended = all.map(({ index, finish_reason }: JsonObject) => ({
    index: index ?? 0,
    delta: {},
    finish_reason: finish_reason ?? 'stop',
  }))
  return [
    { ...common, choices: said },
    { ...common, choices: ended },
    ...(wantsUsage && usage ? [{ ...common, choices: [], usage }] : []),
  ]
}

/** Converts a text completion to stream events. It has the same form in streams. */
export function toCompletionChunks(document: JsonObject, wantsUsage: boolean): readonly JsonObject[] {
  const { usage, ...said } = document
  return [said, ...(wantsUsage && usage ? [{ ...said, choices: [], usage }] : [])]
}

/** Converts a message to a delta. In streams, tool calls have an index, because they come in pieces. */
function toDelta(message: JsonObject | undefined): JsonObject {
  if (!message) return {}
  const calls = objectsOf(message.tool_calls)
  if (calls.length === 0) return message
  return { ...message, tool_calls: calls.map((call, index): JsonValue => ({ index, ...call })) }
}
