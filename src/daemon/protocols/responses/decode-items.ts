import { randomBytes } from 'node:crypto'
import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { summaryTurn } from '../conversation/summary-turn.ts'
import type {
  AssistantPart,
  Citation,
  MediaPart,
  ReasoningPart,
  SystemTurn,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Turn,
  UserPart,
  UserTurn,
} from '../conversation/types.ts'
import { asText, isObject, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { asFunctionItem } from './client-tool-items.ts'
import { contentParts, itemType } from './input-items.ts'
import { decodeParts } from './media-parts.ts'
import { readEncryptedContent } from './reasoning-state.ts'
import { readSummary } from './summary.ts'
import { readFlatName } from './tool-names.ts'

interface AssistantDraft {
  readonly role: 'assistant'
  readonly parts: AssistantPart[]
  /** The results of its calls. They are together right after it, even if other items came in between. */
  readonly results: ToolResultPart[]
}

type Draft = AssistantDraft | UserTurn | SystemTurn

/** Decodes items to turns, in order. Consecutive output items of the model become one turn. */
export function decodeItems(items: readonly JsonObject[], losses: Losses): readonly Turn[] {
  const reader = new ItemReader(losses)
  for (const item of items) reader.take(asFunctionItem(item))
  return reader.turns()
}

class ItemReader {
  readonly #losses: Losses
  readonly #drafts: Draft[] = []
  readonly #callers = new Map<string, AssistantDraft>()

  constructor(losses: Losses) {
    this.#losses = losses
  }

  turns(): readonly Turn[] {
    return this.#drafts.flatMap(toTurns)
  }

  take(item: JsonObject): void {
    const type = itemType(item)
    switch (type) {
      case 'message':
        return this.#takeMessage(item)
      case 'reasoning':
        return this.#takeReasoning(item)
      case 'function_call':
      case 'custom_tool_call':
        return this.#takeCall(item, type === 'custom_tool_call')
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.#takeResult(item, type === 'custom_tool_call_output')
      case 'image_generation_call':
        return this.#takeImage(item)
      case 'item_reference':
        return this.#losses.refuse('item_reference', refusals.needsStore)
      case 'compaction':
        return this.#takeCompaction(item)
      case 'additional_tools':
        // Its tools are decoded with the others.
        return
      default:
        // Calls and results of tools that the vendor runs itself, and unknown types.
        this.#losses.add(type === '' ? 'input' : type)
    }
  }

  /** Decodes a compaction. The item contains a summary if Tollgate created it. */
  #takeCompaction(item: JsonObject): void {
    const summary = readSummary(item)
    if (summary === undefined) return this.#losses.refuse('compaction', refusals.foreignCompaction)
    this.#drafts.push(summaryTurn(summary))
  }

  #takeMessage(item: JsonObject): void {
    // `phase` is dropped: OpenAI's models mark their own messages with it, and other models do not know it.
    switch (item.role) {
      case 'assistant': {
        const { parts } = this.#assistant()
        for (const part of this.#assistantParts(item.content)) parts.push(part)
        return
      }
      case 'system':
      case 'developer':
        this.#drafts.push({ role: 'system', parts: this.#textParts(item.content) })
        return
      default:
        this.#drafts.push({ role: 'user', parts: this.#userParts(item.content) })
    }
  }

  /** Decodes user content. An empty text is a message too; without it, the request may have no message at all. */
  #userParts(content: JsonValue | undefined): UserPart[] {
    const parts = contentParts(content)
    const isEmpty = content === '' || (parts.length > 0 && parts.every((part) => part.text === ''))
    return isEmpty ? [{ kind: 'text', text: '' }] : [...decodeParts(content, this.#losses)]
  }

  #textParts(content: JsonValue | undefined): TextPart[] {
    return decodeParts(content, this.#losses).filter((part): part is TextPart => {
      if (part.kind !== 'text') this.#losses.add('content')
      return part.kind === 'text'
    })
  }

  #assistantParts(content: JsonValue | undefined): AssistantPart[] {
    return contentParts(content).flatMap(
      (part): AssistantPart | readonly MediaPart[] | readonly TextPart[] => {
        const refusal = asText(part.refusal)
        if (refusal !== undefined) return { kind: 'refusal', text: refusal }
        if (part.text === '') return []
        if (typeof part.text !== 'string') return decodeParts(part, this.#losses) as readonly MediaPart[]
        const citations = readCitations(part.annotations)
        return { kind: 'text', text: part.text, ...(citations.length > 0 && { citations }) }
      },
    )
  }

  #takeReasoning(item: JsonObject): void {
    const text = readReasoningText(item)
    const encrypted = asText(item.encrypted_content)
    // An id alone refers to reasoning stored by the vendor, which is not available.
    if (text === '' && encrypted === undefined) return
    const part: ReasoningPart = { kind: 'reasoning', text }
    if (encrypted === undefined) return void this.#assistant().parts.push(part)
    const { state, isRedacted } = readEncryptedContent(encrypted, asText(item.id))
    this.#assistant().parts.push({ ...part, state, ...(isRedacted && { isRedacted }) })
  }

  #takeCall(item: JsonObject, isCustom: boolean): void {
    const draft = this.#assistant()
    const { parts } = draft
    const given = isCustom ? item.input : item.arguments
    const before = parts.at(-1)
    // Google's signature belongs to the call, but was sent to the client as a separate item before it.
    const state =
      before?.kind === 'reasoning' && before.text === '' && before.state?.origin === 'google'
        ? before.state
        : undefined
    if (state) parts.pop()
    const call: ToolCallPart = {
      kind: 'tool-call',
      id: asText(item.call_id) ?? asText(item.id) ?? newCallId(),
      name: readFlatName(item),
      arguments: isObject(given) ? JSON.stringify(given) : (asText(given) ?? ''),
      ...(isCustom && { isCustom }),
      ...(state && { state }),
    }
    parts.push(call)
    this.#callers.set(call.id, draft)
  }

  #takeResult(item: JsonObject, isCustom: boolean): void {
    const callId = asText(item.call_id) ?? ''
    const result: ToolResultPart = {
      kind: 'tool-result',
      callId,
      parts: decodeParts(item.output, this.#losses),
      ...(isCustom && { isCustom }),
    }
    const caller = this.#callers.get(callId)
    if (caller) caller.results.push(result)
    else this.#drafts.push({ role: 'user', parts: [result] })
  }

  #takeImage(item: JsonObject): void {
    const base64 = asText(item.result)
    if (base64 === undefined) return this.#losses.add('image_generation_call')
    const mimeType = `image/${asText(item.output_format) ?? 'png'}`
    this.#assistant().parts.push({ kind: 'media', mimeType, source: { kind: 'data', base64 } })
  }

  /** Returns the model's current turn, which ends with the first result. */
  #assistant(): AssistantDraft {
    const last = this.#drafts.at(-1)
    if (last?.role === 'assistant' && last.results.length === 0) return last
    const draft: AssistantDraft = { role: 'assistant', parts: [], results: [] }
    this.#drafts.push(draft)
    return draft
  }
}

function toTurns(draft: Draft): Turn[] {
  if (draft.role !== 'assistant') return draft.parts.length > 0 ? [draft] : []
  const { role, parts, results } = draft
  return [
    ...(parts.length > 0 ? [{ role, parts }] : []),
    ...(results.length > 0 ? [{ role: 'user' as const, parts: results }] : []),
  ]
}

/** Returns the summary, or the reasoning itself if the vendor sends that instead. */
export function readReasoningText(item: JsonObject): string {
  return joinTexts(item.summary) || joinTexts(item.content)
}

function joinTexts(parts: JsonValue | undefined): string {
  return objectsOf(parts)
    .flatMap((part) => asText(part.text) ?? [])
    .join('\n\n')
}

/** Reads citations of pages. Citations of files contain nothing that other clients could show. */
function readCitations(annotations: JsonValue | undefined): readonly Citation[] {
  return objectsOf(annotations).flatMap((each) => readCitation(each) ?? [])
}

export function readCitation(annotation: JsonObject): Citation | undefined {
  const url = asText(annotation.url)
  if (url === undefined) return undefined
  const { start_index: start, end_index: end } = annotation
  return {
    url,
    title: asText(annotation.title) ?? '',
    ...(typeof start === 'number' && { start }),
    ...(typeof end === 'number' && { end }),
  }
}

/** Generates an id for a call without one. */
export const newCallId = (): string => `call_${randomBytes(12).toString('hex')}`
