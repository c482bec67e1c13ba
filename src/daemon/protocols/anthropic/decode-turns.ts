import { refusals } from '../../errors/refusals.ts'
import { statesOnCalls } from '../conversation/call-state.ts'
import type { Losses } from '../conversation/codec.ts'
import { untagState } from '../conversation/opaque-state.ts'
import { summaryTurn } from '../conversation/summary-turn.ts'
import type {
  AssistantPart,
  Citation,
  MediaPart,
  OpaqueState,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Turn,
  UserPart,
  UserTurn,
} from '../conversation/types.ts'
import { asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { isBillingLine } from './billing-line.ts'
import { decodeCacheMark } from './cache-marks.ts'
import { decodeCitation } from './citations.ts'
import { decodeDocument, decodeImage } from './decode-media.ts'
import { referenceText } from './deferred-tools.ts'
import { isForeignSearch } from './search-blocks.ts'

/** Decodes the system prompt and the messages to turns, keeping the order of their parts. */
export function decodeTurns(body: JsonObject, losses: Losses): readonly Turn[] {
  const turns: Turn[] = []
  const system = decodeSystem(body.system, losses)
  if (system.length > 0) turns.push({ role: 'system', parts: system })
  const { summary, messages } = sinceCompaction(objectsOf(body.messages))
  if (summary) turns.push(summary)
  for (const message of messages) turns.push(decodeMessage(message, losses))
  return asObject(body.cache_control) ? withLastMarked(turns, body) : turns
}

/**
 * Drops everything before the last `compaction` block, as Anthropic does, because the block contains a summary of it.
 * Blocks without content are ignored.
 */
function sinceCompaction(messages: readonly JsonObject[]): {
  readonly summary?: UserTurn
  readonly messages: readonly JsonObject[]
} {
  const place = messages.findLastIndex(({ content }) => objectsOf(content).some(isCompaction))
  const message = messages[place]
  if (!message) return { messages }
  const blocks = objectsOf(message.content)
  const made = blocks.findLastIndex(isCompaction)
  const rest = blocks.slice(made + 1)
  return {
    summary: summaryTurn(asText(blocks[made]?.content) ?? '', decodeCacheMark(blocks[made] ?? {})),
    messages: [...(rest.length > 0 ? [{ ...message, content: rest }] : []), ...messages.slice(place + 1)],
  }
}

const isCompaction = ({ type, content }: JsonObject): boolean =>
  type === 'compaction' && asText(content) !== undefined

function decodeMessage(message: JsonObject, losses: Losses): Turn {
  switch (message.role) {
    case 'assistant':
      return {
        role: 'assistant',
        parts: statesOnCalls(blocksOf(message.content).flatMap((each) => decodeAssistantBlock(each, losses))),
      }
    case 'system':
      return { role: 'system', parts: decodeSystem(message.content, losses) }
    default: {
      const parts = blocksOf(message.content).flatMap((each) => decodeUserBlock(each, losses))
      const results = parts.filter((each) => each.kind === 'tool-result')
      return { role: 'user', parts: [...results, ...parts.filter((each) => each.kind !== 'tool-result')] }
    }
  }
}

const blocksOf = (content: JsonValue | undefined): JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : objectsOf(content)

function decodeSystem(content: JsonValue | undefined, losses: Losses): TextPart[] {
  return blocksOf(content).flatMap((block) => {
    if (block.type === 'text') return isBillingLine(asText(block.text) ?? '') ? [] : decodeText(block)
    losses.add('system')
    return []
  })
}

function decodeText(block: JsonObject): TextPart[] {
  const text = asText(block.text)
  const cache = decodeCacheMark(block)
  return text === undefined ? [] : [{ kind: 'text', text, ...(cache && { cache }) }]
}

function decodeUserBlock(block: JsonObject, losses: Losses): UserPart[] {
  if (block.type === 'tool_result') return [decodeToolResult(block, losses)]
  if (block.type === 'container_upload') losses.refuse('container_upload', refusals.anthropicContainers)
  return decodeContentBlock(block, losses)
}

/** Decodes the blocks that are allowed in user messages and tool results. */
function decodeContentBlock(block: JsonObject, losses: Losses): (TextPart | MediaPart)[] {
  switch (block.type) {
    case 'text':
      return decodeText(block)
    case 'image':
      return decodeImage(block)
    case 'document':
      return decodeDocument(block, losses)
    case 'search_result': {
      losses.add('search_result')
      const lines = [block.title, block.source, ...objectsOf(block.content).map((each) => each.text)]
      const text = lines.flatMap((each) => asText(each) ?? []).join('\n')
      return decodeText({ ...block, text })
    }
    case 'tool_reference':
      // Anthropic shows the model the definition at this point. Other models have it in their list of tools from then
      // on.
      return decodeText({ ...block, text: referenceText(block) })
    default:
      losses.add(asText(block.type) ?? 'content')
      return []
  }
}

function decodeToolResult(block: JsonObject, losses: Losses): ToolResultPart {
  const blocks = blocksOf(block.content)
  const inner = blocks.map(decodeCacheMark).find((each) => each !== undefined)
  const cache = decodeCacheMark(block) ?? inner
  return {
    kind: 'tool-result',
    callId: asText(block.tool_use_id) ?? '',
    parts: blocks
      .flatMap((each) => decodeContentBlock(each, losses))
      // The mark applies to the whole result; other vendors do not support marks inside.
      .map(({ cache: _cache, ...part }) => part),
    ...(block.is_error === true && { isError: true }),
    ...(cache && { cache }),
  }
}

function decodeAssistantBlock(block: JsonObject, losses: Losses): AssistantPart[] {
  switch (block.type) {
    case 'text':
      return decodeText(block).map((part) => {
        const citations = decodeCitations(block, losses)
        return citations.length > 0 ? { ...part, citations } : part
      })
    case 'thinking': {
      const state = decodeState(block.signature)
      return [{ kind: 'reasoning', text: asText(block.thinking) ?? '', ...(state && { state }) }]
    }
    case 'redacted_thinking': {
      const state = decodeState(block.data)
      return state ? [{ kind: 'reasoning', text: '', state, isRedacted: true }] : []
    }
    case 'tool_use':
      return [decodeToolUse(block)]
    case 'compaction':
      // An empty block: the compaction failed. `sinceCompaction` handles blocks that have a summary.
      return []
    default:
      // Blocks of the vendor's own tools are dropped; the text that the model wrote from them is kept.
      if (isForeignSearch(block)) return []
      losses.add(asText(block.type) ?? 'content')
      return []
  }
}

function decodeToolUse(block: JsonObject): ToolCallPart {
  const cache = decodeCacheMark(block)
  return {
    kind: 'tool-call',
    id: asText(block.id) ?? '',
    name: asText(block.name) ?? '',
    arguments: JSON.stringify(block.input ?? {}),
    ...(cache && { cache }),
  }
}

/** Decodes a signature. A tag without a value only states that there was no signature. */
function decodeState(value: JsonValue | undefined): OpaqueState | undefined {
  const text = asText(value)
  const state = text === undefined ? undefined : untagState(text, 'anthropic')
  return state?.value ? state : undefined
}

function decodeCitations(block: JsonObject, losses: Losses): Citation[] {
  const stated = objectsOf(block.citations)
  const citations = stated.flatMap((each) => decodeCitation(each) ?? [])
  if (citations.length < stated.length) losses.add('citations')
  return citations
}

/** Applies the request's own `cache_control` to the last block that can have one. */
function withLastMarked(turns: readonly Turn[], body: JsonObject): readonly Turn[] {
  const cache = decodeCacheMark(body)
  const last = turns.at(-1)
  const part = last?.parts.at(-1)
  if (!cache || !last || !part || part.kind === 'reasoning' || part.kind === 'refusal') return turns
  const parts = [...last.parts.slice(0, -1), { cache, ...part }]
  return [...turns.slice(0, -1), { ...last, parts } as Turn]
}
