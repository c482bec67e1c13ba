import type {
  AssistantPart,
  MediaPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Turn,
  UserPart,
} from '../conversation/types.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { encodeAssistantParts } from './assistant-encoder.ts'
import { toResponse } from './calls.ts'
import { type ContentsScope, noteMarks } from './contents-scope.ts'
import { encodeMedia } from './media.ts'
import { signCurrentTurn } from './sign-calls.ts'

interface Content {
  readonly role: 'user' | 'model'
  readonly parts: JsonObject[]
}

/**
 * Encodes the contents of a request. The results for the calls of a turn are together in the content right after it,
 * one per call: a missing result is filled in, a surplus one becomes text. Instructions in mid-conversation become
 * marked user text.
 *
 * @param turns without the system prompt
 */
export function encodeContents(turns: readonly Turn[], scope: ContentsScope): JsonValue[] {
  const contents: Content[] = []
  let at = 0
  while (at < turns.length) {
    const assistant = takeRun(turns, at, (turn) => turn.role === 'assistant')
    at += assistant.length
    const others = takeRun(turns, at, (turn) => turn.role !== 'assistant')
    at += others.length
    const said = assistant.flatMap((turn) => (turn.role === 'assistant' ? turn.parts : []))
    const parts = encodeAssistantParts(said, scope)
    if (parts.length > 0) contents.push({ role: 'model', parts })
    contents.push(...encodeUserRun(said, others, scope))
  }
  if (contents[0]?.role !== 'user') contents.unshift({ role: 'user', parts: [{ text: ' ' }] })
  const written = contents.map(({ role, parts }): JsonObject => ({ role, parts }))
  return scope.isThird ? signCurrentTurn(written) : written
}

function takeRun(turns: readonly Turn[], from: number, belongs: (turn: Turn) => boolean): Turn[] {
  let end = from
  for (let turn = turns[end]; turn && belongs(turn); turn = turns[end]) end += 1
  return turns.slice(from, end)
}

function encodeUserRun(
  said: readonly AssistantPart[],
  turns: readonly Turn[],
  scope: ContentsScope,
): Content[] {
  const calls = said.filter((part): part is ToolCallPart => part.kind === 'tool-call')
  const results = new Map<string, ToolResultPart>()
  for (const turn of turns)
    for (const part of turn.parts)
      if (part.kind === 'tool-result' && !results.has(part.callId)) results.set(part.callId, part)
  const beside: JsonObject[] = []
  const responses = calls.map((call) => encodeResult(call, results.get(call.id), beside, scope))
  const answered = new Set(calls.map((call) => call.id))
  const parts = turns.flatMap((turn) =>
    turn.role === 'system'
      ? turn.parts.flatMap((part) => markedText(part, scope))
      : (turn.parts as readonly UserPart[]).flatMap((part) => encodeUserPart(part, answered, scope)),
  )
  const rest = [...beside, ...parts]
  return [
    ...(responses.length > 0 ? [{ role: 'user' as const, parts: responses }] : []),
    ...(rest.length > 0 ? [{ role: 'user' as const, parts: rest }] : []),
  ]
}

const markedText = (part: TextPart, scope: ContentsScope): JsonObject[] => {
  noteMarks(part, scope)
  scope.target.losses.add('system')
  return part.text === '' ? [] : [{ text: `<system>\n${part.text}\n</system>` }]
}

function encodeUserPart(part: UserPart, answered: ReadonlySet<string>, scope: ContentsScope): JsonObject[] {
  noteMarks(part, scope)
  switch (part.kind) {
    case 'text':
      return part.text === '' ? [] : [{ text: part.text }]
    case 'media':
      return [encodeMedia(part, scope.target, scope.isThird)]
    case 'tool-result': {
      if (answered.has(part.callId)) return []
      // The API rejects a result without its call.
      const label = { text: `Result of the tool ${part.name ?? part.callId}:\n${textOf(part)}` }
      return [label, ...mediaOf(part).map((each) => encodeMedia(each, scope.target, scope.isThird))]
    }
  }
}

/** @param beside collects images that older models do not accept inside the result */
function encodeResult(
  call: ToolCallPart,
  result: ToolResultPart | undefined,
  beside: JsonObject[],
  scope: ContentsScope,
): JsonObject {
  const common: JsonObject = { ...(scope.isThird && { id: call.id }), name: call.name }
  if (!result) return { functionResponse: { ...common, response: { result: 'No result provided' } } }
  const media = mediaOf(result).map((each) => encodeMedia(each, scope.target, false))
  if (media.length > 0 && !scope.isThird) {
    scope.target.losses.add('tool_result_media')
    beside.push({ text: `Part of the result of the tool ${call.name}:` })
    for (const each of media) beside.push(each)
  }
  return {
    functionResponse: {
      ...common,
      response: toResponse(textOf(result), result.isError === true),
      ...(media.length > 0 && scope.isThird && { parts: media }),
    },
  }
}

const textOf = (result: ToolResultPart): string =>
  result.parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n')

const mediaOf = (result: ToolResultPart): MediaPart[] =>
  result.parts.filter((part): part is MediaPart => part.kind === 'media')
