import type { ConversationEvent, ReasoningOrigin } from '../conversation/types.ts'
import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { newCallId, readCitation, readReasoningText } from './decode-items.ts'
import { readDisguisedFailure } from './disguised-failure.ts'
import { contentParts } from './input-items.ts'
import { finishOf, type ItemProgress, newProgress, originOf } from './item-progress.ts'
import { readResponseUsage } from './read-usage.ts'

/** Events that add content to the answer. */
const SPEAKS: ReadonlySet<ConversationEvent['kind']> = new Set([
  'text',
  'citation',
  'refusal',
  'reasoning',
  'reasoning-state',
  'tool-start',
  'media',
])

/**
 * Decodes the events of a stream, or a complete response, to neutral events. Items are identified by their position in
 * the output, because some proxies give one item several ids.
 */
export class ResponseReader {
  readonly #items = new Map<JsonValue, ItemProgress>()
  readonly #callIds = new Set<string>()
  #out: ConversationEvent[] = []
  #origin: ReasoningOrigin = 'openai'
  #calls = 0
  #hasStarted = false
  #hasMessage = false
  #hasReasoning = false
  #hasMedia = false
  #hasSearched = false
  #isOver = false
  #hasFailed = false
  /** Characters of all text so far. */
  #textChars = 0
  /** The kind of the last content event. */
  #lastKind: ConversationEvent['kind'] | undefined

  takeEvent(event: JsonObject): readonly ConversationEvent[] {
    if (!this.#isOver) this.#read(event)
    return this.#taken()
  }

  takeResponse(response: JsonObject): readonly ConversationEvent[] {
    this.#finish(response, undefined)
    return this.#taken()
  }

  /** Returns the end events of calls whose end was not streamed. */
  flush(): readonly ConversationEvent[] {
    this.#endCalls()
    return this.#taken()
  }

  #taken(): readonly ConversationEvent[] {
    const taken = this.#out
    this.#out = []
    return taken
  }

  #tell(event: ConversationEvent): void {
    this.#out.push(event)
    if (event.kind === 'text') this.#textChars += event.text.length
    if (SPEAKS.has(event.kind)) this.#lastKind = event.kind
  }

  #read(event: JsonObject): void {
    switch (event.type) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        return this.#start(asObject(event.response) ?? {})
      case 'response.output_item.added':
        return this.#open(event, asObject(event.item) ?? {})
      case 'response.output_text.delta':
        return this.#writeText(this.#progress(event), 'text', event)
      case 'response.refusal.delta':
        return this.#writeText(this.#progress(event), 'refusal', event)
      case 'response.output_text.annotation.added':
        return this.#cite(this.#progress(event), asObject(event.annotation) ?? {}, event.content_index)
      case 'response.reasoning_summary_text.delta':
        return this.#writeReasoning(this.#progress(event), 'summary', event.summary_index, event.delta)
      case 'response.reasoning_text.delta':
        return this.#writeReasoning(this.#progress(event), 'text', event.content_index, event.delta)
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return this.#writeArguments(this.#progress(event), asText(event.delta) ?? '')
      case 'response.function_call_arguments.done':
      case 'response.custom_tool_call_input.done':
        return this.#writeRest(this.#progress(event), event.arguments ?? event.input)
      case 'response.output_item.done':
        return this.#settle(this.#progress(event), asObject(event.item) ?? {})
      case 'response.completed':
      case 'response.incomplete':
        return this.#finish(asObject(event.response) ?? {}, event.type)
      case 'response.failed':
      case 'error':
        return this.#fail(event)
    }
  }

  #start(response: JsonObject): void {
    if (this.#hasStarted) return
    this.#hasStarted = true
    const id = asText(response.id)
    const model = asText(response.model)
    this.#origin = originOf(model)
    this.#tell({ kind: 'start', ...(id !== undefined && { id }), ...(model !== undefined && { model }) })
  }

  #progress(event: JsonObject): ItemProgress {
    const key = event.output_index ?? event.item_id ?? asObject(event.item)?.id ?? null
    const known = this.#items.get(key)
    if (known) return known
    const fresh = newProgress()
    this.#items.set(key, fresh)
    return fresh
  }

  #open(event: JsonObject, item: JsonObject): void {
    const progress = this.#progress(event)
    if (isCall(item) && asText(item.name) !== undefined) this.#openCall(progress, item)
  }

  #openCall(progress: ItemProgress, item: JsonObject): void {
    if (progress.callIndex !== undefined) return
    const id = asText(item.call_id) ?? asText(item.id) ?? newCallId()
    this.#callIds.add(id)
    progress.callIndex = this.#calls
    this.#calls += 1
    this.#tell({
      kind: 'tool-start',
      index: progress.callIndex,
      id,
      name: asText(item.name) ?? '',
      ...(item.type === 'custom_tool_call' && { isCustom: true }),
    })
    if (progress.told !== '')
      this.#tell({ kind: 'tool-arguments', index: progress.callIndex, text: progress.told })
  }

  #writeArguments(progress: ItemProgress, text: string): void {
    if (text === '' || progress.isDone) return
    progress.told += text
    // Pieces that arrive before their call are sent with its start.
    if (progress.callIndex !== undefined)
      this.#tell({ kind: 'tool-arguments', index: progress.callIndex, text })
  }

  /** Writes the rest of the arguments, because some vendors send them only once they are complete. */
  #writeRest(progress: ItemProgress, given: JsonValue | undefined): void {
    const whole = isObject(given) ? JSON.stringify(given) : (asText(given) ?? '')
    if (whole.startsWith(progress.told)) this.#writeArguments(progress, whole.slice(progress.told.length))
  }

  #endCall(progress: ItemProgress): void {
    if (progress.callIndex === undefined || progress.isDone) return
    progress.isDone = true
    this.#tell({ kind: 'tool-end', index: progress.callIndex })
  }

  #endCalls(): void {
    for (const progress of this.#items.values()) this.#endCall(progress)
  }

  #writeText(progress: ItemProgress, kind: 'text' | 'refusal', event: JsonObject): void {
    const text = asText(event.delta)
    if (text !== undefined) {
      const part = event.content_index ?? null
      if (!progress.starts.has(part)) progress.starts.set(part, this.#textChars)
      progress.part = part
      progress.told += text
      this.#hasMessage = true
      this.#tell({ kind, text })
    }
    this.#tellLogprobs(progress, event.logprobs)
  }

  #tellLogprobs(progress: ItemProgress, logprobs: JsonValue | undefined): void {
    const content = asArray(logprobs) ?? []
    if (content.length === 0) return
    progress.hasLogprobs = true
    this.#tell({ kind: 'logprobs', content })
  }

  /** @param part the text part that the citation belongs to; undefined = the last one with text */
  #cite(progress: ItemProgress, annotation: JsonObject, part: JsonValue = progress.part): void {
    const base = progress.starts.get(part) ?? this.#textChars
    progress.starts.set(part, base)
    progress.citations += 1
    this.#hasMessage = true
    const citation = readCitation(annotation)
    if (!citation) return
    const { start, end } = citation
    this.#tell({
      kind: 'citation',
      citation: {
        ...citation,
        ...(start !== undefined && { start: start + base }),
        ...(end !== undefined && { end: end + base }),
      },
    })
  }

  #writeReasoning(
    progress: ItemProgress,
    form: 'summary' | 'text',
    part: JsonValue | undefined,
    delta: JsonValue | undefined,
  ): void {
    const text = asText(delta)
    if (text === undefined || (progress.reasoning ?? form) !== form) return
    // Parts of a summary are separate paragraphs, and so are consecutive items.
    const isNext =
      progress.reasoning === undefined ? this.#lastKind === 'reasoning' : progress.part !== (part ?? null)
    progress.reasoning = form
    progress.part = part ?? null
    this.#hasReasoning = true
    this.#tell({ kind: 'reasoning', text: isNext ? `\n\n${text}` : text })
  }

  /** Writes what a finished item contains and its deltas did not. */
  #settle(progress: ItemProgress, item: JsonObject): void {
    if (progress.isDone) return
    switch (item.type) {
      case 'message':
        this.#settleMessage(progress, item)
        break
      case 'reasoning':
        this.#settleReasoning(progress, item)
        break
      case 'function_call':
      case 'custom_tool_call':
        this.#openCall(progress, item)
        this.#writeRest(progress, item.arguments ?? item.input)
        return this.#endCall(progress)
      case 'image_generation_call':
        this.#settleImage(item)
        break
      case 'web_search_call':
        this.#settleSearch(asObject(item.action) ?? {})
        break
    }
    progress.isDone = true
  }

  #settleMessage(progress: ItemProgress, item: JsonObject): void {
    const { hasLogprobs } = progress
    const isTold = progress.told !== ''
    let seen = 0
    for (const [index, part] of contentParts(item.content).entries()) {
      const kind = asText(part.refusal) === undefined ? 'text' : 'refusal'
      const delta = part.refusal ?? part.text ?? null
      if (!isTold) this.#writeText(progress, kind, { delta, content_index: index })
      if (!hasLogprobs) this.#tellLogprobs(progress, part.logprobs)
      for (const annotation of objectsOf(part.annotations)) {
        seen += 1
        if (seen > progress.citations) this.#cite(progress, annotation, isTold ? undefined : index)
      }
    }
  }

  #settleReasoning(progress: ItemProgress, item: JsonObject): void {
    if (progress.reasoning === undefined)
      this.#writeReasoning(progress, 'summary', null, readReasoningText(item))
    const value = asText(item.encrypted_content)
    if (value === undefined) return
    const id = asText(item.id)
    this.#hasReasoning = true
    this.#tell({
      kind: 'reasoning-state',
      state: { origin: this.#origin, value, ...(id !== undefined && { id }) },
    })
  }

  #settleImage(item: JsonObject): void {
    const base64 = asText(item.result)
    if (base64 === undefined) return
    this.#hasMedia = true
    const mimeType = `image/${asText(item.output_format) ?? 'png'}`
    this.#tell({ kind: 'media', part: { kind: 'media', mimeType, source: { kind: 'data', base64 } } })
  }

  /** Reports a search. Opening a page or finding text in it does not count as one. */
  #settleSearch(action: JsonObject): void {
    this.#hasSearched = true
    const query = asText(action.query) ?? asText(asArray(action.queries)?.[0])
    if (query !== undefined) this.#tell({ kind: 'search', query })
  }

  /** @param type of the event; undefined = there was no stream, only the response */
  #finish(response: JsonObject, type: string | undefined): void {
    this.#start(response)
    this.#recover(response)
    this.#endCalls()
    const reading = readResponseUsage(response)
    if (reading.kind === 'stated') this.#tell({ kind: 'usage', usage: reading.usage })
    this.#isOver = true
    this.#tell({ kind: 'finish', reason: finishOf(response, type, this.#calls > 0) })
  }

  /**
   * Writes what only the last event contains. Positions in its output may differ from those of the events, so item
   * types are compared.
   */
  #recover(response: JsonObject): void {
    const known: Readonly<Record<string, boolean>> = {
      message: this.#hasMessage,
      reasoning: this.#hasReasoning,
      image_generation_call: this.#hasMedia,
      web_search_call: this.#hasSearched,
    }
    // mistral.rs puts the reasoning next to the output.
    const beside = asText(response.reasoning)
    if (beside !== undefined && !this.#hasReasoning) this.#tell({ kind: 'reasoning', text: beside })
    for (const [index, item] of objectsOf(response.output).entries()) {
      const isKnown =
        known[asText(item.type) ?? ''] ?? this.#callIds.has(asText(item.call_id) ?? asText(item.id) ?? '')
      if (!isKnown) this.#settle(this.#progress({ output_index: `last ${index}` }), item)
    }
    const outside = asText(response.output_text)
    if (!this.#hasMessage && outside !== undefined) this.#tell({ kind: 'text', text: outside })
  }

  /** Reports a failure once: `response.failed` often repeats the preceding event `error`. */
  #fail(event: JsonObject): void {
    const failure = readDisguisedFailure(event)
    if (!failure || this.#hasFailed) return
    this.#hasFailed = true
    this.#tell({ kind: 'error', failure })
  }
}

const isCall = (item: JsonObject): boolean =>
  item.type === 'function_call' || item.type === 'custom_tool_call'
