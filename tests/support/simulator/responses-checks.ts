import type { Ask } from './ask.ts'
import { type Fields, fieldsOf, itemsOf, stringOf } from './json-fields.ts'
import type { Memory } from './memory.ts'
import type { Complaint } from './protocol.ts'
import { inputItemsOf, isToolOutput } from './responses-ask.ts'
import { strictSchemaFault } from './schemas.ts'

/** The reference's members, and `client_metadata`, which OpenAI's own Codex sends to OpenAI. */
const topLevel = new Set(
  'model input instructions previous_response_id conversation store stream stream_options background max_output_tokens max_tool_calls temperature top_p top_logprobs reasoning text tools tool_choice parallel_tool_calls include truncation context_management metadata user safety_identifier prompt_cache_key prompt_cache_retention prompt_cache_options service_tier moderation prompt client_metadata'.split(
    ' ',
  ),
)

const fault = (message: string, param: string | undefined, code?: string): Complaint => ({
  status: 400,
  message,
  ...(param !== undefined && { param }),
  ...(code !== undefined && { code }),
})

const userParts = new Set(['input_text', 'input_image', 'input_file'])
const assistantParts = new Set(['output_text', 'refusal'])

const checkMessage = (item: Fields, at: string): Complaint | undefined => {
  const allowed = item.role === 'assistant' ? assistantParts : userParts
  for (const [index, part] of itemsOf(item.content).entries()) {
    const type = stringOf(part.type)
    if (!allowed.has(type))
      return fault(
        `Invalid value: '${type}'. Supported values are: ${[...allowed].map((each) => `'${each}'`).join(', ')}.`,
        `${at}.content[${index}]`,
        'invalid_value',
      )
    if (type === 'input_image' && part.file_id === undefined && typeof part.image_url !== 'string')
      return fault(
        "Invalid type for 'image_url': expected an image URL.",
        `${at}.content[${index}].image_url`,
      )
  }
  return undefined
}

const isCall = ({ type }: Fields): boolean => type === 'function_call' || type === 'custom_tool_call'

const isMessage = ({ type, role }: Fields): boolean =>
  type === 'message' || (type === undefined && role !== undefined)

const checkReasoning = (items: readonly Fields[], index: number, memory: Memory): Complaint | undefined => {
  const item = items[index] ?? {}
  const state = item.encrypted_content
  if (state !== undefined && state !== null && !memory.knows(state, 'reasoning'))
    return fault(
      `The encrypted content ${stringOf(state).slice(0, 12)}... could not be verified. Reason: Encrypted content could not be decrypted or parsed.`,
      undefined,
      'invalid_encrypted_content',
    )
  const next = items.slice(index + 1).find(({ type }) => type !== 'reasoning')
  if (next === undefined || isToolOutput(next) || (isMessage(next) && next.role !== 'assistant'))
    return fault(
      `Item '${stringOf(item.id)}' of type 'reasoning' was provided without its required following item.`,
      'input',
    )
  return undefined
}

const checkItem = (items: readonly Fields[], index: number, memory: Memory): Complaint | undefined => {
  const item = items[index] ?? {}
  const before = items.slice(0, index)
  if (isMessage(item)) return checkMessage(item, `input[${index}]`)
  if (item.type === 'reasoning') return checkReasoning(items, index, memory)
  if (isToolOutput(item) && !before.some((each) => isCall(each) && each.call_id === item.call_id))
    return fault(
      `No tool call found for function call output with call_id ${stringOf(item.call_id)}.`,
      'input',
    )
  if (!isCall(item)) return undefined
  if (!items.some((each) => isToolOutput(each) && each.call_id === item.call_id))
    return fault(`No tool output found for function call ${stringOf(item.call_id)}.`, 'input')
  if (stringOf(item.call_id).length > 64)
    return fault(`Invalid 'input[${index}].call_id': string too long.`, `input[${index}].call_id`)
  if (item.type === 'function_call' && typeof item.arguments !== 'string')
    return fault(`Missing required parameter: 'input[${index}].arguments'.`, `input[${index}].arguments`)
  const thought = memory.documents.get(`needs ${stringOf(item.id)}`)
  if (thought !== undefined && !before.some((each) => each.type === 'reasoning' && each.id === thought))
    return fault(
      `Item '${stringOf(item.id)}' of type 'function_call' was provided without its required 'reasoning' item: '${String(thought)}'.`,
      'input',
    )
  return undefined
}

const checkSchemas = (body: Fields): Complaint | undefined => {
  const format = fieldsOf(fieldsOf(body.text).format)
  if (format.type === 'json_schema' && (stringOf(format.name) === '' || format.schema === undefined))
    return fault(
      "Missing required parameter: 'text.format.name'.",
      'text.format.name',
      'missing_required_parameter',
    )
  const wrongFormat = format.strict === true ? strictSchemaFault(format.schema) : undefined
  if (wrongFormat)
    return fault(
      `Invalid schema for response_format '${stringOf(format.name)}': ${wrongFormat}`,
      'text.format.schema',
      'invalid_json_schema',
    )
  for (const [index, tool] of itemsOf(body.tools).entries()) {
    if (tool.type === 'function' && stringOf(tool.name) === '')
      return fault(`Missing required parameter: 'tools[${index}].name'.`, `tools[${index}].name`)
    const wrong = tool.strict === true ? strictSchemaFault(tool.parameters) : undefined
    if (wrong)
      return fault(
        `Invalid schema for function '${stringOf(tool.name)}': ${wrong}`,
        `tools[${index}].parameters`,
        'invalid_function_parameters',
      )
  }
  return undefined
}

/**
 * Returns the items that an earlier response adds to the conversation; undefined = there is no response with that id.
 */
const earlierItems = (id: unknown, memory: Memory): readonly Fields[] | undefined => {
  if (id === undefined || id === null) return []
  const stored = memory.documents.get(String(id))
  if (stored === undefined) return undefined
  const { input, output, previous_response_id: previous } = fieldsOf(stored)
  return [...(earlierItems(previous, memory) ?? []), ...inputItemsOf({ input }), ...itemsOf(output)]
}

const referredTo = (item: Fields, memory: Memory): unknown =>
  item.type === 'item_reference' ? memory.documents.get(stringOf(item.id)) : item

export const checkResponses = (ask: Ask, memory: Memory): Complaint | undefined => {
  const body = fieldsOf(ask.json)
  const unknown = Object.keys(body).find((name) => !topLevel.has(name))
  if (unknown !== undefined) return fault(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter')
  const earlier = earlierItems(body.previous_response_id, memory)
  if (!earlier)
    return fault(
      `Previous response with id '${String(body.previous_response_id)}' not found.`,
      'previous_response_id',
      'previous_response_not_found',
    )
  const given = inputItemsOf(body)
  const lost = given.find(({ type, id }) => type === 'item_reference' && !memory.documents.has(stringOf(id)))
  if (lost) return fault(`Item with id '${stringOf(lost.id)}' not found.`, 'input')
  const items = [...earlier, ...given.map((item) => fieldsOf(referredTo(item, memory)))]
  if (items.length === 0)
    return fault("Missing required parameter: 'input'.", 'input', 'missing_required_parameter')
  for (const index of items.keys()) {
    const complaint = checkItem(items, index, memory)
    if (complaint) return complaint
  }
  return checkSchemas(body)
}
