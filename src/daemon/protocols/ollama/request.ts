import type { Losses } from '../conversation/codec.ts'
import { asArray, asObject, asText } from '../json-access.ts'
import { invalid, REQUEST_BOUNDS, readInteger } from '../openai/request-checks.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** Reads whether to stream. Ollama streams by default. @throws AppError `invalid_request` */
export function readStreamWish({ stream }: JsonObject): boolean {
  if (stream === undefined || stream === null) return true
  if (typeof stream !== 'boolean') throw invalid('stream', 'notBoolean')
  return stream
}

/**
 * Reads the cap on output tokens from the runner's options; negative numbers mean none.
 * @throws AppError `invalid_request`
 */
export function readRunnerCap(body: JsonObject): number | undefined {
  const { options } = body
  if (options !== undefined && options !== null && !asObject(options)) throw invalid('options', 'notObject')
  const cap = readInteger(asObject(options) ?? {}, 'num_predict', -2, REQUEST_BOUNDS.outputTokensMax) ?? 0
  return cap > 0 ? cap : undefined
}

/** Maps options to their names in OpenAI's chat. */
const SAMPLING: ReadonlyMap<string, string> = new Map([
  ['temperature', 'temperature'],
  ['top_p', 'top_p'],
  ['top_k', 'top_k'],
  ['seed', 'seed'],
  ['stop', 'stop'],
  ['presence_penalty', 'presence_penalty'],
  ['frequency_penalty', 'frequency_penalty'],
  ['num_predict', 'max_tokens'],
])

/** Options of the machine, which do not affect the answer. */
const MACHINE: ReadonlySet<string> = new Set([
  'num_ctx',
  'num_keep',
  'num_batch',
  'num_gpu',
  'num_thread',
  'main_gpu',
  'low_vram',
  'use_mmap',
  'use_mlock',
  'numa',
  'vocab_only',
])

/** Converts the members that chat and generation share to those of OpenAI's chat. */
export function readCommonMembers(body: JsonObject, losses: Losses): JsonObject {
  const sampling: JsonObject = {}
  for (const [name, value] of Object.entries(asObject(body.options) ?? {})) {
    const known = SAMPLING.get(name)
    if (known !== undefined && value !== null) sampling[known] = value
    else if (value !== null && !MACHINE.has(name)) losses.add(name)
  }
  if (typeof sampling.max_tokens === 'number' && sampling.max_tokens <= 0) delete sampling.max_tokens
  const schema = asObject(body.format)
  return {
    model: body.model ?? null,
    ...sampling,
    ...(body.format === 'json' && { response_format: { type: 'json_object' } }),
    ...(schema && {
      response_format: { type: 'json_schema', json_schema: { name: 'response', schema } },
    }),
    ...readThink(body.think),
  }
}

function readThink(think: JsonValue | undefined): JsonObject {
  if (think === true) return { reasoning_effort: 'medium', include_reasoning: true }
  if (think === false) return { reasoning_effort: 'none' }
  const level = asText(think)
  return level === undefined ? {} : { reasoning_effort: level, include_reasoning: true }
}

/** Records members as losses if they are not read. */
export function tellUnread(body: JsonObject, losses: Losses, read: ReadonlySet<string>): void {
  for (const [member, value] of Object.entries(body)) {
    const isEmpty = value === null || value === '' || value === false || asArray(value)?.length === 0
    if (!isEmpty && !read.has(member)) losses.add(member)
  }
}

/** Converts text and images to message content in OpenAI's form. Images are given as plain base64. */
export function contentOf(text: string, images: JsonValue | undefined): JsonValue {
  const pictures = (asArray(images) ?? []).flatMap((each) => asText(each) ?? [])
  if (pictures.length === 0) return text
  return [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...pictures.map((each) => ({ type: 'image_url', image_url: { url: toLink(each) } })),
  ]
}

/** Image types by the first base64 characters; any other image is assumed to be PNG, the most common type. */
const TYPES: readonly (readonly [start: string, type: string])[] = [
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
]

function toLink(base64: string): string {
  if (base64.startsWith('data:')) return base64
  const type = TYPES.find(([start]) => base64.startsWith(start))?.[1] ?? 'image/png'
  return `data:${type};base64,${base64}`
}
