import { asArray, asText, isObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/**
 * Recognizes the block with which Claude Code begins its system prompt for Anthropic's billing. Anthropic's API removes
 * it: `x-anthropic-billing-header: cc_version=2.1.332.407; cc_entrypoint=cli; cch=eb6c6;`. Bedrock rejects it with 400
 * (reserved keyword). Other models read it as the beginning of their prompt. Because it differs in every session, with
 * some versions in every request, they cannot use their prompt cache.
 *
 * @see https://github.com/anthropics/claude-code/issues/24168
 * @see https://github.com/anthropics/claude-code/issues/68900
 */
export const isBillingLine = (text: string): boolean => /^x-anthropic-billing-header:[^\n]*$/.test(text)

/** Removes the billing block. Returns the same body if there is none. */
export function withoutBillingLine(body: JsonObject): JsonObject {
  const blocks = asArray(body.system)
  const kept = blocks?.filter((each) => !isBillingBlock(each))
  if (!blocks || !kept || kept.length === blocks.length) return body
  const { system: _system, ...rest } = body
  return kept.length > 0 ? { ...rest, system: kept } : rest
}

const isBillingBlock = (block: JsonValue): boolean =>
  isObject(block) && isBillingLine(asText(block.text) ?? '')
