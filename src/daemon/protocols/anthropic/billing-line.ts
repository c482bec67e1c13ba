import { asArray, asText, isObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/**
 * Claude Code begins its system prompt with a block for Anthropic's books, which Anthropic's API takes out:
 * `x-anthropic-billing-header: cc_version=2.1.332.407; cc_entrypoint=cli; cch=eb6c6;`. Bedrock answers it with 400 (reserved
 * keyword). Other models read it as the beginning of their prompt, and because it differs in every session, with some
 * versions in every request, they find nothing of the prompt in their cache.
 *
 * @see https://github.com/anthropics/claude-code/issues/24168
 * @see https://github.com/anthropics/claude-code/issues/68900
 */
export const isBillingLine = (text: string): boolean => /^x-anthropic-billing-header:[^\n]*$/.test(text)

/** Takes that block out. Returns the same body if there is none. */
export function withoutBillingLine(body: JsonObject): JsonObject {
  const blocks = asArray(body.system)
  const kept = blocks?.filter((each) => !isBillingBlock(each))
  if (!blocks || !kept || kept.length === blocks.length) return body
  const { system: _system, ...rest } = body
  return kept.length > 0 ? { ...rest, system: kept } : rest
}

const isBillingBlock = (block: JsonValue): boolean =>
  isObject(block) && isBillingLine(asText(block.text) ?? '')
