import type { JsonObject } from '../types.ts'

/**
 * Renames members of a chat request that Mistral's clients write differently from OpenAI's: `random_seed`, and `any`
 * for a forced tool. OpenAI rejects both.
 *
 * @returns the same object if there is nothing to change
 */
export function inOpenAiWords(body: JsonObject): JsonObject {
  const { random_seed: seed, ...rest } = body
  const named = seed === undefined ? body : { ...rest, seed: body.seed ?? seed }
  return named.tool_choice === 'any' ? { ...named, tool_choice: 'required' } : named
}
