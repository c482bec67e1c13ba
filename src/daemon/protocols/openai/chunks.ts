import { asObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/**
 * A complete chat answer as the events of a stream, for clients that asked for one where the upstream gives none: each
 * choice whole, then how each ended, then the usage when it was asked for.
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

/** A text completion has the same shape streamed and whole. */
export function toCompletionChunks(document: JsonObject, wantsUsage: boolean): readonly JsonObject[] {
  const { usage, ...said } = document
  return [said, ...(wantsUsage && usage ? [{ ...said, choices: [], usage }] : [])]
}

/** In streams tool calls are numbered, because they come in pieces. */
function toDelta(message: JsonObject | undefined): JsonObject {
  if (!message) return {}
  const calls = objectsOf(message.tool_calls)
  if (calls.length === 0) return message
  return { ...message, tool_calls: calls.map((call, index): JsonValue => ({ index, ...call })) }
}
