import { asObject, asText, objectsOf } from '../json-access.ts'
import { readFailure, readFailureDocument } from '../openai/failure.ts'
import { openaiChat } from '../openai/index.ts'
import { parseJson } from '../parse-json.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, UpstreamFailure } from '../types.ts'
import { cohereChatClient } from './chat-client.ts'
import { cohereErrors } from './errors.ts'
import { readCohereUsage } from './usage.ts'

/** Stream events state their type; failures do not. */
const IS_EVENT = /"type"\s*:\s*"(?:message|content|tool-plan|tool-call|citation|debug)\b/
const BREAKS_OFF = /"finish_reason"\s*:\s*"(?:ERROR|TIMEOUT)/

/**
 * Cohere's chat, `POST /v2/chat`. Its requests are so similar to OpenAI's that the same code reads them.
 *
 * @see https://docs.cohere.com/reference/chat (read 2026-08-20)
 */
export const cohereChat: Codec = {
  id: 'cohere-chat',
  operation: 'chat',
  path: '/v2/chat',
  readRequest: (body) => ({ ...openaiChat.readRequest(body), wantsStreamUsage: true }),
  readTexts: openaiChat.readTexts,
  readUsage: readCohereUsage,
  readOutput,
  readDisguisedFailure,
  classify: (data) => {
    if (data === '') return 'comment'
    if (data.trimEnd() === '[DONE]') return 'terminator'
    if (IS_EVENT.test(data) && !BREAKS_OFF.test(data)) return 'content'
    const document = parseJson(data)
    return document !== undefined && readDisguisedFailure(document) ? 'error' : 'content'
  },
  finishesChoice: (data) => data.includes('"message-end"'),
  readFailure,
  errors: cohereErrors,
  terminator: '',
  client: cohereChatClient,
}

/** Reads the output of an answer or of an event, whose `delta.message` has the same members in pieces. */
function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const message = asObject(body?.message) ?? asObject(asObject(body?.delta)?.message)
  if (!message) return { text: '', hiddenText: '', hasOutput: body?.finish_reason === 'MAX_TOKENS' }
  const content = listOf(message.content)
  const text = typeof message.content === 'string' ? message.content : join(content, 'text')
  let hiddenText = (asText(message.tool_plan) ?? '') + join(content, 'thinking')
  for (const call of listOf(message.tool_calls)) {
    const named = asObject(call.function)
    hiddenText += (asText(named?.name) ?? '') + (asText(named?.arguments) ?? '')
  }
  const isTelling = text !== '' || hiddenText !== '' || body?.finish_reason === 'MAX_TOKENS'
  return { text, hiddenText, hasOutput: isTelling }
}

/** Returns a list. Events have a single object instead of it. */
function listOf(value: JsonValue | undefined): JsonObject[] {
  const object = asObject(value)
  return object ? [object] : objectsOf(value)
}

const join = (parts: readonly JsonObject[], member: string): string =>
  parts.reduce((all, part) => all + (asText(part[member]) ?? ''), '')

/** Recognizes an error body, or an answer that broke off before any output. */
function readDisguisedFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  const delta = asObject(body?.delta)
  const reason = asText(body?.finish_reason) ?? asText(delta?.finish_reason)
  if (reason === 'ERROR' || reason === 'TIMEOUT') {
    const told = asText(delta?.error)
    if (told === undefined && readOutput(document).hasOutput) return undefined
    const message = told ?? 'the model broke off'
    return { message, type: 'upstream_error', code: reason, param: null }
  }
  if (body?.type !== undefined || asObject(body?.message)) return undefined
  return readFailureDocument(document)
}
