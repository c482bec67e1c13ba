import type { AnswerContext, StreamEncoder } from '../conversation/codec.ts'
import { restoreCustomEvents } from '../conversation/custom-tools.ts'
import type { ConversationEvent, FinishReason } from '../conversation/types.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { Usage } from '../usage.ts'
import { chatId, encodeCitation, encodeMedia, wantsFunctionCall } from './chat-answer-encoder.ts'
import { writeFinishReason } from './chat-finish.ts'
import { writeCallSignature, writeReasoningDetails } from './chat-reasoning.ts'
import { encodeOpenAiUsage } from './chat-usage.ts'
import { OPENAI_TERMINATOR } from './stream.ts'

type EventOf<K extends ConversationEvent['kind']> = Extract<ConversationEvent, { kind: K }>

/** Encodes neutral events as chat chunks: the role first, usage and `[DONE]` last. */
export function encodeChatStream(context: AnswerContext): StreamEncoder {
  const restore = restoreCustomEvents(context.request.tools)
  const write = chunkWriter(context)
  const calls = encodeCallDeltas(wantsFunctionCall(context))
  const reasoning = encodeReasoningDeltas()
  let hasRole = false
  let textLength = 0
  let finish: FinishReason = 'stop'
  let usage: Usage | undefined

  const role = (): string => {
    if (hasRole) return ''
    hasRole = true
    return write({ role: 'assistant', content: '', refusal: null })
  }

  const toDelta = (event: ConversationEvent): JsonObject | undefined => {
    switch (event.kind) {
      case 'text':
        textLength += event.text.length
        return event.text === '' ? undefined : { content: event.text }
      case 'refusal':
        return event.text === '' ? undefined : { refusal: event.text }
      case 'reasoning':
      case 'reasoning-state':
        return context.wantsReasoningText === false ? undefined : reasoning.push(event)
      case 'citation':
        return { annotations: [encodeCitation(event.citation, 0, textLength)] }
      case 'media':
        return encodeMedia([event.part], context)
      case 'tool-start':
      case 'tool-arguments':
      case 'tool-end':
        return calls.push(event)
      default:
        return undefined
    }
  }

  const encode = (event: ConversationEvent): string => {
    if (event.kind === 'usage') usage = event.usage
    if (event.kind === 'finish') finish = event.reason
    if (event.kind === 'start') return role()
    if (event.kind === 'logprobs') return role() + write({}, { logprobs: [...event.content] })
    const delta = toDelta(event)
    if (!delta || Object.keys(delta).length === 0) return ''
    if (!event.kind.startsWith('reasoning')) reasoning.close()
    return role() + write(delta)
  }

  return {
    push: (events) => restore(events).map(encode).join(''),
    end: () => {
      const word = writeFinishReason(finish, calls.count > 0, wantsFunctionCall(context))
      const last = role() + write({}, { finish: word })
      const stated = context.wantsStreamUsage && usage ? write(undefined, { usage }) : ''
      return last + stated + OPENAI_TERMINATOR
    },
  }
}

interface ChunkExtras {
  readonly logprobs?: JsonValue[]
  readonly finish?: string
  readonly usage?: Usage
}

/** Creates a function that writes chunks. The members that all chunks share are serialized once. */
function chunkWriter(context: AnswerContext) {
  const head = JSON.stringify({
    id: chatId(context),
    object: 'chat.completion.chunk',
    created: context.created,
    model: context.model,
  }).slice(0, -1)
  const noUsage = context.wantsStreamUsage ? ',"usage":null' : ''
  /** @param delta undefined = the chunk with the usage, which has no choice */
  return (delta: JsonObject | undefined, { logprobs, finish, usage }: ChunkExtras = {}): string => {
    const choice = delta && {
      index: 0,
      delta,
      logprobs: logprobs ? { content: logprobs, refusal: null } : null,
      finish_reason: finish ?? null,
    }
    const stated = usage ? `,"usage":${JSON.stringify(encodeOpenAiUsage(usage))}` : noUsage
    return `data: ${head},"choices":[${choice ? JSON.stringify(choice) : ''}]${stated}}\n\n`
  }
}

/** Encodes deltas of tool calls, numbered from 0 in the order in which they begin. */
function encodeCallDeltas(isLegacy: boolean) {
  const places = new Map<number, { place: number; isCustom: boolean; isEmpty: boolean }>()

  const start = (event: EventOf<'tool-start'>): JsonObject | undefined => {
    const isCustom = event.isCustom === true
    const place = places.size
    places.set(event.index, { place, isCustom, isEmpty: true })
    const { id, name } = event
    if (isLegacy) return place === 0 ? { function_call: { name, arguments: '' } } : undefined
    const callee = isCustom
      ? { type: 'custom', custom: { name, input: '' } }
      : { type: 'function', function: { name, arguments: '' }, ...writeCallSignature(event.state) }
    return { tool_calls: [{ index: place, id, ...callee }] }
  }

  const add = (index: number, text: string): JsonObject | undefined => {
    const call = places.get(index)
    if (!call || text === '') return undefined
    call.isEmpty = false
    if (isLegacy) return call.place === 0 ? { function_call: { arguments: text } } : undefined
    const piece = call.isCustom ? { custom: { input: text } } : { function: { arguments: text } }
    return { tool_calls: [{ index: call.place, ...piece }] }
  }

  const end = (index: number): JsonObject | undefined => {
    const call = places.get(index)
    // A call without arguments gets an empty object, because clients parse the text.
    return call?.isEmpty && !call.isCustom ? add(index, '{}') : undefined
  }

  return {
    push: (event: EventOf<'tool-start' | 'tool-arguments' | 'tool-end'>): JsonObject | undefined => {
      if (event.kind === 'tool-start') return start(event)
      return event.kind === 'tool-end' ? end(event.index) : add(event.index, event.text)
    },
    get count() {
      return places.size
    },
  }
}

/**
 * Encodes deltas of reasoning. Each piece of text is in both `reasoning_content` and `reasoning_details`. Clients join
 * details with the same index into a block; only then can the state, which comes last, be matched with its text when
 * the client sends it back.
 */
function encodeReasoningDeltas() {
  let index = -1
  let isOpen = false
  let hasState = true

  const begin = () => {
    index += 1
    hasState = false
  }

  return {
    push: (event: EventOf<'reasoning' | 'reasoning-state'>): JsonObject | undefined => {
      if (event.kind === 'reasoning') {
        if (event.text === '') return undefined
        if (!isOpen || hasState) begin()
        isOpen = true
        const details = writeReasoningDetails({ kind: 'reasoning', text: event.text }, index)
        return { reasoning_content: event.text, reasoning_details: details }
      }
      if (hasState || event.isRedacted) begin()
      hasState = true
      const part = {
        kind: 'reasoning' as const,
        text: '',
        state: event.state,
        isRedacted: event.isRedacted === true,
      }
      return { reasoning_details: writeReasoningDetails(part, index) }
    },
    /** Ends the current block before any other event; state may still follow. */
    close: () => {
      isOpen = false
    },
  }
}
