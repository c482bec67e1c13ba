import { asArray, asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { inputItems } from './input-items.ts'
import { sealedName } from './states.ts'

/** Includes the reasoning in the answer. @see https://developers.openai.com/api/docs/guides/reasoning */
const REASONING = 'reasoning.encrypted_content'

/**
 * Prepares a request, whose earlier items the gateway has stored, for a vendor that speaks Responses. Ids are left out,
 * because the vendor would look them up among its own objects. Reasoning that the account cannot read is left out.
 *
 * @param canRead whether the account can read sealed reasoning of this name
 * @param asksReasoning whether later requests will replay the answer, so that its reasoning must be included
 */
export function replayed(
  body: JsonObject,
  canRead: (name: string) => boolean,
  asksReasoning: boolean,
): JsonObject {
  const input = inputItems(body).flatMap((item) => {
    if (item.type === 'item_reference') return [item]
    if (item.type === 'reasoning') {
      const content = asText(item.encrypted_content)
      if (content === undefined || !canRead(sealedName(content))) return []
    }
    const { id: _ours, ...rest } = item
    return [rest]
  })
  return asksReasoning ? withReasoning({ ...body, input }) : { ...body, input }
}

/** Adds encrypted reasoning to `include`; returns the same object if it is already requested. */
export function withReasoning(body: JsonObject): JsonObject {
  const include = asArray(body.include) ?? []
  return include.includes(REASONING) ? body : { ...body, include: [...include, REASONING] }
}
