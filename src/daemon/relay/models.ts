import { channelTypes } from '../channel-types/index.ts'
import { AppError } from '../errors/app-error.ts'
import { quote } from '../pricing/price-book.ts'
import type { Entered } from './admit/admit.ts'
import type { Caller } from './admit/callers.ts'
import { channelsFor, modelsOf, type Snapshot } from './route/snapshot.ts'

/** When the first model of the family appeared; clients only want a number here. */
const CREATED = 1_626_777_600

/** In whose protocol a list of models is asked for. */
export type ListShape = 'openai' | 'anthropic' | 'gemini' | 'ollama'

/** The models a key may use, in the shape of the client that asks. */
export function listModels({ caller, group, snapshot, noteStatus }: Entered, shape: ListShape): unknown {
  const models = readUsableModels(caller, group, snapshot)
  noteStatus(200)
  if (shape === 'anthropic')
    return {
      data: models.map(describeForAnthropic),
      has_more: false,
      first_id: models[0] ?? null,
      last_id: models.at(-1) ?? null,
    }
  if (shape === 'gemini') return { models: models.map(describeForGemini) }
  if (shape === 'ollama') return { models: models.map(describeForOllama) }
  return { object: 'list', data: models.map((id) => describe(id, group, snapshot)), success: true }
}

/** @throws AppError `model_not_found` also for models the key may not use */
export function readModel(
  id: string,
  { caller, group, snapshot, noteStatus }: Entered,
  shape: ListShape,
): unknown {
  if (!readUsableModels(caller, group, snapshot).includes(id))
    throw new AppError('model_not_found', {
      values: { model: id },
      field: 'model',
      upstream: { type: 'invalid_request_error', code: 'model_not_found', param: 'model' },
    })
  noteStatus(200)
  if (shape === 'anthropic') return describeForAnthropic(id)
  if (shape === 'gemini') return describeForGemini(id)
  if (shape === 'ollama') return describeForOllama(id)
  return describe(id, group, snapshot)
}

const describeForAnthropic = (id: string) => ({
  type: 'model',
  id,
  display_name: id,
  created_at: new Date(CREATED * 1000).toISOString(),
})

/** No file lies here: what Ollama tells of one is empty, and the digest is there because clients tell models by it. */
const describeForOllama = (id: string) => ({
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

/** The limits are not those of the model: clients only want numbers here. */
const describeForGemini = (id: string) => ({
  name: `models/${id}`,
  baseModelId: id,
  version: 'v1beta',
  displayName: id,
  description: '',
  inputTokenLimit: 32_768,
  outputTokenLimit: 8192,
  supportedGenerationMethods: ['generateContent', 'streamGenerateContent', 'countTokens'],
})

/** Names the caller's group serves, its token allows and that have a price (or whose lack of one is accepted). */
function readUsableModels(caller: Caller, group: string, snapshot: Snapshot): readonly string[] {
  return modelsOf(snapshot.routes, group).filter(
    (model) => (caller.modelLimits?.has(model) ?? true) && hasPrice(model, caller, group, snapshot),
  )
}

function hasPrice(model: string, caller: Caller, group: string, snapshot: Snapshot): boolean {
  const channel = channelsFor(snapshot.routes, group, model)[0]
  const requestedModel = channel ? model.slice(channel.modelPrefix.length) : model
  return (
    quote(snapshot.prices, {
      requestedModel,
      upstreamModel: channel?.modelMapping.get(requestedModel) ?? requestedModel,
      userGroup: caller.userGroup,
      usingGroup: group,
      acceptsUnpriced: caller.acceptsUnpriced,
      isSelfUse: snapshot.options.SelfUseModeEnabled,
    }) !== undefined
  )
}

function describe(id: string, group: string, snapshot: Snapshot) {
  const channel = channelsFor(snapshot.routes, group, id)[0]
  const ownedBy = (channel && channelTypes.get(channel.type)?.ownedBy) ?? 'custom'
  return { id, object: 'model', created: CREATED, owned_by: ownedBy }
}
