import { AppError } from '../errors/app-error.ts'
import { channelFaults } from '../errors/channel-faults.ts'
import { asArray, asText, isObject } from '../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'
import { baseUrlOf, joinUrl, misconfigured } from './addresses.ts'
import type { Call, ChannelFields, FieldSpec, Target } from './types.ts'

/**
 * Shared parts of types that speak OpenAI's format: addresses, signing, form fields and small edits of a body. If there is
 * nothing to change, an edit returns the same object, so that the bytes of a request can pass through.
 */

/** Returns the target for vendors with a bearer key and OpenAI's paths after a version prefix. */
export function openAiTarget(defaultBaseUrl: string, prefix = '/v1'): (call: Call) => Target {
  return (call) => ({
    url: joinUrl(baseUrlOf(call.channel, defaultBaseUrl), pathOf(call), prefix),
    headers: bearer(call),
  })
}

/** Returns the path of the operation. The list of models has the same path as at OpenAI. */
export const pathOf = (call: Call): string => (call.operation === 'models' ? '/v1/models' : call.path)

/** Returns `authorization: Bearer`, or no header if the channel has no key. */
export function bearer(call: Call): Record<string, string> {
  const key = headerSafeKey(call)
  return key === '' ? {} : { authorization: `Bearer ${key}` }
}

/**
 * Returns the key if it can be sent in a header.
 *
 * @throws AppError `channel_misconfigured` for line breaks and other characters that headers do not allow
 */
export function headerSafeKey({ key, channel }: Call): string {
  const trimmed = key.trim()
  if (!/^[\x20-\x7e]*$/.test(trimmed)) throw misconfigured(channel, channelFaults.badKeyCharacters)
  return trimmed
}

export function apiKeyField(extra: Partial<ChannelFields['key']> = {}): ChannelFields['key'] {
  return {
    parts: ['API key'],
    isMultiKey: true,
    required: extra.optional !== true,
    label: { en: 'API key', zh: 'API 密钥' },
    hint: {
      en: 'Several keys are separated by commas or line breaks and used in turn.',
      zh: '多个密钥用逗号或换行分隔，轮流使用。',
    },
    ...extra,
  }
}

/** @param fallback the vendor's own address; empty = the field must be filled in */
export function baseUrlField(fallback: string, extra: FieldSpec = {}): FieldSpec {
  return {
    label: { en: 'Base URL', zh: '接口地址' },
    hint:
      fallback === ''
        ? { en: 'Without /v1 at the end.', zh: '末尾不带 /v1。' }
        : {
            en: 'Without /v1 at the end. Leave it empty for the address of the vendor.',
            zh: '末尾不带 /v1。留空则使用厂商默认地址。',
          },
    check: checkHttpUrl,
    ...(fallback === '' ? { required: true } : { default: fallback }),
    ...extra,
  }
}

/** Returns the problem of an address; undefined if it is empty or valid. */
export function checkHttpUrl(text: string): { readonly en: string; readonly zh: string } | undefined {
  const url = URL.parse(text)
  if (text === '' || url?.protocol === 'http:' || url?.protocol === 'https:') return undefined
  return {
    en: 'Enter an address that begins with http:// or https://.',
    zh: '请输入以 http:// 或 https:// 开头的地址。',
  }
}

export const organizationField: FieldSpec = {
  label: { en: 'Organization', zh: '组织' },
  hint: { en: 'Sent as OpenAI-Organization when filled in.', zh: '填写后作为 OpenAI-Organization 发送。' },
}

/** Removes members from a body. Returns the same object if it has none of them. */
export function without(body: JsonObject, ...names: readonly string[]): JsonObject {
  const found = names.filter((name) => body[name] !== undefined)
  if (found.length === 0) return body
  const rest = { ...body }
  for (const name of found) delete rest[name]
  return rest
}

/** Renames a member to the vendor's name. A value that is already there takes precedence. */
export function renamed(body: JsonObject, from: string, to: string): JsonObject {
  const value = body[from]
  if (value === undefined) return body
  const rest = without(body, from)
  return value === null || (rest[to] !== undefined && rest[to] !== null) ? rest : { ...rest, [to]: value }
}

/** Turns `input` into a list, for vendors that do not accept a single text. */
export function withInputList(body: JsonObject): JsonObject {
  return typeof body.input === 'string' ? { ...body, input: [body.input] } : body
}

/**
 * Adds an empty `reasoning_content` to every turn with tool calls that has none. Thinking models require it, clients often
 * leave it out, and the vendors accept an empty text.
 */
export const withReasoningOfCalls = (body: JsonObject): JsonObject =>
  mapMessages(body, (message) =>
    message.role === 'assistant' &&
    (asArray(message.tool_calls)?.length ?? 0) > 0 &&
    typeof message.reasoning_content !== 'string'
      ? { ...message, reasoning_content: '' }
      : message,
  )

/** Turns a forced tool into `auto`, because some models refuse a forced tool while they think. */
export const withFreeToolChoice = (body: JsonObject): JsonObject =>
  body.tool_choice === 'required' || isObject(body.tool_choice) ? { ...body, tool_choice: 'auto' } : body

export function mapMessages(
  body: JsonObject,
  edit: (message: JsonObject, index: number) => JsonObject,
): JsonObject {
  const messages = asArray(body.messages)
  if (!messages) return body
  let hasChanged = false
  const edited = messages.map((each, index) => {
    if (!isObject(each)) return each
    const result = edit(each, index)
    hasChanged ||= result !== each
    return result
  })
  return hasChanged ? { ...body, messages: edited } : body
}

/**
 * Reads the ids of an OpenAI-like model list, `{ data: [{ id }] }`, of a bare list or of Ollama's `{ models: [{ name }] }`.
 *
 * @throws AppError `upstream_malformed` if there is no list
 */
export function readModelIds(body: JsonValue): readonly string[] {
  const list = asArray(body) ?? (isObject(body) ? (asArray(body.data) ?? asArray(body.models)) : undefined)
  if (!list) throw new AppError('upstream_malformed', { detail: { what: 'no list of models' } })
  return list.flatMap(
    (each) => asText(each) ?? (isObject(each) ? (asText(each.id) ?? asText(each.name)) : undefined) ?? [],
  )
}

/** Returns headers for vendors that also speak Anthropic's protocol. They accept the key in either header and require a version. */
export function anthropicHeaders(call: Call): Record<string, string> {
  const key = headerSafeKey(call)
  return {
    ...bearer(call),
    ...(key !== '' && { 'x-api-key': key }),
    'anthropic-version': call.headers['anthropic-version'] ?? '2023-06-01',
    ...(call.headers['anthropic-beta'] !== undefined && { 'anthropic-beta': call.headers['anthropic-beta'] }),
  }
}
