import { asArray, asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'
import { inputItems } from './input-items.ts'
import { sealedName } from './states.ts'

/** Asks that reasoning comes with the answer. @see https://developers.openai.com/api/docs/guides/reasoning */
const REASONING = 'reasoning.encrypted_content'

/**
 * A request whose earlier items were kept here, for a vendor of Responses. Ids are left out: the vendor would look them up
 * among what it keeps itself. Reasoning is left out where the account cannot read it.
 *
 * @param canRead by the name of sealed reasoning
 * @param asksReasoning later requests will replay the answer, so its reasoning must come with it
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

/** The request, asking for encrypted reasoning in the answer; the same object when it asks for it already. */
export function withReasoning(body: JsonObject): JsonObject {
  const include = asArray(body.include) ?? []
  return include.includes(REASONING) ? body : { ...body, include: [...include, REASONING] }
}
