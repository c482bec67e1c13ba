import type { AnswerContext, StreamEncoder } from '../conversation/codec.ts'
import { hasWholeArguments, isCutCall } from '../conversation/cut-calls.ts'
import type { ConversationAnswer, ConversationEvent, FinishReason } from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import { parseExactly } from '../parse-json.ts'
import type { JsonObject } from '../types.ts'
import type { Usage } from '../usage.ts'

/** A tool call whose arguments are an object, as in Ollama's answers. */
export interface WrittenCall {
  /** Position among all calls of the answer, from 0. */
  readonly index: number
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
}

/** The content of an answer, or of one line of a stream. */
export interface Written {
  readonly text: string
  readonly thinking: string
  readonly calls: readonly WrittenCall[]
}

/** Puts the content where an endpoint expects it: chat in `message`, generation in `response`. */
export type Place = (written: Written) => JsonObject

const NOTHING: Written = { text: '', thinking: '', calls: [] }

const head = ({ model, created }: AnswerContext): JsonObject => ({
  model,
  created_at: new Date(created * 1000).toISOString(),
})

/**
 * Returns the final members: finish reason and usage. Ollama's timings are left out, because the gateway runs no model.
 */
const end = (finish: FinishReason, usage: Usage | undefined): JsonObject => ({
  done: true,
  done_reason: finish === 'length' ? 'length' : 'stop',
  ...(usage && { prompt_eval_count: usage.inputTokens, eval_count: usage.outputTokens }),
})

const readArguments = (text: string): JsonObject =>
  asObject(parseExactly(text === '' ? '{}' : text)) ?? { _raw: text }

/** Encodes a complete answer. */
export function encodeOllamaAnswer(
  { parts, finish, usage }: ConversationAnswer,
  context: AnswerContext,
  place: Place,
): JsonObject {
  let text = ''
  let thinking = ''
  const calls: WrittenCall[] = []
  for (const part of parts) {
    if (part.kind === 'text' || part.kind === 'refusal') text += part.text
    if (part.kind === 'reasoning' && context.wantsReasoningText !== false) thinking += part.text
    if (part.kind === 'tool-call' && !isCutCall(part, finish))
      calls.push({
        index: calls.length,
        id: part.id,
        name: part.name,
        arguments: readArguments(part.arguments),
      })
  }
  return { ...head(context), ...place({ text, thinking, calls }), ...end(finish, usage) }
}

interface OpenCall {
  /** Position among all calls of the answer, from 0. */
  readonly index: number
  readonly id: string
  readonly name: string
  readonly isCustom: boolean
  arguments: string
}

/** Encodes a stream, one JSON document per line. Calls are written when they are complete. */
export function encodeOllamaStream(context: AnswerContext, place: Place): StreamEncoder {
  const common = head(context)
  const open = new Map<number, OpenCall>()
  let finish: FinishReason = 'stop'
  let usage: Usage | undefined

  const line = (written: Partial<Written>, rest: JsonObject = { done: false }): string =>
    `${JSON.stringify({ ...common, ...place({ ...NOTHING, ...written }), ...rest })}\n`

  const writeCall = ({ index, id, name, arguments: text }: OpenCall): string =>
    line({ calls: [{ index, id, name, arguments: readArguments(text) }] })

  const encode = (event: ConversationEvent): string => {
    switch (event.kind) {
      case 'text':
      case 'refusal':
        return event.text === '' ? '' : line({ text: event.text })
      case 'reasoning':
        return event.text === '' || context.wantsReasoningText === false ? '' : line({ thinking: event.text })
      case 'tool-start':
        open.set(event.index, {
          index: event.index,
          id: event.id,
          name: event.name,
          isCustom: event.isCustom === true,
          arguments: '',
        })
        return ''
      case 'tool-arguments': {
        const call = open.get(event.index)
        if (call) call.arguments += event.text
        return ''
      }
      case 'tool-end': {
        const call = open.get(event.index)
        // The arguments may be cut off, which only the finish reason at the end of the stream tells.
        if (!call || !hasWholeArguments(call)) return ''
        open.delete(event.index)
        return writeCall(call)
      }
      case 'usage':
        usage = event.usage
        return ''
      case 'finish':
        finish = event.reason
        return ''
      default:
        return ''
    }
  }

  return {
    push: (events) => events.map(encode).join(''),
    end: () => {
      const whole = [...open.values()].filter((call) => !isCutCall(call, finish))
      return whole.map(writeCall).join('') + line({}, end(finish, usage))
    },
  }
}
