import { type Fate, type Steering, type SteeringRule, steeringOf } from '../../../channel-types/steering.ts'
import { traitsOf } from '../../../channel-types/traits.ts'
import type { Call, ChannelType } from '../../../channel-types/types.ts'
import { AppError } from '../../../errors/app-error.ts'
import { refusals } from '../../../errors/refusals.ts'
import { asArray, isObject } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'
import { withoutTools } from './without-tools.ts'

/** The caller's consent to use what has no price. */
export interface Steerer {
  readonly acceptsUnpriced: boolean
}

/** A request without what its client may not decide. */
export interface Steered {
  readonly body: JsonObject
  /** What was removed, in the client's terms. */
  readonly stripped: readonly string[]
  /** Members that were passed on and have their own price. */
  readonly priced: readonly string[]
}

/**
 * Removes from a body what would change the model or the price, by the rules of the channel's type. Returns the same
 * object if there is nothing to remove.
 *
 * @throws AppError `steering_refused`, `vendor_tool_unpriced`
 */
export function steerBody(body: JsonObject, type: ChannelType, call: Call, who: Steerer): Steered {
  const rules = steeringOf(call.operation, type.steering)
  const isPriced = pricesTools(type, call)
  const fateOf = ({ fate }: SteeringRule): Fate => (fate === 'priced' && !isPriced ? 'unpriced' : fate)
  const stripped: string[] = []
  const priced: string[] = []
  let result = body
  for (const name of Object.keys(body)) {
    const rule = rules.ruleFor('member', name)
    if (!rule || isHarmless(body[name], rule)) continue
    if (fateOf(rule) === 'priced') priced.push(name)
    if (!isTakenOut(fateOf(rule), name, who)) continue
    const { [name]: _dropped, ...rest } = result
    result = rest
    stripped.push(name)
  }
  const isOut = (name: string): boolean => {
    const rule = rules.ruleFor('tool', name)
    const fate = rule && fateOf(rule)
    return fate === 'stripped' || (fate === 'unpriced' && !who.acceptsUnpriced)
  }
  if (body.tools !== undefined || Array.isArray(body.input)) {
    const offered = withoutTools(result, isOut, (name) => {
      const field = `tools.${name}`
      return rules.ruleFor('tool', name)?.fate === 'stripped'
        ? new AppError('translation_unsupported', {
            field,
            values: { field, why: refusals.noSuchTool },
          })
        : new AppError('vendor_tool_unpriced', { field, values: { field } })
    })
    result = offered.body
    for (const name of offered.dropped) stripped.push(`tools.${name}`)
  }
  const betas = asArray(body.anthropic_beta)
  if (betas) {
    const kept = keepBetas(
      betas.filter((each) => typeof each === 'string'),
      rules,
      stripped,
    )
    if (!isSame(kept, betas)) result = { ...result, anthropic_beta: kept }
  }
  return { body: result, stripped, priced }
}

/** Removes from the head of a request what would change the model or the price: Anthropic's betas, query parameters. */
export function steerHead(
  type: ChannelType,
  call: Call,
): { readonly call: Call; readonly stripped: readonly string[] } {
  const rules = steeringOf(call.operation, type.steering)
  const stripped = Object.keys(call.query).filter((name) => rules.ruleFor('query', name)?.fate === 'stripped')
  const query =
    stripped.length === 0
      ? call.query
      : Object.fromEntries(Object.entries(call.query).filter(([name]) => !stripped.includes(name)))
  if (call.headers['anthropic-beta'] === undefined)
    return { call: query === call.query ? call : { ...call, query }, stripped }
  const { 'anthropic-beta': beta, ...headers } = call.headers
  const betas = beta.split(',').map((each) => each.trim())
  const kept = keepBetas(betas, rules, stripped)
  if (isSame(kept, betas)) return { call: { ...call, query }, stripped }
  return {
    call: {
      ...call,
      query,
      headers: kept.length === 0 ? headers : { ...headers, 'anthropic-beta': kept.join(',') },
    },
    stripped,
  }
}

/** Returns the betas that the vendor accepts, under its own names. */
function keepBetas(betas: readonly string[], rules: Steering, stripped: string[]): string[] {
  const kept = betas.flatMap((name) => {
    const rule = rules.ruleFor('beta', name)
    if (rule?.fate !== 'stripped') return rule?.sentAs ?? name
    stripped.push(name)
    return []
  })
  return [...new Set(kept)]
}

const isSame = (kept: readonly string[], betas: readonly JsonValue[]): boolean =>
  kept.length === betas.length && kept.every((name, index) => name === betas[index])

/** @returns whether the member must be removed @throws AppError if it may not even be asked for */
function isTakenOut(fate: Fate, field: string, { acceptsUnpriced }: Steerer): boolean {
  if (fate === 'refused') throw new AppError('steering_refused', { field, values: { field } })
  if (fate === 'unpriced' && !acceptsUnpriced)
    throw new AppError('vendor_tool_unpriced', { field, values: { field } })
  return fate === 'stripped'
}

const isHarmless = (value: JsonValue | undefined, { harmless = [] }: SteeringRule): boolean =>
  !value ||
  (typeof value === 'string' && harmless.includes(value)) ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && value.enable === false)

/**
 * Whether tools have known prices. In OpenAI's formats the prices are OpenAI's own; other vendors set theirs freely.
 */
const pricesTools = (type: ChannelType, call: Call): boolean =>
  (call.operation !== 'chat' && call.operation !== 'responses') || traitsOf(type, call).origin === 'openai'
