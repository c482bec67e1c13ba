import { asArray, asObject, asText } from '../json-access.ts'
import {
  invalid,
  REQUEST_BOUNDS,
  readFlag,
  readInteger,
  readModel,
  readObjects,
} from '../openai/request-checks.ts'
import type { JsonObject, JsonValue, RequestFacts } from '../types.ts'
import { effortOfBudget } from './thinking-levels.ts'

/** The API's own limit. */
const MESSAGES_MAX = 100_000

/** Types of media blocks; all others are text, calls or thinking, whose size can be read from the body. */
const MEDIA_BLOCKS: ReadonlySet<JsonValue | undefined> = new Set(['image', 'document', 'container_upload'])

const NUMBERS = ['temperature', 'top_p', 'top_k'] as const
const OBJECTS = ['tool_choice', 'thinking', 'output_config', 'metadata'] as const

/** Reads the facts of a request. `max_tokens` may be missing: the gateway fills it in for the upstream. */
export function readMessagesRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  const messages = readObjects(body, 'messages', MESSAGES_MAX)
  if (messages.length === 0) throw invalid('messages', 'noMessage')
  let media = 0
  for (const [index, message] of messages.entries()) media += checkMessage(message, index)
  checkSystem(body.system)
  const tools = readObjects(body, 'tools', REQUEST_BOUNDS.toolsMax).length
  const servers = readObjects(body, 'mcp_servers', REQUEST_BOUNDS.toolsMax).length
  checkFieldTypes(body)
  return {
    model,
    isStream: readFlag(body, 'stream'),
    outputTokensCap: readInteger(body, 'max_tokens', 1, REQUEST_BOUNDS.outputTokensMax),
    // The protocol always states usage in its streams.
    wantsStreamUsage: true,
    reasoningEffort: readEffort(body),
    attachments: media + tools + servers,
    media: media || undefined,
  }
}

/** @returns the number of media blocks in the message, including those inside tool results */
function checkMessage(message: JsonObject, index: number): number {
  const field = `messages[${index}]`
  if (!asText(message.role)) throw invalid(`${field}.role`, 'notString')
  const { content } = message
  if (typeof content === 'string') return 0
  if (!Array.isArray(content)) throw invalid(`${field}.content`, 'notBlocks')
  let attachments = 0
  for (const [place, block] of content.entries()) {
    const object = asObject(block)
    if (!object) throw invalid(`${field}.content[${place}]`, 'notObject')
    attachments += countMedia(object)
  }
  return attachments
}

function countMedia(block: JsonObject): number {
  if (MEDIA_BLOCKS.has(block.type)) return 1
  if (block.type !== 'tool_result') return 0
  return (asArray(block.content) ?? []).filter((each) => MEDIA_BLOCKS.has(asObject(each)?.type)).length
}

function checkSystem(system: JsonValue | undefined): void {
  if (system === undefined || system === null || typeof system === 'string') return
  if (!Array.isArray(system)) throw invalid('system', 'notTextBlocks')
}

function checkFieldTypes(body: JsonObject): void {
  for (const field of NUMBERS) {
    const value = body[field]
    if (value !== undefined && value !== null && !(typeof value === 'number' && Number.isFinite(value)))
      throw invalid(field, 'notNumber')
  }
  for (const field of OBJECTS) {
    const value = body[field]
    if (value !== undefined && value !== null && !asObject(value)) throw invalid(field, 'notObject')
  }
  const stops = body.stop_sequences
  if (stops === undefined || stops === null) return
  if (!asArray(stops)?.every((each) => typeof each === 'string'))
    throw invalid('stop_sequences', 'notStrings')
}

/** Returns the effort for the log: the stated one, else the level that corresponds to the budget. */
function readEffort(body: JsonObject): string | undefined {
  const effort = asText(asObject(body.output_config)?.effort)
  if (effort !== undefined) return effort
  const thinking = asObject(body.thinking)
  if (thinking?.type === 'disabled') return 'none'
  if (thinking?.type === 'adaptive') return 'adaptive'
  const budget = thinking?.budget_tokens
  return thinking?.type === 'enabled' && typeof budget === 'number' ? effortOfBudget(budget) : undefined
}
