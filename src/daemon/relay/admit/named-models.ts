import type { ModelFallbacks } from '../../channels/model-fallbacks.ts'
import { asArray } from '../../protocols/json-access.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import type { Codec, JsonObject, OperationName } from '../../protocols/types.ts'
import type { Admitted } from './asked.ts'

/** More than anybody needs to list; each model costs a plan and a price. */
const MODELS_MAX = 8

/** Sessions and tasks are started once, at one vendor. */
const NOT_LISTED: ReadonlySet<OperationName> = new Set(['realtime', 'drawing', 'music', 'video'])

type Parsed = Pick<Admitted, 'body' | 'bodyText' | 'pathMembers' | 'multipart'>

/** A request for one model, and the models to ask instead if that one gives no answer. */
export interface NamedModels<Given extends Parsed> {
  readonly parsed: Given
  readonly fallbacks: readonly string[]
}

const NO_FALLBACKS: readonly string[] = []

/**
 * Takes the list of models out of a request that names several: `model: "a,b"` in any format, or OpenRouter's `models`
 * beside or instead of `model`. Vendors never see the list: if they chose from it, the wrong model would be charged.
 *
 * @see https://openrouter.ai/docs/guides/routing/model-fallbacks (read 2026-11-25)
 * @throws AppError `invalid_request` for a list that is too long
 */
export function takeNamedModels<Given extends Parsed>(parsed: Given, codec: Codec): NamedModels<Given> {
  const { body } = parsed
  const { model, models } = body
  const isListed = Array.isArray(models) && models.length > 0
  if (!isListed && !(typeof model === 'string' && model.includes(',')))
    return { parsed, fallbacks: NO_FALLBACKS }
  if (NOT_LISTED.has(codec.operation)) return { parsed, fallbacks: NO_FALLBACKS }
  const listed = isListed ? readList(models) : NO_FALLBACKS
  // Anything but a list of names is left for a later check to refuse.
  if (!listed) return { parsed, fallbacks: NO_FALLBACKS }
  const first = typeof model === 'string' ? model.split(',').map((each) => each.trim()) : []
  const names = [...new Set([...first, ...listed])].filter(Boolean)
  if (names.length > MODELS_MAX)
    throw invalid(isListed ? 'models' : 'model', 'tooManyModels', { max: MODELS_MAX })
  const [asked, ...fallbacks] = names
  if (asked === undefined) return { parsed, fallbacks: NO_FALLBACKS }
  return { parsed: withModel(isListed ? withoutList(parsed) : parsed, asked), fallbacks }
}

/** Returns the token's fallback models, for a request that names none. */
export function ownFallbacks(
  own: ModelFallbacks | undefined,
  model: string,
  { operation }: Pick<Codec, 'operation'>,
): readonly string[] {
  if (!own || NOT_LISTED.has(operation)) return NO_FALLBACKS
  const listed = own.get(model) ?? own.get('*') ?? NO_FALLBACKS
  return listed.filter((each) => each !== model)
}

const readList = (models: JsonObject['models']): readonly string[] | undefined => {
  const names = (asArray(models) ?? []).flatMap((each) => (typeof each === 'string' ? [each.trim()] : []))
  return names.length === asArray(models)?.length ? names : undefined
}

function withoutList<Given extends Parsed>(parsed: Given): Given {
  const { models: _listed, route, ...rest } = parsed.body
  // `fallback` is what OpenRouter's list has always meant.
  const body = route === undefined || route === 'fallback' ? rest : { ...rest, route }
  return { ...parsed, body, bodyText: parsed.multipart ? '' : JSON.stringify(body) }
}

/** Returns the request with its model replaced; the text keeps the original one. */
export function withModel<Given extends Pick<Parsed, 'body' | 'pathMembers'>>(
  parsed: Given,
  model: string,
): Given {
  const { pathMembers } = parsed
  return {
    ...parsed,
    body: { ...parsed.body, model },
    pathMembers: pathMembers.includes('model') ? pathMembers : [...pathMembers, 'model'],
  }
}
