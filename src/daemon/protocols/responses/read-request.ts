import { splitEffortSuffix } from '../effort-suffix.ts'
import { asObject, asText, objectsOf } from '../json-access.ts'
import {
  checkFieldTypes,
  invalid,
  REQUEST_BOUNDS,
  readFlag,
  readInteger,
  readModel,
  readObjects,
  readStreaming,
} from '../openai/request-checks.ts'
import type { JsonObject, RequestFacts } from '../types.ts'
import { contentParts, isTextual } from './input-items.ts'
import { readStoredUse } from './read-stored-use.ts'

/**
 * Reads and checks a request. `model` is required even with a stored prompt that names one, because it determines the
 * channel.
 *
 * @throws AppError `invalid_request`
 */
export function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  readFlag(body, 'background')
  const media = readInput(body)
  const tools = readTools(body)
  checkFieldTypes(body)
  for (const field of ['reasoning', 'text', 'metadata'])
    if (body[field] !== undefined && body[field] !== null && !asObject(body[field]))
      throw invalid(field, 'notObject')
  return {
    model,
    isStream: readStreaming(body).isStream,
    // The last event of every stream states the usage.
    wantsStreamUsage: true,
    outputTokensCap: readInteger(body, 'max_output_tokens', 0, REQUEST_BOUNDS.outputTokensMax) || undefined,
    reasoningEffort: splitEffortSuffix(model).effort ?? asText(asObject(body.reasoning)?.effort),
    attachments: media + tools,
    media: media || undefined,
  }
}

/** @returns the number of parts in the input that are not text */
function readInput(body: JsonObject): number {
  const { input } = body
  if (typeof input === 'string') return 0
  if (input === undefined || input === null) {
    if (readStoredUse(body) !== undefined) return 0
    throw invalid('input', 'inputNotProvided')
  }
  const items = readObjects(body, 'input', REQUEST_BOUNDS.messagesMax)
  if (items.length === 0 && readStoredUse(body) === undefined) throw invalid('input', 'noItem')
  let attachments = 0
  for (const item of items)
    for (const content of [item.content, item.output])
      attachments += contentParts(content).filter((part) => !isTextual(part)).length
  return attachments
}

function readTools(body: JsonObject): number {
  const tools = readObjects(body, 'tools', REQUEST_BOUNDS.toolsMax)
  const count = tools.reduce((sum, tool) => sum + Math.max(1, objectsOf(tool.tools).length), 0)
  if (count > REQUEST_BOUNDS.toolsMax)
    throw invalid('tools', 'tooMany', { count, max: REQUEST_BOUNDS.toolsMax })
  return count
}
