import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { OpenCalls } from '../conversation/open-calls.ts'
import type { ConversationRequest } from '../conversation/types.ts'
import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { cohereChatClient } from './chat-client.ts'

/** Members that this file reads. The decoder of the second API version gets all others. */
const READ: ReadonlySet<string> = new Set([
  ...['message', 'chat_history', 'preamble', 'tools', 'tool_results', 'connectors', 'conversation_id'],
  ...['search_queries_only', 'raw_prompting', 'response_format', 'prompt_truncation'],
  // Only states in how many steps the client runs its tools.
  'force_single_step',
])

/**
 * Decodes a request by rewriting it for the decoder of the second API version.
 *
 * @throws AppError `translation_unsupported` for features that only Cohere has, such as connectors and stored
 *   conversations
 */
export function decodeFirstRequest(body: JsonObject, losses: Losses): ConversationRequest {
  if ((asArray(body.connectors) ?? []).length > 0) losses.refuse('connectors', refusals.firstCohereApi)
  if (asText(body.conversation_id)) losses.refuse('conversation_id', refusals.firstCohereApi)
  if (body.search_queries_only === true) losses.refuse('search_queries_only', refusals.firstCohereApi)
  if (body.raw_prompting === true) losses.refuse('raw_prompting', refusals.noRawPrompt)
  // Cohere would drop parts of a prompt that is too long.
  if (
    body.prompt_truncation !== undefined &&
    body.prompt_truncation !== null &&
    body.prompt_truncation !== 'OFF'
  )
    losses.add('prompt_truncation')
  const format = asObject(body.response_format)
  const schema = asObject(format?.schema)
  const tools = objectsOf(body.tools).map(toTool)
  return cohereChatClient.decodeRequest(
    {
      ...Object.fromEntries(Object.entries(body).filter(([member]) => !READ.has(member))),
      messages: readMessages(body),
      ...(tools.length > 0 && { tools }),
      ...(format && { response_format: { type: format.type ?? '', ...(schema && { json_schema: schema }) } }),
    },
    losses,
  )
}

/** Returns the prompt as an OpenAI-like chat, for counting. */
export function inChatForm(body: JsonObject): JsonObject {
  return {
    messages: readMessages(body),
    tools: objectsOf(body.tools).map(toTool),
    documents: body.documents ?? [],
    response_format: body.response_format ?? null,
  }
}

const ROLES: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ['CHATBOT', 'assistant'],
  ['SYSTEM', 'system'],
  ['USER', 'user'],
])

interface Call {
  readonly id: string
  readonly name: string
}

/**
 * Reads the messages. Calls have no ids in this API version. A result repeats its call, so we match it with the first
 * open call of that name. Clients in single-step mode send results without the message in which the model made the
 * calls.
 */
function readMessages(body: JsonObject): JsonObject[] {
  const messages: JsonObject[] = []
  let open = new OpenCalls<Call>()
  let made = 0
  const call = (given: JsonObject): JsonObject => {
    made += 1
    const id = `call_${made}`
    const name = asText(given.name) ?? ''
    open.add({ id, name })
    return { id, type: 'function', function: { name, arguments: JSON.stringify(given.parameters ?? {}) } }
  }
  const answer = (id: string, result: JsonObject): void => {
    messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result.outputs ?? []) })
  }
  const takeResults = (results: readonly JsonObject[]): void => {
    const homeless: JsonObject[] = []
    for (const result of results) {
      const found = open.takeByName(asText(asObject(result.call)?.name))
      if (found) answer(found.id, result)
      else homeless.push(result)
    }
    if (homeless.length === 0) return
    messages.push({ role: 'assistant', tool_calls: homeless.map((each) => call(asObject(each.call) ?? {})) })
    for (const result of homeless)
      answer(open.takeByName(asText(asObject(result.call)?.name))?.id ?? '', result)
  }
  const preamble = asText(body.preamble)
  if (preamble) messages.push({ role: 'system', content: preamble })
  for (const entry of objectsOf(body.chat_history)) {
    const role = ROLES.get(asText(entry.role)?.toUpperCase())
    if (role === 'assistant') open = new OpenCalls()
    const calls = objectsOf(entry.tool_calls).map(call)
    if (role)
      messages.push({ role, content: entry.message ?? '', ...(calls.length > 0 && { tool_calls: calls }) })
    else takeResults(objectsOf(entry.tool_results))
  }
  if (body.message !== '') messages.push({ role: 'user', content: body.message ?? '' })
  takeResults(objectsOf(body.tool_results))
  return messages
}

function toTool({ name, description, parameter_definitions: definitions }: JsonObject): JsonObject {
  const all = Object.entries(asObject(definitions) ?? {}).map(
    ([parameter, definition]) => [parameter, asObject(definition) ?? {}] as const,
  )
  return {
    type: 'function',
    function: {
      name: name ?? '',
      ...(asText(description) && { description: description ?? '' }),
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          all.map(([parameter, definition]) => [parameter, toSchema(definition)]),
        ),
        required: all.flatMap(([parameter, { required }]) => (required === true ? parameter : [])),
      },
    },
  }
}

/** Type names in this API version are Python's, such as `List[str]`. Only the beginning of a name is compared. */
const TYPES: readonly (readonly [python: RegExp, json: string])[] = [
  [/^str/i, 'string'],
  [/^int/i, 'integer'],
  [/^(?:float|number)/i, 'number'],
  [/^bool/i, 'boolean'],
  [/^(?:list|tuple|set|array)/i, 'array'],
  [/^(?:dict|object)/i, 'object'],
]

/** Types are cut off after this length, because deeply nested lists would take very long to parse. */
const TYPE_CHARS_MAX = 200

function toSchema({ type, description }: JsonObject): JsonObject {
  const python = asText(type)?.slice(0, TYPE_CHARS_MAX) ?? ''
  const json = TYPES.find(([pattern]) => pattern.test(python))?.[1]
  const inner = json === 'array' ? /\[(.+)\]/.exec(python)?.[1] : undefined
  return {
    ...(json !== undefined && { type: json }),
    ...(json === 'array' && { items: inner === undefined ? {} : toSchema({ type: inner }) }),
    ...(asText(description) && { description: description ?? '' }),
  }
}
