import type { StreamDecoder } from '../conversation/codec.ts'
import type { Citation, ConversationEvent } from '../conversation/types.ts'
import { asObject, asText } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { decodeExplanation, madeCallId, ownState, placeCitations } from './answer.ts'
import { decodeCitation } from './citations.ts'
import { readAnthropicFailure } from './failure.ts'
import { decodeStopReason } from './stop-reasons.ts'
import { STRUCTURED_ANSWER_TOOL, structuredText } from './structured-answer.ts'
import { mayStateAnthropicUsage, readAnthropicStreamUsage } from './usage.ts'

/** A content block that has begun but not ended. */
interface OpenBlock {
  readonly kind: 'text' | 'thinking' | 'tool' | 'structured' | 'ignored'
  /** Index among the tool calls. */
  readonly toolIndex: number
  /** The tool input in the block's start event; used only if no pieces follow. */
  readonly input: JsonValue | undefined
  hasPieces: boolean
  signature: string
  /** Position of the block's text within the answer's text. */
  readonly textStart: number
  readonly citations: Citation[]
}

/**
 * Decodes the events of a Messages stream (`protocols.md` C.5). Tolerates what proxies do: a repeated start, missing
 * start or stop events of blocks, missing fields.
 */
export class MessagesStreamDecoder implements StreamDecoder {
  readonly #open = new Map<number, OpenBlock>()
  readonly #stated: JsonValue[] = []
  #hasStarted = false
  #hasFinished = false
  #toolCalls = 0
  #textChars = 0
  #usageText = ''

  push(data: string): readonly ConversationEvent[] {
    const body = asObject(parseJson(data))
    if (!body) return []
    if (mayStateAnthropicUsage(data)) this.#stated.push(body)
    switch (body.type) {
      case 'message_start':
        return this.#start(asObject(body.message) ?? {})
      case 'content_block_start':
        return this.#startBlock(this.#indexOf(body), asObject(body.content_block) ?? {})
      case 'content_block_delta':
        return this.#delta(this.#indexOf(body), asObject(body.delta) ?? {})
      case 'content_block_stop':
        return this.#closeBlock(this.#indexOf(body))
      case 'message_delta':
        return [...this.#closeAll(), ...this.#usage(), ...this.#finish(asObject(body.delta) ?? {})]
      case 'message_stop':
        return [
          ...this.#closeAll(),
          ...this.#usage(),
          ...(this.#hasFinished ? [] : this.#finish({ stop_reason: 'end_turn' })),
        ]
      case 'error':
        return [{ kind: 'error', failure: readAnthropicFailure(502, data) }]
      default:
        return asObject(body.error) ? [{ kind: 'error', failure: readAnthropicFailure(502, data) }] : []
    }
  }

  flush(): readonly ConversationEvent[] {
    return this.#closeAll()
  }

  /** Returns the block's index. Some proxies leave it out, but only one block is open at a time anyway. */
  #indexOf(body: JsonObject): number {
    return typeof body.index === 'number' ? body.index : ([...this.#open.keys()].at(-1) ?? 0)
  }

  #start(message: JsonObject): ConversationEvent[] {
    if (this.#hasStarted) return []
    this.#hasStarted = true
    const id = asText(message.id)
    const model = asText(message.model)
    return [{ kind: 'start', ...(id !== undefined && { id }), ...(model !== undefined && { model }) }]
  }

  #startBlock(index: number, block: JsonObject): ConversationEvent[] {
    const events = this.#closeAll()
    switch (block.type) {
      case 'text': {
        this.#openBlock(index, 'text')
        for (const each of asCitations(block.citations)) this.#open.get(index)?.citations.push(each)
        return [...events, ...this.#text(asText(block.text))]
      }
      case 'thinking': {
        const opened = this.#openBlock(index, 'thinking')
        opened.signature = asText(block.signature) ?? ''
        return [...events, ...reasoning(asText(block.thinking))]
      }
      case 'redacted_thinking':
        events.push({ kind: 'reasoning-state', state: ownState(asText(block.data) ?? ''), isRedacted: true })
        this.#openBlock(index, 'ignored')
        return events
      case 'tool_use':
        if (block.name === STRUCTURED_ANSWER_TOOL) this.#openBlock(index, 'structured', block.input)
        else {
          events.push({
            kind: 'tool-start',
            index: this.#toolCalls,
            id: asText(block.id) ?? madeCallId(),
            name: asText(block.name) ?? '',
          })
          this.#openBlock(index, 'tool', block.input)
          this.#toolCalls += 1
        }
        return events
      default:
        this.#openBlock(index, 'ignored')
        return events
    }
  }

  #openBlock(index: number, kind: OpenBlock['kind'], input?: JsonValue): OpenBlock {
    const block: OpenBlock = {
      kind,
      toolIndex: this.#toolCalls,
      input,
      hasPieces: false,
      signature: '',
      textStart: this.#textChars,
      citations: [],
    }
    this.#open.set(index, block)
    return block
  }

  #delta(index: number, delta: JsonObject): ConversationEvent[] {
    const block = this.#open.get(index) ?? this.#guessBlock(index, delta)
    switch (delta.type) {
      case 'text_delta':
        return this.#text(asText(delta.text))
      case 'thinking_delta':
        return reasoning(asText(delta.thinking))
      case 'signature_delta':
        if (block) block.signature += asText(delta.signature) ?? ''
        return []
      case 'citations_delta':
        block?.citations.push(...asCitations(delta.citation ? [delta.citation] : []))
        return []
      case 'input_json_delta':
        return block ? this.#input(block, asText(delta.partial_json)) : []
      default:
        return []
    }
  }

  /** Opens a block for a delta whose start event is missing. */
  #guessBlock(index: number, delta: JsonObject): OpenBlock | undefined {
    if (delta.type === 'text_delta') return this.#openBlock(index, 'text')
    return delta.type === 'thinking_delta' ? this.#openBlock(index, 'thinking') : undefined
  }

  #input(block: OpenBlock, text: string | undefined): ConversationEvent[] {
    if (text === undefined || block.kind === 'ignored') return []
    block.hasPieces = true
    if (block.kind === 'tool') return [{ kind: 'tool-arguments', index: block.toolIndex, text }]
    return block.kind === 'structured' ? this.#text(text) : []
  }

  #text(text: string | undefined): ConversationEvent[] {
    if (text === undefined) return []
    this.#textChars += text.length
    return [{ kind: 'text', text }]
  }

  #closeAll(): ConversationEvent[] {
    return [...this.#open.keys()].flatMap((each) => this.#closeBlock(each))
  }

  #closeBlock(index: number): ConversationEvent[] {
    const block = this.#open.get(index)
    this.#open.delete(index)
    switch (block?.kind) {
      case 'text':
        return placeCitations(block.citations, block.textStart, this.#textChars - block.textStart).map(
          (citation) => ({ kind: 'citation', citation }),
        )
      case 'thinking':
        return block.signature === '' ? [] : [{ kind: 'reasoning-state', state: ownState(block.signature) }]
      case 'structured':
        return block.hasPieces ? [] : this.#text(structuredText(block.input))
      case 'tool': {
        const { toolIndex } = block
        const input = block.hasPieces ? {} : (asObject(block.input) ?? {})
        const end: ConversationEvent = { kind: 'tool-end', index: toolIndex }
        if (Object.keys(input).length === 0) return [end]
        return [{ kind: 'tool-arguments', index: toolIndex, text: JSON.stringify(input) }, end]
      }
      default:
        return []
    }
  }

  /** Returns the usage so far if it has changed. */
  #usage(): ConversationEvent[] {
    const reading = readAnthropicStreamUsage(this.#stated)
    if (reading.kind !== 'stated') return []
    const text = JSON.stringify(reading.usage)
    if (text === this.#usageText) return []
    this.#usageText = text
    return [{ kind: 'usage', usage: reading.usage }]
  }

  #finish(delta: JsonObject): ConversationEvent[] {
    if (asText(delta.stop_reason) === undefined) return []
    this.#hasFinished = true
    const explanation = this.#textChars === 0 ? decodeExplanation(delta) : undefined
    const stopSequence = asText(delta.stop_sequence)
    return [
      ...(explanation === undefined ? [] : [{ kind: 'refusal' as const, text: explanation }]),
      {
        kind: 'finish',
        reason: decodeStopReason(delta.stop_reason, this.#toolCalls > 0),
        ...(stopSequence !== undefined && { stopSequence }),
      },
    ]
  }
}

const asCitations = (value: JsonValue | undefined): Citation[] =>
  (Array.isArray(value) ? value : []).flatMap((each) => {
    const citation = asObject(each)
    return (citation && decodeCitation(citation)) ?? []
  })

const reasoning = (text: string | undefined): ConversationEvent[] =>
  text === undefined ? [] : [{ kind: 'reasoning', text }]
