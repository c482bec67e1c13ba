import type { Ask } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import { objectsIn } from './json-fields.ts'
import type { Memory } from './memory.ts'

export const defaultText = 'Hello from the simulator: this is a short answer.'

/** Token figures; `input` and `output` include the others. */
export interface Figures {
  readonly input: number
  readonly output: number
  readonly cached: number
  readonly cacheWrite: number
  readonly reasoning: number
}

export interface ReplyCall {
  readonly id: string
  readonly name: string
  /** JSON text, or the input of a custom tool. */
  readonly arguments: string
  readonly kind: 'function' | 'custom'
}

/** One response in neutral form, before a protocol encodes it. */
export interface Reply {
  readonly reasoning: string | undefined
  readonly text: string
  readonly calls: readonly ReplyCall[]
  /** OpenAI's words: stop, length, tool_calls, content_filter; and `stop_sequence`. */
  readonly finish: string
  readonly figures: Figures
}

export const figuresOf = ({ tokens = {}, reasoning }: Behaviour): Figures => ({
  input: 9,
  output: 12,
  cached: 0,
  cacheWrite: 0,
  reasoning: reasoning === undefined ? 0 : 5,
  ...tokens,
})

export const replyTextOf = (behaviour: Behaviour, ask: Ask): string => {
  if (ask.wantsJson && behaviour.structured !== undefined) return JSON.stringify(behaviour.structured)
  if (behaviour.echo) return ask.lastMessage
  if (behaviour.textBytes !== undefined) return 'x'.repeat(behaviour.textBytes)
  if (behaviour.chunks !== undefined && behaviour.text === undefined)
    return Array.from({ length: behaviour.chunks }, (_, index) => `word${index} `).join('')
  return behaviour.text ?? defaultText
}

/** Splits the text of a response into pieces for events: one per word, or `chunks` pieces. */
export const piecesOf = function* (behaviour: Behaviour, text: string): Generator<string> {
  if (behaviour.endless) for (;;) yield 'and so on '
  if (behaviour.textBytes !== undefined) {
    const size = Math.max(1, Math.ceil(text.length / (behaviour.chunks ?? 1)))
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
    return
  }
  yield* text.match(/\S+\s*|\s+/g) ?? []
}

/** Splits the text of a call's arguments into the pieces of a stream. */
export const halvesOf = (text: string): readonly string[] => {
  const middle = text.length >> 1
  return [text.slice(0, middle), text.slice(middle)].filter(Boolean)
}

/** Counts the tool results in a request of any protocol. */
const countResults = ({ json }: Ask): number =>
  [...objectsIn(json)].filter(
    ({ type, role }) =>
      role === 'tool' ||
      (typeof type === 'string' && /^(tool_result|(function|custom_tool)_call_output)$/.test(type)),
  ).length

const callsOf = (behaviour: Behaviour, ask: Ask, memory: Memory, idPrefix: string): ReplyCall[] => {
  const isDone =
    behaviour.results === undefined ? ask.endsWithToolResult : countResults(ask) >= behaviour.results
  if (isDone) return []
  const forced =
    ask.forcedTool !== undefined && behaviour.structured !== undefined
      ? [{ name: ask.forcedTool, arguments: behaviour.structured }]
      : []
  return (behaviour.toolCalls ?? forced).flatMap((call) => {
    const kind = ask.tools.get(call.name)
    if (kind === undefined) return []
    const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {})
    return [{ id: memory.nextId(idPrefix), name: call.name, arguments: text, kind }]
  })
}

/** Builds the response. @param idPrefix prefix of the vendor's tool call ids */
export const replyOf = (behaviour: Behaviour, ask: Ask, memory: Memory, idPrefix = 'call_'): Reply => {
  const calls = callsOf(behaviour, ask, memory, idPrefix)
  return {
    reasoning: behaviour.reasoning,
    text: calls.length > 0 ? '' : replyTextOf(behaviour, ask),
    calls,
    finish: behaviour.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
    figures: figuresOf(behaviour),
  }
}

/** Returns the vendor's word for a finish reason; unknown reasons are sent unchanged. */
export const finishWord = (words: Readonly<Record<string, string>>, finish: string): string =>
  words[finish] ?? finish
