import type { AnswerContext, StreamEncoder } from '../conversation/codec.ts'
import type { Citation, ConversationEvent, FinishReason, OpaqueState } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import type { Usage } from '../usage.ts'
import { describeMedia, encodeMessageId, encodeState, isForeignState, keepsBareState } from './answer.ts'
import { encodeCitation } from './citations.ts'
import { searchBlocks } from './search-blocks.ts'
import { encodeStopReason } from './stop-reasons.ts'
import { ANTHROPIC_TERMINATOR } from './stream.ts'
import { encodeUsage } from './usage.ts'

/** The beginning of the most frequent event, up to its index. Written directly, without building an object. */
const TEXT_DELTA = 'event: content_block_delta\ndata: {"type":"content_block_delta","index":'

type EventOf<Kind extends ConversationEvent['kind']> = Extract<ConversationEvent, { kind: Kind }>
type ToolStart = EventOf<'tool-start'>

/** A tool call in progress: written at once, or buffered until the previous block has ended. */
interface Call {
  readonly start: ToolStart
  text: string
  isEnded: boolean
}

/** Output that waits until the current tool call has been written. */
type Waiting = { readonly event: ConversationEvent } | { readonly call: Call }

/**
 * Encodes a stream as Anthropic does (`protocols.md` E.9): one content block is open at a time, numbered from 0. A tool
 * call is written as it arrives. Other events are buffered until it ends, so that tool calls whose pieces are
 * interleaved are written one after the other.
 */
export class MessagesStreamEncoder implements StreamEncoder {
  readonly #context: AnswerContext
  #out = ''
  #hasStarted = false
  #nextIndex = 0
  #open: 'text' | 'thinking' | 'tool_use' | undefined
  #live: Call | undefined
  #waiting: Waiting[] = []
  /** States that are written only if a call or thinking follows them. */
  #bareStates: OpaqueState[] = []
  #hasContent = false
  #hasToolCalls = false
  readonly #queries: string[] = []
  readonly #citations: Citation[] = []
  #isRefused = false
  #usage: Usage | undefined
  #finish: { readonly reason: FinishReason; readonly stopSequence?: string } | undefined

  constructor(context: AnswerContext) {
    this.#context = context
  }

  push(events: readonly ConversationEvent[]): string {
    for (const event of events) this.#take(event)
    return this.#taken()
  }

  end(): string {
    this.#start(undefined)
    this.#closeEverything()
    for (const block of searchBlocks(this.#queries, this.#citations, this.#context)) this.#writeWhole(block)
    const { reason, stopSequence } = this.#finish ?? { reason: 'stop' }
    this.#write('message_delta', {
      delta: {
        stop_reason: encodeStopReason(reason, this.#hasToolCalls, this.#isRefused),
        stop_sequence: stopSequence ?? null,
      },
      usage: this.#usage
        ? encodeUsage(this.#usage)
        : { input_tokens: this.#context.promptTokensEstimate, output_tokens: 0 },
    })
    this.#out += ANTHROPIC_TERMINATOR
    return this.#taken()
  }

  #taken(): string {
    const text = this.#out
    this.#out = ''
    return text
  }

  #take(event: ConversationEvent): void {
    switch (event.kind) {
      case 'start':
        return this.#start(event.id)
      case 'usage':
        this.#usage = event.usage
        return
      case 'finish':
        this.#finish = event
        return this.#closeEverything()
      case 'search':
        this.#queries.push(event.query)
        return
      case 'logprobs':
      // The sender of the error reports it in a separate event; nothing is written after that.
      case 'error':
        return
      case 'tool-start':
        return this.#takeCall({ start: event, text: '', isEnded: false })
      case 'tool-arguments':
        return this.#takeArguments(event.index, event.text)
      case 'tool-end':
        return this.#endCall(event.index)
      default:
        if (this.#live) this.#waiting.push({ event })
        else this.#content(event)
    }
  }

  #takeCall(call: Call): void {
    this.#hasToolCalls = true
    if (this.#live) this.#waiting.push({ call })
    else this.#openCall(call)
  }

  #takeArguments(index: number, text: string): void {
    const call = this.#find(index)
    if (!call || text === '') return
    if (call === this.#live) this.#writeArguments(text)
    else call.text += text
  }

  #endCall(index: number): void {
    const call = this.#find(index)
    if (!call) return
    call.isEnded = true
    if (call === this.#live) this.#closeLive()
  }

  #find(index: number): Call | undefined {
    if (this.#live?.start.index === index) return this.#live
    const found = this.#waiting.find((each) => 'call' in each && each.call.start.index === index)
    return found && 'call' in found ? found.call : undefined
  }

  #openCall(call: Call): void {
    const { id, name, state } = call.start
    this.#writeBareStates()
    // Google's signature of a call is written before the call, as reasoning without text.
    if (state) this.#state(state, false)
    this.#openBlock('tool_use', { type: 'tool_use', id, name, input: {} })
    this.#live = call
    if (call.text !== '') this.#writeArguments(call.text)
    if (call.isEnded) this.#closeLive()
  }

  #writeArguments(text: string): void {
    this.#delta({ type: 'input_json_delta', partial_json: text })
  }

  #closeLive(): void {
    this.#live = undefined
    this.#closeBlock()
    while (!this.#live) {
      const next = this.#waiting.shift()
      if (!next) return
      if ('call' in next) this.#openCall(next.call)
      else this.#content(next.event)
    }
  }

  #closeEverything(): void {
    while (this.#live) {
      for (const each of this.#waiting) if ('call' in each) each.call.isEnded = true
      this.#closeLive()
    }
    this.#closeBlock()
  }

  #content(event: ConversationEvent): void {
    switch (event.kind) {
      case 'refusal':
        this.#isRefused = true
        return this.#text(event.text)
      case 'text':
        return this.#text(event.text)
      case 'media':
        return this.#text(describeMedia(event.part))
      case 'reasoning':
        if (event.text === '' || this.#context.wantsReasoningText === false) return
        this.#writeBareStates()
        this.#openThinking()
        return this.#delta({ type: 'thinking_delta', thinking: event.text })
      case 'reasoning-state':
        if (this.#isBare(event)) this.#bareStates.push(event.state)
        else this.#state(event.state, event.isRedacted === true)
        return
      case 'citation':
        this.#citations.push(event.citation)
        // A citation without preceding text has nothing to refer to.
        if (this.#open === 'text')
          this.#delta({ type: 'citations_delta', citation: encodeCitation(event.citation) })
    }
  }

  #text(text: string): void {
    if (text === '') return
    this.#bareStates = []
    if (this.#open !== 'text') this.#openBlock('text', { type: 'text', text: '' })
    this.#out += `${TEXT_DELTA}${this.#nextIndex},"delta":{"type":"text_delta","text":${JSON.stringify(text)}}}\n\n`
  }

  #isBare({ state, isRedacted }: EventOf<'reasoning-state'>): boolean {
    if (isRedacted || this.#open === 'thinking' || !isForeignState(state)) return false
    return !keepsBareState(!this.#hasContent, this.#context)
  }

  #writeBareStates(): void {
    for (const state of this.#bareStates.splice(0)) this.#state(state, false)
  }

  #openThinking(): void {
    if (this.#open !== 'thinking')
      this.#openBlock('thinking', { type: 'thinking', thinking: '', signature: '' })
  }

  #state(state: OpaqueState, isRedacted: boolean): void {
    if (isRedacted) {
      this.#openBlock(undefined, { type: 'redacted_thinking', data: encodeState(state) })
      return this.#writeStop()
    }
    this.#openThinking()
    this.#closeThinking(encodeState(state))
  }

  /** Writes a search block. As everywhere in this format, its input follows as a delta. */
  #writeWhole(block: JsonObject): void {
    const isCall = block.type === 'server_tool_use'
    this.#openBlock(undefined, isCall ? { ...block, input: {} } : block)
    if (isCall) this.#writeArguments(JSON.stringify(block.input))
    this.#writeStop()
  }

  #openBlock(kind: 'text' | 'thinking' | 'tool_use' | undefined, block: JsonObject): void {
    this.#start(undefined)
    this.#closeBlock()
    this.#open = kind
    this.#hasContent ||= kind === 'text' || kind === 'tool_use'
    this.#write('content_block_start', { index: this.#nextIndex, content_block: block })
  }

  #closeBlock(): void {
    if (this.#open === 'thinking') return this.#closeThinking('')
    if (this.#open === undefined) return
    this.#open = undefined
    this.#writeStop()
  }

  /** Ends a thinking block with its signature, which is empty if there is none. */
  #closeThinking(signature: string): void {
    this.#delta({ type: 'signature_delta', signature })
    this.#open = undefined
    this.#writeStop()
  }

  #writeStop(): void {
    this.#write('content_block_stop', { index: this.#nextIndex })
    this.#nextIndex += 1
  }

  #delta(delta: JsonObject): void {
    this.#write('content_block_delta', { index: this.#nextIndex, delta })
  }

  /** Starts the message. The prompt has not been counted yet; the actual numbers follow in `message_delta`. */
  #start(id: string | undefined): void {
    if (this.#hasStarted) return
    this.#hasStarted = true
    this.#write('message_start', {
      message: {
        id: encodeMessageId(id, this.#context),
        type: 'message',
        role: 'assistant',
        model: this.#context.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: this.#context.promptTokensEstimate,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          output_tokens: 0,
        },
      },
    })
  }

  #write(type: string, members: JsonObject): void {
    this.#out += `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`
  }
}
