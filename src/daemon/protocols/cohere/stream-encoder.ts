import type { AnswerContext, ConversationEvent, FinishReason, StreamEncoder } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import type { Usage } from '../usage.ts'
import { encodeCohereUsage, writeFinish } from './answer.ts'

/** What is open: a block of text or of thinking. */
type Block = 'text' | 'thinking'

/** Writes neutral events as the named events of Cohere's streams. Blocks and calls are numbered each by themselves. */
export function encodeCohereStream({ requestId, wantsReasoningText }: AnswerContext): StreamEncoder {
  const calls = new Map<number, number>()
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

  const encode = (event: ConversationEvent): string => {
    switch (event.kind) {
      case 'text':
      case 'refusal':
        return say('text', event.text)
      case 'reasoning':
        return wantsReasoningText === false ? '' : say('thinking', event.text)
      case 'tool-start': {
        const index = calls.size
        calls.set(event.index, index)
        const call = { id: event.id, type: 'function', function: { name: event.name, arguments: '' } }
        return close() + write('tool-call-start', { index, delta: { message: { tool_calls: call } } })
      }
      case 'tool-arguments': {
        const index = calls.get(event.index) ?? 0
        const delta = { message: { tool_calls: { function: { arguments: event.text } } } }
        return event.text === '' ? '' : write('tool-call-delta', { index, delta })
      }
      case 'tool-end':
        return write('tool-call-end', { index: calls.get(event.index) ?? 0 })
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
        finish_reason: writeFinish(finish, calls.size > 0),
        ...(usage && { usage: encodeCohereUsage(usage) }),
      }
      return start() + close() + write('message-end', { id: requestId, delta })
    },
  }
}
