import type { AnswerContext, StreamEncoder } from '../conversation/codec.ts'
import type { ConversationEvent, FinishReason } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import type { Usage } from '../usage.ts'
import { encodeCohereUsage, writeFinish } from './answer.ts'

/** The kind of content block that is open. */
type Block = 'text' | 'thinking'

/** A call that has started but not ended. */
interface OpenCall {
  readonly index: number
  isSilent: boolean
}

/**
 * Encodes neutral events as the named events of Cohere's streams. Content blocks and calls are numbered separately.
 * Text that arrives while a call is open is written after it ends.
 */
export function encodeCohereStream({ requestId, wantsReasoningText }: AnswerContext): StreamEncoder {
  const calls = new Map<number, OpenCall>()
  const waiting: ConversationEvent[] = []
  let made = 0
  let hasStarted = false
  let open: Block | undefined
  let blocks = 0
  let finish: FinishReason = 'stop'
  let usage: Usage | undefined

  const write = (type: string, rest: JsonObject): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`

  const start = (): string => {
    if (hasStarted) return ''
    hasStarted = true
    const message = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] }
    return write('message-start', { id: requestId, delta: { message } })
  }

  const close = (): string => {
    if (open === undefined) return ''
    open = undefined
    blocks += 1
    return write('content-end', { index: blocks - 1 })
  }

  const say = (block: Block, text: string): string => {
    if (text === '') return ''
    let written = ''
    if (open !== block) {
      written = close()
      open = block
      const content = { type: block, [block]: '' }
      written += write('content-start', { index: blocks, delta: { message: { content } } })
    }
    const delta = { message: { content: { [block]: text } } }
    return written + write('content-delta', { index: blocks, delta })
  }

  const startCall = ({ index: at, id, name }: Extract<ConversationEvent, { kind: 'tool-start' }>): string => {
    const index = made
    made += 1
    calls.set(at, { index, isSilent: true })
    const call = { id, type: 'function', function: { name, arguments: '' } }
    return close() + write('tool-call-start', { index, delta: { message: { tool_calls: call } } })
  }

  const growCall = (at: number, text: string): string => {
    const call = calls.get(at)
    if (!call || text === '') return ''
    call.isSilent = false
    const delta = { message: { tool_calls: { function: { arguments: text } } } }
    return write('tool-call-delta', { index: call.index, delta })
  }

  const endCall = (at: number): string => {
    const call = calls.get(at)
    if (!call) return ''
    // A call without arguments gets an empty object, because an empty text could not be parsed.
    const filled = call.isSilent ? growCall(at, '{}') : ''
    calls.delete(at)
    const ended = filled + write('tool-call-end', { index: call.index })
    return calls.size > 0 ? ended : ended + waiting.splice(0).map(encode).join('')
  }

  const encode = (event: ConversationEvent): string => {
    switch (event.kind) {
      case 'text':
      case 'refusal':
      case 'reasoning':
        if (calls.size > 0) {
          waiting.push(event)
          return ''
        }
        if (event.kind !== 'reasoning') return say('text', event.text)
        return wantsReasoningText === false ? '' : say('thinking', event.text)
      case 'tool-start':
        return startCall(event)
      case 'tool-arguments':
        return growCall(event.index, event.text)
      case 'tool-end':
        return endCall(event.index)
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
    push: (events) => events.map((event) => start() + encode(event)).join(''),
    end: () => {
      const delta = {
        finish_reason: writeFinish(finish, made > 0),
        ...(usage && { usage: encodeCohereUsage(usage) }),
      }
      const ended = [...calls.keys()].map(endCall).join('')
      return start() + ended + close() + write('message-end', { id: requestId, delta })
    },
  }
}
