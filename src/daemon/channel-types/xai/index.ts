import { splitEffortSuffix } from '../../protocols/effort-suffix.ts'
import { isObject } from '../../protocols/json-access.ts'
import { openaiChat, openaiImage, openaiRealtime } from '../../protocols/openai/index.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { apiKeyField, baseUrlField, openAiTarget, renamed, without } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'

const BASE_URL = 'https://api.x.ai'

/**
 * Efforts by model; the first match wins. An effort that is neither known nor close to a known one is left out, because the
 * model refuses it.
 */
const EFFORTS: readonly {
  readonly models: RegExp
  readonly known: readonly string[]
  readonly nearest: Readonly<Record<string, string>>
}[] = [
  {
    // For these models the effort sets the number of agents: 4 up to medium, 16 above.
    models: /^grok-.*multi-agent/,
    known: ['low', 'medium', 'high', 'xhigh'],
    nearest: { minimal: 'low', max: 'xhigh' },
  },
  {
    models: /^grok-3-mini/,
    known: ['low', 'high'],
    nearest: { minimal: 'low', medium: 'high', xhigh: 'high', max: 'high' },
  },
  {
    models: /^grok-4\.3/,
    known: ['none', 'low', 'medium', 'high'],
    nearest: { minimal: 'low', xhigh: 'high', max: 'high' },
  },
  {
    models: /^grok-(?:4\.[56]|latest|build-latest)/,
    known: ['low', 'medium', 'high'],
    nearest: { minimal: 'low', xhigh: 'high', max: 'high' },
  },
]

/** xAI. Its usage counts reasoning in the total but not in the completion, which the shared reader handles. */
export const xai: ChannelType = {
  type: 48,
  slug: 'xai',
  label: 'xAI',
  ownedBy: 'xai',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: { chat: openaiChat, responses: openaiResponses, image: openaiImage, realtime: openaiRealtime },
  traits: () => ({ origin: 'xai', takesCompletionTokensCap: true }),
  models: [
    'grok-4.6',
    'grok-4.5',
    'grok-4.3',
    'grok-4.20-reasoning',
    'grok-4.20-non-reasoning',
    'grok-latest',
    'grok-build-latest',
  ],
  streamUsageOption: true,
  target: openAiTarget(BASE_URL),
  shapeRequest: (body, { model, operation }) => {
    if (operation === 'chat') return shapeChat(body, model)
    if (operation === 'responses') return shapeResponses(body, model)
    return operation === 'image' ? shapeImage(body) : body
  },
  isKeyDead: (status, { message }) =>
    (status === 400 && /incorrect api key/i.test(message)) ||
    (status === 403 && /credit|blocked|spending limit/i.test(message)),
}

function shapeChat(body: JsonObject, upstreamModel: string): JsonObject {
  const { model, effort } = splitEffortSuffix(upstreamModel)
  let result = effort === undefined ? body : { ...body, model, reasoning_effort: effort }
  result = shapeEffort(renamed(result, 'max_tokens', 'max_completion_tokens'), model)
  return isReasoning(model) ? without(result, 'presence_penalty', 'frequency_penalty', 'stop') : result
}

function shapeResponses(body: JsonObject, upstreamModel: string): JsonObject {
  const { model, effort: suffix } = splitEffortSuffix(upstreamModel)
  const named = suffix === undefined ? body : { ...body, model }
  const given = isObject(body.reasoning) ? body.reasoning : {}
  const wanted = suffix ?? given.effort
  if (typeof wanted !== 'string') return named
  const effort = effortFor(model, wanted)
  if (effort === given.effort) return named
  const reasoning = effort === undefined ? without(given, 'effort') : { ...given, effort }
  return Object.keys(reasoning).length === 0 ? without(named, 'reasoning') : { ...named, reasoning }
}

/** Shapes a picture request. Pictures have an aspect ratio instead of a size in pixels. */
function shapeImage(body: JsonObject): JsonObject {
  const { size } = body
  const rest = without(body, 'size', 'quality', 'style')
  const ratio = typeof size === 'string' ? ASPECT_RATIOS.get(size) : undefined
  return ratio === undefined || rest.aspect_ratio !== undefined ? rest : { ...rest, aspect_ratio: ratio }
}

const ASPECT_RATIOS: ReadonlyMap<string, string> = new Map([
  ['1024x1024', '1:1'],
  ['1536x1024', '3:2'],
  ['1024x1536', '2:3'],
  ['1792x1024', '16:9'],
  ['1024x1792', '9:16'],
])

function shapeEffort(body: JsonObject, model: string): JsonObject {
  const effort = body.reasoning_effort
  if (typeof effort !== 'string') return body
  const fitting = effortFor(model, effort)
  if (fitting === effort) return body
  return fitting === undefined ? without(body, 'reasoning_effort') : { ...body, reasoning_effort: fitting }
}

/** Returns the effort to send for the wanted one; undefined = the model accepts none close to it. */
function effortFor(model: string, wanted: string): string | undefined {
  const rule = EFFORTS.find((each) => each.models.test(model))
  if (!rule || rule.known.includes(wanted)) return rule && wanted
  return Object.hasOwn(rule.nearest, wanted) ? rule.nearest[wanted] : undefined
}

const isReasoning = (model: string): boolean =>
  /^grok-(?:3-mini|4|latest|build|code)/.test(model) && !model.includes('non-reasoning')
