import { channelTypes } from '../channel-types/index.ts'
import { quote } from '../pricing/price-book.ts'
import { type Entered, mayUse } from './admit/admit.ts'
import {
  describeForAnthropic,
  describeForCohere,
  describeForGemini,
  describeForMistral,
  describeForOllama,
  describeForOpenAi,
  describeForOpenRouter,
  showForOllama,
  type UsableModel,
} from './describe-model.ts'
import { modelNotFound } from './route/model-not-found.ts'
import { channelsFor, modelsOf } from './route/snapshot.ts'

/** The vendor in whose format a client asks for models. */
export type ListShape = 'openai' | 'anthropic' | 'gemini' | 'ollama' | 'openrouter' | 'mistral' | 'cohere'

/** The caller whose models are listed. */
type Asker = Pick<Entered, 'caller' | 'group' | 'snapshot'>

const describe = {
  openai: describeForOpenAi,
  anthropic: describeForAnthropic,
  gemini: describeForGemini,
  ollama: describeForOllama,
  openrouter: describeForOpenRouter,
  mistral: describeForMistral,
  cohere: describeForCohere,
} as const satisfies Record<ListShape, (model: UsableModel) => unknown>

/** Lists the models that a key may use, in the format of the client. */
export function listModels(entered: Entered, shape: ListShape): unknown {
  const models = modelsOf(entered.snapshot.routes, entered.group).flatMap(
    (id) => readUsableModel(id, entered) ?? [],
  )
  entered.noteStatus(200)
  const data = models.map((model) => describe[shape](model))
  if (shape === 'gemini' || shape === 'ollama' || shape === 'cohere') return { models: data }
  if (shape === 'anthropic')
    return {
      data,
      has_more: false,
      first_id: models[0]?.id ?? null,
      last_id: models.at(-1)?.id ?? null,
    }
  const list = { object: 'list', data, success: true }
  return shape === 'openrouter' ? { ...list, links: { next: null }, total_count: data.length } : list
}

/** @throws AppError `model_not_found`, also for models that the key may not use */
export const readModel = (id: string, entered: Entered, shape: ListShape): unknown =>
  describe[shape](findModel(id, entered))

/** Answers Ollama's clients about one model. @throws AppError `model_not_found` as {@link readModel} */
export const showModel = (id: string, entered: Entered): unknown => showForOllama(findModel(id, entered))

function findModel(id: string, entered: Entered): UsableModel {
  const model = readUsableModel(id, entered)
  if (!model) {
    const offered = modelsOf(entered.snapshot.routes, entered.group)
    throw modelNotFound(
      id,
      offered.filter((name) => readUsableModel(name, entered) !== undefined),
    )
  }
  entered.noteStatus(200)
  return model
}

/**
 * @returns undefined unless the caller's group serves it, the token allows it and it has a price (or none is required)
 */
function readUsableModel(id: string, { caller, group, snapshot }: Asker): UsableModel | undefined {
  const channel = channelsFor(snapshot.routes, group, id)[0]
  if (!channel || !mayUse(caller, id)) return undefined
  const requestedModel = id.slice(channel.modelPrefix.length)
  const upstreamModel = channel.modelMapping.get(requestedModel) ?? requestedModel
  const price = quote(snapshot.prices, {
    requestedModel,
    upstreamModel,
    userGroup: caller.userGroup,
    usingGroup: group,
    acceptsUnpriced: caller.acceptsUnpriced,
    isSelfUse: snapshot.options.SelfUseModeEnabled,
  })
  const ownedBy = channelTypes.get(channel.type)?.ownedBy ?? 'custom'
  return price && { id, upstreamModel, ownedBy, price }
}
