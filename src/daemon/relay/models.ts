import type { IncomingHttpHeaders } from 'node:http'
import { channelTypes } from '../channel-types/index.ts'
import { AppError } from '../errors/app-error.ts'
import { quote } from '../pricing/price-book.ts'
import { type CheckTokenDeps, checkToken, checkUser, resolveGroup } from './admit/admit.ts'
import type { Caller } from './admit/callers.ts'
import { type IdentifyDeps, identify, readKey } from './admit/identify.ts'
import { channelsFor, modelsOf, type Snapshot } from './route/snapshot.ts'

/** When the first model of the family appeared; clients only want a number here. */
const CREATED = 1_626_777_600

/** In whose protocol a list of models is asked for. */
export type ListShape = 'openai' | 'anthropic' | 'gemini'

/** Who asks for models, and in which shape. */
export interface ModelsQuery {
  readonly headers: IncomingHttpHeaders
  readonly query: Readonly<Record<string, string>>
  readonly shape: ListShape
}

export interface ModelsDeps extends IdentifyDeps, CheckTokenDeps {
  readonly snapshot: () => Snapshot
}

/** The models a key may use, in the shape of the client that asks. */
export async function listModels({ headers, query, shape }: ModelsQuery, deps: ModelsDeps): Promise<unknown> {
  const key = readKey(headers, shape === 'gemini' ? query.key : undefined)
  const { caller } = await identify(key, deps.callers)
  const snapshot = deps.snapshot()
  const models = readUsableModels(caller, snapshot, deps)
  if (shape === 'anthropic')
    return {
      data: models.map(describeForAnthropic),
      has_more: false,
      first_id: models[0] ?? null,
      last_id: models.at(-1) ?? null,
    }
  if (shape === 'gemini') return { models: models.map(describeForGemini) }
  return { object: 'list', data: models.map((id) => describe(id, caller, snapshot)), success: true }
}

/** @throws AppError `model_not_found` also for models the key may not use */
export async function readModel(
  id: string,
  { headers, query, shape }: ModelsQuery,
  deps: ModelsDeps,
): Promise<unknown> {
  const key = readKey(headers, shape === 'gemini' ? query.key : undefined)
  const { caller } = await identify(key, deps.callers)
  const snapshot = deps.snapshot()
  if (!readUsableModels(caller, snapshot, deps).includes(id))
    throw new AppError('model_not_found', {
      values: { model: id },
      field: 'model',
      upstream: { type: 'invalid_request_error', code: 'model_not_found', param: 'model' },
    })
  if (shape === 'anthropic') return describeForAnthropic(id)
  if (shape === 'gemini') return describeForGemini(id)
  return describe(id, caller, snapshot)
}

const describeForAnthropic = (id: string) => ({
  type: 'model',
  id,
  display_name: id,
  created_at: new Date(CREATED * 1000).toISOString(),
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
function readUsableModels(caller: Caller, snapshot: Snapshot, deps: CheckTokenDeps): readonly string[] {
  checkToken(caller, deps)
  checkUser(caller)
  const group = resolveGroup(caller, snapshot.options)
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

function describe(id: string, caller: Caller, snapshot: Snapshot) {
  const channel = channelsFor(snapshot.routes, resolveGroup(caller, snapshot.options), id)[0]
  const ownedBy = (channel && channelTypes.get(channel.type)?.ownedBy) ?? 'custom'
  return { id, object: 'model', created: CREATED, owned_by: ownedBy }
}
