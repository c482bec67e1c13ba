import { traitsOf } from '../../../channel-types/traits.ts'
import type { Call, ChannelType } from '../../../channel-types/types.ts'
import { type ModelFamily, modelFamily, nearestEffort } from '../../../models/model-family.ts'
import { withoutBillingLine } from '../../../protocols/anthropic/billing-line.ts'
import { withFunctions } from '../../../protocols/anthropic/client-tools.ts'
import { withoutDeferral } from '../../../protocols/anthropic/deferred-tools.ts'
import { claudeFamily } from '../../../protocols/anthropic/model-families.ts'
import { withoutSystemTurns } from '../../../protocols/anthropic/system-turns.ts'
import { asArray, asObject, asText, isObject } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'
import { asksNothing } from './lost-by-shaping.ts'

/** A body adapted to the model's family. */
export interface Fitted {
  readonly body: JsonObject
  /** Members that were removed or weakened, by their names in the body. */
  readonly changed: readonly string[]
}

/** The names of the output cap, in the formats that have it at the top level. */
const CAPS = ['max_completion_tokens', 'max_tokens', 'max_output_tokens'] as const

/** Where Google's format has its output cap, in both spellings. */
const GOOGLE_CAPS = [
  ['generationConfig', 'maxOutputTokens'],
  ['generation_config', 'max_output_tokens'],
] as const

/**
 * Leaves out what the model's family rejects with 400, and lowers a cap to the longest answer it can give. A model with
 * public weights is only adapted when its maker serves it, because other hosts have their own limits. Returns the same
 * body if there is nothing to change.
 */
export function fitFamily(body: JsonObject, call: Call, type: ChannelType): Fitted {
  const { operation, model } = call
  const family = modelFamily(model)
  const isFitted = family && !(family.isOpen && family.maker !== type.ownedBy)
  const given =
    isFitted && family.reasoning === false && operation === 'responses' ? withoutState(body) : body
  let fitted: Fitted = { body: given, changed: [] }
  if (isFitted) {
    const refused = traitsOf(type, call).ignoresUnknown ? undefined : family.refuses[operation]
    if (refused) fitted = after(fitted, withoutRefused(fitted.body, refused))
    fitted = after(fitted, withNearestEffort(fitted.body, family))
    if (family.outputTokens !== undefined)
      fitted = after(fitted, withLowerCap(fitted.body, family.outputTokens))
  }
  if (operation !== 'messages') return fitted
  if (!readsBillingLine(call, type)) fitted = { ...fitted, body: withoutBillingLine(fitted.body) }
  if (!claudeFamily(model).isClaude) fitted = { ...fitted, body: withFunctions(withoutDeferral(fitted.body)) }
  if (!takesSystemTurns(call, type)) fitted = after(fitted, withMarkedSystem(fitted.body))
  return fitted
}

/** Adds the result of one more step. @param next undefined = the step changed nothing */
const after = (former: Fitted, next: Fitted | undefined): Fitted =>
  next ? { body: next.body, changed: [...former.changed, ...next.changed] } : former

/** Whether the vendor reads the billing line. No model reads it, so clients are not told when it is left out. */
const readsBillingLine = ({ model }: Call, type: ChannelType): boolean =>
  type.ownedBy === 'anthropic' && claudeFamily(model).isClaude

/**
 * Whether the model accepts system turns. Claude Code sends instructions mid-conversation to models it does not know.
 */
const takesSystemTurns = (call: Call, type: ChannelType): boolean =>
  claudeFamily(call.model).takesSystemTurns && traitsOf(type, call).takesSystemTurns !== false

function withMarkedSystem(body: JsonObject): Fitted | undefined {
  const marked = withoutSystemTurns(body)
  return marked === body ? undefined : { body: marked, changed: ['system'] }
}

function withoutRefused(
  body: JsonObject,
  refused: Readonly<Record<string, readonly unknown[]>>,
): Fitted | undefined {
  const gone = Object.keys(refused).filter((name) => {
    const value = body[name]
    return !isEmpty(name, value) && !refused[name]?.includes(value)
  })
  if (gone.length === 0) return undefined
  return {
    body: Object.fromEntries(Object.entries(body).filter(([name]) => !gone.includes(name))),
    changed: gone.filter((name) => !asksNothing(name, body)),
  }
}

/**
 * Whether the member asks for nothing, so that vendors accept it where they refuse others. SDKs send `reasoning` with
 * all members null.
 */
const isEmpty = (name: string, value: JsonValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  (name === 'reasoning' && isObject(value) && Object.values(value).every((each) => each === null))

/** Replaces the reasoning effort, in OpenAI's terms, with the nearest one that the model's family accepts. */
function withNearestEffort(body: JsonObject, family: ModelFamily): Fitted | undefined {
  const toTaken = (effort: string | undefined): string | undefined => {
    if (effort === undefined || !family.reasoning || family.reasoning.efforts.length === 0) return undefined
    const nearest = nearestEffort(family, effort)
    return nearest === effort ? undefined : nearest
  }
  const ofChat = toTaken(asText(body.reasoning_effort))
  if (ofChat !== undefined)
    return { body: { ...body, reasoning_effort: ofChat }, changed: ['reasoning_effort'] }
  const reasoning = asObject(body.reasoning)
  const ofResponses = toTaken(asText(reasoning?.effort))
  if (ofResponses === undefined) return undefined
  return {
    body: { ...body, reasoning: { ...reasoning, effort: ofResponses } },
    changed: ['reasoning.effort'],
  }
}

function withLowerCap(body: JsonObject, most: number): Fitted | undefined {
  const isAbove = (value: unknown): boolean => typeof value === 'number' && value > most
  const changed: string[] = []
  let result = body
  for (const name of CAPS)
    if (isAbove(body[name])) {
      result = { ...result, [name]: most }
      changed.push(name)
    }
  for (const [holder, name] of GOOGLE_CAPS) {
    const config = body[holder]
    if (!isObject(config) || !isAbove(config[name])) continue
    result = { ...result, [holder]: { ...config, [name]: most } }
    changed.push(name)
  }
  return changed.length === 0 ? undefined : { body: result, changed }
}

/** Stops asking a model that does not reason for encrypted reasoning. It would have none, so nothing is lost. */
function withoutState(body: JsonObject): JsonObject {
  const include = asArray(body.include)
  const kept = include?.filter((each) => each !== 'reasoning.encrypted_content')
  return include && kept && kept.length < include.length ? { ...body, include: kept } : body
}
