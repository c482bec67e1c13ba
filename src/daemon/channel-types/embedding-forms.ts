import { refusals, textsAtMost } from '../errors/refusals.ts'
import type { Losses } from '../protocols/conversation/codec.ts'
import { asArray } from '../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'

/** Shared parts of vendors' own embedding calls, which differ from OpenAI's only in how texts and vectors are written. */

/**
 * Returns the texts of an embedding request.
 *
 * @throws AppError `translation_unsupported` for token ids and parts, and beyond `countMax`
 */
export function readTexts(request: JsonObject, losses: Losses, countMax: number): readonly string[] {
  const { input } = request
  const texts = typeof input === 'string' ? [input] : (asArray(input) ?? [])
  if (!texts.every((each) => typeof each === 'string')) return losses.refuse('input', refusals.embedsTexts)
  if (texts.length > countMax) return losses.refuse('input', textsAtMost(countMax))
  return texts
}

/** Members of an embedding request that are handled or do not affect the vectors. */
const ACCOUNTED: ReadonlySet<string> = new Set([
  'model',
  'input',
  // Tollgate encodes the vectors itself.
  'encoding_format',
  // The name of the end user.
  'user',
])

/** Reports members of the request that the vendor's call does not support. */
export function noteUnknown(request: JsonObject, losses: Losses, ...known: readonly string[]): void {
  for (const [name, value] of Object.entries(request))
    if (value !== null && !ACCOUNTED.has(name) && !known.includes(name)) losses.add(name)
}

/**
 * Builds OpenAI's answer from vectors.
 *
 * @param request the client's request, which has the encoding and the model name
 * @param promptTokens undefined = the vendor does not state them
 */
export function embeddingAnswer(
  vectors: readonly (JsonValue | undefined)[],
  request: JsonObject,
  promptTokens: number | undefined,
): JsonObject {
  const isBase64 = request.encoding_format === 'base64'
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: isBase64 ? encodeVector(vector) : (vector ?? []),
    })),
    model: request.model ?? '',
    ...(promptTokens !== undefined && { usage: { prompt_tokens: promptTokens, total_tokens: promptTokens } }),
  }
}

/** Encodes a vector as 32-bit floats, little-endian. */
function encodeVector(vector: JsonValue | undefined): string {
  const numbers = (asArray(vector) ?? []).filter((each) => typeof each === 'number')
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, value] of numbers.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
