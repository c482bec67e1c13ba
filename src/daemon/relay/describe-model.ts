import { type ModelFamily, modelFamily } from '../models/model-family.ts'
import { RATIO_SCALE } from '../money/ratio.ts'
import { FACTOR_DECIMALS, type Quote } from '../pricing/quote.ts'

/** When the first model of the family appeared; clients only need a number. */
const CREATED = 1_626_777_600

/** A model that a key may use. */
export interface UsableModel {
  /** The name that clients use. */
  readonly id: string
  /** The name used by the first channel's vendor. */
  readonly upstreamModel: string
  readonly ownedBy: string
  /** The price for the key's owner. */
  readonly price: Quote
}

const familyOf = ({ id, upstreamModel }: UsableModel): ModelFamily | undefined =>
  modelFamily(upstreamModel) ?? modelFamily(id)

/**
 * Describes a model as OpenAI does, with the members that OpenRouter adds and from which its clients read limits,
 * modalities and prices. Unknown members are left out.
 *
 * @see https://openrouter.ai/docs/api-reference/models (read 2026-11-23)
 */
export function describeForOpenAi(model: UsableModel) {
  const { id, ownedBy, price } = model
  const family = familyOf(model)
  return {
    id,
    object: 'model',
    created: CREATED,
    owned_by: ownedBy,
    name: id,
    ...(family?.contextTokens !== undefined && { context_length: family.contextTokens }),
    ...(family && {
      architecture: {
        modality: `${family.takes.join('+')}->${family.gives.join('+')}`,
        input_modalities: family.takes,
        output_modalities: family.gives,
      },
      top_provider: {
        context_length: family.contextTokens ?? null,
        max_completion_tokens: family.outputTokens ?? null,
        is_moderated: false,
      },
    }),
    pricing: describePrice(price),
  }
}

/** Members of a chat request as OpenRouter names them; all are passed on or translated for models that write text. */
const PARAMETERS = [
  ...['max_tokens', 'max_completion_tokens', 'temperature', 'top_p', 'stop', 'seed', 'response_format'],
  ...['frequency_penalty', 'presence_penalty', 'logprobs', 'top_logprobs', 'tools', 'tool_choice'],
  ...['parallel_tool_calls', 'verbosity'],
]
const REASONING_PARAMETERS = ['reasoning', 'include_reasoning', 'reasoning_effort']

/**
 * Describes a model for OpenRouter's own client, which rejects the whole list if one model lacks a member. Unknown
 * members are null or empty.
 *
 * @see https://openrouter.ai/docs/api-reference/list-available-models (read 2026-11-25)
 */
export function describeForOpenRouter(model: UsableModel) {
  const family = familyOf(model)
  return {
    architecture: { modality: null, input_modalities: [], output_modalities: [] },
    top_provider: { context_length: null, max_completion_tokens: null, is_moderated: false },
    context_length: null,
    ...describeForOpenAi(model),
    canonical_slug: model.id,
    description: '',
    default_parameters: null,
    per_request_limits: null,
    supported_parameters: family ? supportedBy(family) : [],
    supported_voices: null,
    links: { details: `/api/v1/models/${model.id}` },
  }
}

function supportedBy(family: ModelFamily): readonly string[] {
  if (!family.gives.includes('text')) return []
  const refused = family.refuses.chat ?? {}
  const taken = family.reasoning ? [...PARAMETERS, ...REASONING_PARAMETERS] : PARAMETERS
  return taken.filter((name) => refused[name] === undefined)
}

/**
 * Describes a model as Mistral does. Its client rejects models without a type and capabilities.
 *
 * @see https://docs.mistral.ai/api/endpoint/models (read 2026-11-30)
 */
export function describeForMistral(model: UsableModel) {
  const family = familyOf(model)
  const writes = family?.gives.includes('text') ?? true
  return {
    ...describeForOpenAi(model),
    type: 'base',
    ...(family?.contextTokens !== undefined && { max_context_length: family.contextTokens }),
    capabilities: {
      completion_chat: writes,
      function_calling: writes,
      vision: family?.takes.includes('image') ?? false,
      reasoning: Boolean(family?.reasoning),
    },
  }
}

/**
 * Describes a model as Cohere does. Clients choose models by their endpoints.
 *
 * @see https://docs.cohere.com/reference/list-models (read 2026-12-01)
 */
export function describeForCohere(model: UsableModel) {
  const family = familyOf(model)
  const embeds = family ? family.gives.includes('embeddings') : /embed/.test(model.upstreamModel)
  const ranks = /rerank/.test(model.upstreamModel)
  const writes = family ? family.gives.includes('text') : !embeds && !ranks
  const endpoints = [...(writes ? ['chat'] : []), ...(embeds ? ['embed'] : []), ...(ranks ? ['rerank'] : [])]
  return {
    name: model.id,
    is_deprecated: false,
    endpoints,
    finetuned: false,
    ...(family?.contextTokens !== undefined && { context_length: family.contextTokens }),
    default_endpoints: [],
  }
}

/**
 * Describes a model as Anthropic does. Typed clients require every member, so unknown ones are null, which Anthropic's
 * API allows. Every listed model can be used, so it is active.
 *
 * @see https://platform.claude.com/docs/en/api/models/list (read 2026-12-01)
 */
export function describeForAnthropic(model: UsableModel) {
  const family = familyOf(model)
  return {
    type: 'model',
    id: model.id,
    display_name: model.id,
    created_at: new Date(CREATED * 1000).toISOString(),
    lifecycle: 'active',
    deprecated_at: null,
    retires_at: null,
    line: null,
    capabilities: null,
    max_input_tokens: family?.contextTokens ?? null,
    max_tokens: family?.outputTokens ?? null,
  }
}

/** Describes a model as Google does. */
export function describeForGemini(model: UsableModel) {
  const family = familyOf(model)
  const embeds = family?.gives.includes('embeddings')
  return {
    name: `models/${model.id}`,
    baseModelId: model.id,
    version: 'v1beta',
    displayName: model.id,
    description: '',
    ...(family?.contextTokens !== undefined && { inputTokenLimit: family.contextTokens }),
    ...(family?.outputTokens !== undefined && { outputTokenLimit: family.outputTokens }),
    ...(family?.reasoning && { thinking: true }),
    supportedGenerationMethods: embeds
      ? ['embedContent', 'batchEmbedContents']
      : ['generateContent', 'streamGenerateContent', 'countTokens'],
  }
}

/**
 * Describes a model as Ollama does. There is no model file, so what describes one is empty; the digest is included
 * because clients identify models by it.
 */
export const describeForOllama = ({ id }: UsableModel) => ({
  name: id,
  model: id,
  modified_at: new Date(CREATED * 1000).toISOString(),
  size: 0,
  digest: '',
  details: {
    parent_model: '',
    format: '',
    family: '',
    families: [],
    parameter_size: '',
    quantization_level: '',
  },
})

/**
 * Answers what Ollama's clients ask before they use a model: how much it reads, and whether it supports tools, pictures
 * and thinking. Unknown abilities are left out, and clients treat them as missing. Tools are listed for every model
 * that writes, because agents would otherwise not offer theirs.
 *
 * @see https://docs.ollama.com/api-reference/show-model-details (read 2026-11-30)
 */
export function showForOllama(model: UsableModel) {
  const family = familyOf(model)
  const { details, modified_at } = describeForOllama(model)
  const architecture = family?.maker ?? model.ownedBy
  return {
    modelfile: '',
    parameters: '',
    template: '',
    license: '',
    details: { ...details, family: architecture, families: [architecture] },
    model_info: {
      'general.architecture': architecture,
      'general.basename': model.id,
      ...(family?.contextTokens !== undefined && {
        [`${architecture}.context_length`]: family.contextTokens,
      }),
    },
    capabilities: capabilitiesOf(family),
    modified_at,
  }
}

function capabilitiesOf(family: ModelFamily | undefined): readonly string[] {
  if (family?.gives.includes('embeddings')) return ['embedding']
  if (family && !family.gives.includes('text')) return []
  return [
    'completion',
    'tools',
    ...(family?.takes.includes('image') ? ['vision'] : []),
    ...(family?.reasoning ? ['thinking'] : []),
  ]
}

/** Returns dollars per token or per call, as decimal strings like OpenRouter's. */
function describePrice(price: Quote) {
  const dollars = (factor: bigint): string => dollarsOf(factor, price)
  return price.kind === 'per-call'
    ? { prompt: '0', completion: '0', request: dollars(price.factors.call) }
    : {
        prompt: dollars(price.factors.input),
        completion: dollars(price.factors.output),
        input_cache_read: dollars(price.factors.cacheRead),
        request: '0',
      }
}

/** More decimals than any price has. */
const DOLLAR_DECIMALS = 15

function dollarsOf(factor: bigint, { quotaPerUnit }: Quote): string {
  const scaled = (factor * RATIO_SCALE) / quotaPerUnit / 10n ** BigInt(FACTOR_DECIMALS - DOLLAR_DECIMALS)
  const digits = scaled.toString().padStart(DOLLAR_DECIMALS + 1, '0')
  const cents = digits.slice(-DOLLAR_DECIMALS).replace(/0+$/, '')
  return digits.slice(0, -DOLLAR_DECIMALS) + (cents === '' ? '' : `.${cents}`)
}
