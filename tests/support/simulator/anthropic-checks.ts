import type { Ask } from './ask.ts'
import { type Fields, fieldsOf, itemsOf, objectsIn, stringOf } from './json-fields.ts'
import type { Memory } from './memory.ts'
import type { Complaint } from './protocol.ts'
import { closedSchemaFault } from './schemas.ts'

type Fault = string | undefined

/** Families that accept no thinking budget and no sampling parameters. @see protocols: thinking by model family */
const adaptiveOnly = /claude-(opus-4-[78]|opus-5|sonnet-5|fable-5|mythos-5)/
const withoutStructure = /claude-(3|sonnet-4-2|opus-4-2|sonnet-4@|opus-4@)/

const topLevel = new Set(
  'model max_tokens messages system temperature top_p top_k stop_sequences stream tools tool_choice thinking output_config cache_control metadata service_tier container inference_geo mcp_servers context_management thread anthropic_version anthropic_beta'.split(
    ' ',
  ),
)

const checkMembers = (body: Fields): Fault => {
  const extra = Object.keys(body).find((name) => !topLevel.has(name))
  if (extra !== undefined) return `${extra}: Extra inputs are not permitted`
  if (typeof body.max_tokens !== 'number') return 'max_tokens: Field required'
  const stops = Array.isArray(body.stop_sequences) ? body.stop_sequences : []
  if (stops.some((stop) => String(stop).trim() === ''))
    return 'stop_sequences: each stop sequence must contain non-whitespace'
  return undefined
}

const checkThinking = (body: Fields, model: string): Fault => {
  const { type, budget_tokens: budget } = fieldsOf(body.thinking)
  const isAdaptiveOnly = adaptiveOnly.test(model)
  const { temperature, top_k: topK, top_p: topP } = body
  if (isAdaptiveOnly && type === 'enabled')
    return '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
  if (isAdaptiveOnly && ((temperature ?? 1) !== 1 || topK !== undefined || Number(topP ?? 1) < 0.99))
    return '`temperature`, `top_p` and `top_k` are deprecated for this model.'
  if (Number(temperature ?? 0) > 1) return 'temperature: range: 0..1'
  if (type !== 'enabled') return undefined
  if (typeof budget !== 'number' || budget < 1024)
    return 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024'
  if (budget >= Number(body.max_tokens)) return '`max_tokens` must be greater than `thinking.budget_tokens`.'
  if ((temperature ?? 1) !== 1) return '`temperature` may only be set to 1 when thinking is enabled.'
  if (topK !== undefined) return '`top_k` must be unset when thinking is enabled.'
  const choice = fieldsOf(body.tool_choice).type
  if (choice === 'any' || choice === 'tool')
    return 'Thinking may not be enabled when tool_choice forces tool use.'
  return undefined
}

const checkTools = (body: Fields): Fault => {
  for (const [index, tool] of itemsOf(body.tools).entries()) {
    if (!/^[a-zA-Z0-9_-]{1,128}$/.test(stringOf(tool.name)))
      return `tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`
    const isOwn = tool.type === undefined || tool.type === 'custom'
    if (isOwn && fieldsOf(tool.input_schema).type !== 'object')
      return `tools.${index}.custom.input_schema.type: Field required`
  }
  return undefined
}

const checkFormat = (body: Fields, model: string): Fault => {
  const format = fieldsOf(fieldsOf(body.output_config).format)
  if (Object.keys(format).length === 0) return undefined
  if (withoutStructure.test(model)) return 'output_config.format: Extra inputs are not permitted'
  const fault = format.type === 'json_schema' ? closedSchemaFault(format.schema) : 'unknown format'
  return fault && `output_config.format.schema: ${fault}`
}

const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

const checkBlock = (block: Fields, at: string, memory: Memory, takesLinks: boolean): Fault => {
  const { type, source: sourceValue } = block
  if (type === 'text' && stringOf(block.text) === '') return 'messages: text content blocks must be non-empty'
  if (type === 'thinking' && !memory.knows(block.signature, `thinking:${stringOf(block.thinking)}`))
    return `${at}: Invalid \`signature\` in \`thinking\` block`
  if (type === 'image') {
    const source = fieldsOf(sourceValue)
    if (source.type === 'base64' && !pictureTypes.has(stringOf(source.media_type)))
      return `${at}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`
    if (source.type === 'url' && !takesLinks) return `${at}.image.source: URL sources are not supported`
  }
  if (type === 'tool_use' && !/^[a-zA-Z0-9_-]+$/.test(stringOf(block.id)))
    return `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
  if (type === 'tool_use' && (typeof block.input !== 'object' || block.input === null))
    return `${at}.tool_use.input: Input should be a valid dictionary`
  return undefined
}

/** Checks that the next message starts with a result for each call of the message before, and has no others. */
const checkResults = (before: Fields | undefined, message: Fields, index: number): Fault => {
  const called = itemsOf(before?.role === 'assistant' ? before.content : [])
    .filter(({ type }) => type === 'tool_use')
    .map(({ id }) => id)
  const blocks = itemsOf(message.content)
  const results = blocks.filter(({ type }) => type === 'tool_result')
  const missing = called.filter((id) => !results.some((result) => result.tool_use_id === id))
  if (missing.length > 0)
    return `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  const stray = results.find((result) => !called.includes(result.tool_use_id))
  if (stray)
    return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stringOf(stray.tool_use_id)}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
  if (blocks.slice(0, results.length).some(({ type }) => type !== 'tool_result'))
    return `messages.${index}: \`tool_result\` blocks must come before any other content.`
  return undefined
}

/** Merges neighboring messages of one role, as the server does before its checks. */
const mergedTurns = (messages: readonly Fields[]): Fields[] => {
  const turns: { role: unknown; content: unknown[] }[] = []
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : itemsOf(content)
    const last = turns.at(-1)
    if (last && last.role === role) last.content.push(...blocks)
    else turns.push({ role, content: [...blocks] })
  }
  return turns
}

const checkMessages = (body: Fields, memory: Memory, takesLinks: boolean): Fault => {
  const turns = mergedTurns(itemsOf(body.messages))
  if (turns.length === 0) return 'messages: at least one message is required'
  if (turns[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  for (const [index, turn] of turns.entries()) {
    if (turn.role !== 'user' && turn.role !== 'assistant')
      return `messages: Unexpected role "${String(turn.role)}". Allowed roles are "user" or "assistant".`
    const blocks = itemsOf(turn.content)
    if (blocks.length === 0) return `messages.${index}: all messages must have non-empty content`
    for (const [at, block] of blocks.entries()) {
      const fault = checkBlock(block, `messages.${index}.content.${at}`, memory, takesLinks)
      if (fault) return fault
    }
    const fault = checkResults(turns[index - 1], turn, index)
    if (fault) return fault
  }
  return checkResults(turns.at(-1), {}, turns.length) ?? checkThinkingFirst(body, turns)
}

/** Checks that, with a budget, a turn that called tools comes back with its thinking in front. */
const checkThinkingFirst = (body: Fields, turns: readonly Fields[]): Fault => {
  if (fieldsOf(body.thinking).type !== 'enabled') return undefined
  const last = turns.findLast(({ role }) => role === 'assistant')
  const blocks = itemsOf(last?.content)
  const first = blocks[0]?.type
  if (!blocks.some(({ type }) => type === 'tool_use')) return undefined
  if (first === 'thinking' || first === 'redacted_thinking') return undefined
  return `messages.${turns.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(first)}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`
}

const checkCacheMarks = (body: Fields): Fault => {
  const marks = [...objectsIn(body)].filter(({ cache_control: mark }) => mark !== undefined && mark !== null)
  return marks.length > 4
    ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`
    : undefined
}

/** Differences between the services that speak Anthropic's format. */
export interface AnthropicPlace {
  /** Images by link, which only the first party accepts. */
  readonly takesLinks: boolean
  /** Members that must be absent because the path states them. */
  readonly forbidden: readonly string[]
  /** Required value of `anthropic_version` in the body. */
  readonly bodyVersion?: string
}

export const firstParty: AnthropicPlace = {
  takesLinks: true,
  forbidden: ['anthropic_version', 'anthropic_beta'],
}

export const checkAnthropic = (ask: Ask, memory: Memory, place: AnthropicPlace): Complaint | undefined => {
  const body = fieldsOf(ask.json)
  const forbidden = place.forbidden.find((name) => name in body)
  const isCount = ask.operation === 'count'
  const fault =
    (forbidden && `${forbidden}: Extra inputs are not permitted`) ??
    (place.bodyVersion !== undefined && body.anthropic_version !== place.bodyVersion
      ? 'anthropic_version: Field required'
      : undefined) ??
    checkMembers(isCount ? { max_tokens: 1, ...body } : body) ??
    checkThinking({ max_tokens: Number.POSITIVE_INFINITY, ...body }, ask.model) ??
    checkTools(body) ??
    checkFormat(body, ask.model) ??
    checkMessages(body, memory, place.takesLinks) ??
    checkCacheMarks(body)
  return fault === undefined ? undefined : { status: 400, message: fault }
}
