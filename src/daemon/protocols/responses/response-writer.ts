import type { AnswerContext } from '../conversation/codec.ts'
import { restoreCustomEvents } from '../conversation/custom-tools.ts'
import { hasWholeArguments } from '../conversation/cut-calls.ts'
import type {
  Citation,
  ConversationEvent,
  FinishReason,
  MediaPart,
  OpaqueState,
} from '../conversation/types.ts'
import type { JsonObject, UpstreamFailure } from '../types.ts'
import type { Usage } from '../usage.ts'
import { type OwnCall, ownCallItem, stepsOf } from './client-tool-items.ts'
import { type ClientTool, readClientTools } from './client-tools.ts'
import { MessageWriter } from './message-writer.ts'
import { itemIdOf, itemPrefixOf, newResponseKey, responseIdOf } from './own-ids.ts'
import { writeEncryptedContent } from './reasoning-state.ts'
import { type ResponseState, responseObject, statusOf } from './response-object.ts'
import { sealSummary } from './summary.ts'
import { type NamespacedName, readNamespaces } from './tool-names.ts'
import {
  type CallHead,
  callItem,
  type Emit,
  type ItemStatus,
  imageItem,
  reasoningItem,
  summaryPart,
} from './written-items.ts'

interface OpenReasoning {
  readonly id: string
  readonly index: number
  text: string
}

interface OpenCall {
  readonly head: CallHead
  readonly index: number
  text: string
}

/**
 * Builds a response item by item from neutral events, and emits each step as a stream event. Reasoning and messages are
 * closed when anything else begins. Several calls may be open until their ends arrive, because some upstreams
 * interleave the pieces of parallel calls.
 */
export class ResponseWriter {
  readonly #context: AnswerContext
  readonly #emit: Emit
  readonly #key: string
  #items = 0
  readonly #namespaces: ReadonlyMap<string, NamespacedName>
  readonly #restore: (events: readonly ConversationEvent[]) => readonly ConversationEvent[]
  /** By output index; undefined = the item is still open. */
  readonly #output: (JsonObject | undefined)[] = []
  readonly #calls = new Map<number, OpenCall>()
  readonly #clientTools: ReadonlyMap<string, ClientTool>
  readonly #ownCalls = new Map<number, OwnCall>()
  readonly #message: MessageWriter
  #reasoning: OpenReasoning | undefined
  #hasBegun = false
  #finish: FinishReason | undefined
  #usage: Usage | undefined
  #failure: UpstreamFailure | undefined

  constructor(context: AnswerContext, emit: Emit) {
    this.#context = context
    this.#emit = emit
    this.#key = context.kept?.key ?? newResponseKey()
    this.#namespaces = readNamespaces(context.body)
    this.#clientTools = readClientTools(context.body)
    this.#restore = restoreCustomEvents(context.request.tools)
    this.#message = new MessageWriter(
      emit,
      () => this.#reserve(),
      () => this.#newId('msg'),
    )
  }

  push(events: readonly ConversationEvent[]): void {
    if (events.length > 0) this.#begin()
    for (const event of this.#restore(events)) this.#take(event)
  }

  /** Writes the item that replaces a conversation. */
  writeCompaction(summary: string): void {
    this.#begin()
    const item = { id: this.#newId('cmp'), type: 'compaction', encrypted_content: sealSummary(summary) }
    const index = this.#reserve()
    this.#emit('response.output_item.added', { output_index: index, item })
    this.#close({ index, item })
  }

  /** Closes everything that is open and writes how the response ended. @returns the response as in the last event */
  end(serviceTier?: string): JsonObject {
    this.#begin()
    const status = statusOf({ finish: this.#finish ?? 'error', failure: this.#failure })
    const itemStatus = status === 'completed' ? 'completed' : 'incomplete'
    this.#closeReasoning()
    this.#close(this.#message.close(itemStatus, this.#finish === 'paused'))
    for (const [index] of [...this.#calls])
      for (const event of this.#restore([{ kind: 'tool-end', index }]))
        if (event.kind === 'tool-end') this.#closeCall(index, itemStatus)
        else this.#take(event)
    for (const index of [...this.#ownCalls.keys()]) this.#writeOwnCall(index, itemStatus)
    const response = this.#response(this.#finish ?? 'error', serviceTier)
    if (status === 'failed') this.#emitError(response)
    this.#emit(`response.${status}`, { response })
    return response
  }

  #begin(): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    const response = this.#response(undefined, undefined)
    this.#emit('response.created', { response })
    this.#emit('response.in_progress', { response })
  }

  #response(finish: FinishReason | undefined, serviceTier: string | undefined): JsonObject {
    const state: ResponseState = {
      id: responseIdOf(this.#key),
      output: this.#output.filter((item) => item !== undefined),
      finish,
      failure: this.#failure,
      usage: finish && this.#usage,
      serviceTier,
    }
    return responseObject(this.#context, state)
  }

  #take(event: ConversationEvent): void {
    switch (event.kind) {
      case 'text':
      case 'refusal':
        this.#closeReasoning()
        return this.#message.write(event.kind, event.text)
      case 'citation':
        return this.#cite(event.citation)
      case 'logprobs':
        return this.#message.addLogprobs(event.content)
      case 'reasoning':
        return this.#writeReasoning(event.text)
      case 'reasoning-state':
        return this.#bindState(event.state, event.isRedacted === true)
      case 'tool-start':
        return this.#openCall(event)
      case 'tool-arguments':
        return this.#writeArguments(event.index, event.text)
      case 'tool-end':
        return this.#endCall(event.index)
      case 'media':
        return this.#writeMedia(event.part)
      case 'usage':
        this.#usage = event.usage
        return
      case 'finish':
        this.#finish = event.reason
        return
      case 'error':
        this.#failure ??= event.failure
        return
      case 'start':
        // The client gets the model name that it used and an id created by the gateway.
        return
    }
  }

  #cite(citation: Citation): void {
    if (!this.#message.hasText) this.#closeReasoning()
    this.#message.cite(citation)
  }

  #writeReasoning(text: string): void {
    if (this.#context.wantsReasoningText === false || text === '') return
    const open = this.#reasoning ?? this.#openReasoning()
    const place = { item_id: open.id, output_index: open.index, summary_index: 0 }
    if (open.text === '')
      this.#emit('response.reasoning_summary_part.added', { ...place, part: summaryPart('') })
    open.text += text
    this.#emit('response.reasoning_summary_text.delta', { ...place, delta: text })
  }

  #openReasoning(): OpenReasoning {
    this.#close(this.#message.close('completed'))
    const open: OpenReasoning = { id: this.#newId('rs'), index: this.#reserve(), text: '' }
    this.#emit('response.output_item.added', {
      output_index: open.index,
      item: reasoningItem(open.id, 'in_progress', '', undefined),
    })
    this.#reasoning = open
    return open
  }

  /** Closes the block with its state. State that arrives after a block was closed gets a separate item. */
  #bindState(state: OpaqueState, isRedacted: boolean): void {
    if (isRedacted) this.#closeReasoning()
    if (!this.#reasoning) this.#openReasoning()
    this.#closeReasoning(writeEncryptedContent(state, isRedacted))
  }

  #closeReasoning(encrypted?: string): void {
    const open = this.#reasoning
    if (!open) return
    this.#reasoning = undefined
    const place = { item_id: open.id, output_index: open.index, summary_index: 0 }
    if (open.text !== '') {
      this.#emit('response.reasoning_summary_text.done', { ...place, text: open.text })
      this.#emit('response.reasoning_summary_part.done', { ...place, part: summaryPart(open.text) })
    }
    this.#close({ index: open.index, item: reasoningItem(open.id, 'completed', open.text, encrypted) })
  }

  #openCall(event: Extract<ConversationEvent, { kind: 'tool-start' }>): void {
    this.#closeCall(event.index, 'completed')
    this.#writeOwnCall(event.index, 'completed')
    this.#close(this.#message.close('completed'))
    // Google's signature belongs to the call, but no member of the call can contain it.
    if (event.state) {
      this.#closeReasoning()
      this.#bindState(event.state, false)
    }
    this.#closeReasoning()
    const isCustom = event.isCustom === true
    const tool = isCustom ? undefined : this.#clientTools.get(event.name)
    if (tool) {
      this.#ownCalls.set(event.index, { callId: event.id, tool, text: '' })
      return
    }
    const head: CallHead = {
      id: this.#newId(isCustom ? 'ctc' : 'fc'),
      callId: event.id,
      name: this.#namespaces.get(event.name) ?? { name: event.name },
      isCustom,
    }
    const call: OpenCall = { head, index: this.#reserve(), text: '' }
    this.#calls.set(event.index, call)
    const item = callItem(head, 'in_progress', '')
    this.#emit('response.output_item.added', { output_index: call.index, item })
  }

  #writeArguments(index: number, text: string): void {
    const own = this.#ownCalls.get(index)
    if (own) own.text += text
    const call = this.#calls.get(index)
    if (!call || text === '') return
    call.text += text
    this.#emit(`response.${argumentsName(call)}.delta`, { ...placeOf(call), delta: text })
  }

  /**
   * Ends a call if its arguments are complete. Otherwise, it may be cut off, and its status depends on the finish
   * reason, which follows later.
   */
  #endCall(index: number): void {
    const own = this.#ownCalls.get(index)
    if (own && hasWholeArguments({ arguments: own.text })) this.#writeOwnCall(index, 'completed')
    const call = this.#calls.get(index)
    if (call && hasWholeArguments({ arguments: call.text, isCustom: call.head.isCustom }))
      this.#closeCall(index, 'completed')
  }

  #closeCall(index: number, status: ItemStatus): void {
    const call = this.#calls.get(index)
    if (!call) return
    // A call without arguments gets an empty object, because an empty text could not be parsed.
    if (call.text === '' && !call.head.isCustom && status === 'completed') this.#writeArguments(index, '{}')
    this.#calls.delete(index)
    const { head, text } = call
    this.#emit(`response.${argumentsName(call)}.done`, {
      ...placeOf(call),
      ...(head.isCustom ? { input: text } : { name: head.name.name, arguments: text }),
    })
    this.#close({ index: call.index, item: callItem(head, status, text) })
  }

  /** Writes the call of a tool that OpenAI defines, once its arguments are complete. */
  #writeOwnCall(index: number, status: ItemStatus): void {
    const call = this.#ownCalls.get(index)
    if (!call) return
    this.#ownCalls.delete(index)
    const item = ownCallItem(this.#newId(itemPrefixOf(call.tool.callType)), call, status)
    const place = this.#reserve()
    const { opening, events } = stepsOf(item, place)
    this.#emit('response.output_item.added', { output_index: place, item: opening })
    for (const [type, fields] of events) this.#emit(type, fields)
    this.#close({ index: place, item })
  }

  /** Writes media: an image becomes the result of an image tool; of audio, only the transcript can be written. */
  #writeMedia({ mimeType, source, transcript }: MediaPart): void {
    if (mimeType.startsWith('image/') && source.kind === 'data')
      return this.#writeImage(mimeType, source.base64)
    const text =
      source.kind === 'url' && !mimeType.startsWith('audio/') ? `![image](${source.url})` : transcript
    if (text) this.#take({ kind: 'text', text })
  }

  #writeImage(mimeType: string, base64: string): void {
    this.#closeReasoning()
    this.#close(this.#message.close('completed'))
    const id = this.#newId('ig')
    const place = { item_id: id, output_index: this.#reserve() }
    const item = { id, type: 'image_generation_call', status: 'in_progress', result: null }
    this.#emit('response.output_item.added', { output_index: place.output_index, item })
    this.#emit('response.image_generation_call.in_progress', place)
    this.#emit('response.image_generation_call.completed', place)
    this.#close({ index: place.output_index, item: imageItem(id, mimeType, base64) })
  }

  /** Returns the id of the next item. Writing the same answer twice gives the same ids. */
  #newId(prefix: string): string {
    this.#items += 1
    return itemIdOf(prefix, this.#key, this.#items)
  }

  #reserve(): number {
    return this.#output.push(undefined) - 1
  }

  #close(done: { readonly index: number; readonly item: JsonObject } | undefined): void {
    if (!done) return
    this.#output[done.index] = done.item
    this.#emit('response.output_item.done', { output_index: done.index, item: done.item })
  }

  #emitError({ error }: JsonObject): void {
    const failure = this.#failure
    const told = { param: failure?.param ?? null, ...(error as JsonObject) }
    this.#emit('error', { error: { type: failure?.type ?? 'server_error', ...told }, ...told })
  }
}

const argumentsName = ({ head }: OpenCall): string =>
  head.isCustom ? 'custom_tool_call_input' : 'function_call_arguments'

const placeOf = ({ head, index }: OpenCall): JsonObject => ({ item_id: head.id, output_index: index })
