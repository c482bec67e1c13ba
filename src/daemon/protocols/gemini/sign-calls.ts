import { asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { listMember, objectMember, partsOf, spellingOf, textMember } from './members.ts'
import { UNKNOWN_SIGNATURE } from './signatures.ts'

/**
 * Adds the signatures without which Gemini 3 rejects the calls of the current turn, which begins after the last message
 * in which the user speaks. The first call of each step needs a signature. If another vendor's model made the call, or
 * if the client did not keep the signature, the call gets the placeholder that Google documents.
 *
 * @param contents the contents of a request, in either spelling
 * @returns the same list if nothing is missing
 */
export function signCurrentTurn(contents: JsonValue[]): JsonValue[] {
  const spoken = contents.findLastIndex((each) => isSpoken(asObject(each)))
  const signed = contents.map((each, index) => (index > spoken ? signStep(each) : each))
  return signed.every((each, index) => each === contents[index]) ? contents : signed
}

/** Whether the content contains anything from the user other than function results. */
const isSpoken = (content: JsonObject | undefined): boolean =>
  content?.role !== 'model' &&
  partsOf(content).some((part) => objectMember(part, 'functionResponse') === undefined)

function signStep(step: JsonValue): JsonValue {
  const content = asObject(step)
  if (content?.role !== 'model') return step
  const parts = listMember(content, 'parts') ?? []
  const first = parts.findIndex((part) => callOf(asObject(part)) !== undefined)
  const part = asObject(parts[first])
  if (!part || textMember(part, 'thoughtSignature')) return step
  const signed = { ...part, [spellingOf(part, 'thoughtSignature')]: UNKNOWN_SIGNATURE }
  return { ...content, parts: parts.with(first, signed) }
}

const callOf = (part: JsonObject | undefined): JsonObject | undefined =>
  part && objectMember(part, 'functionCall')
