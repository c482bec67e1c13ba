import { asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { listMember, objectMember, partsOf, spellingOf, textMember } from './members.ts'
import { UNKNOWN_SIGNATURE } from './signatures.ts'

/**
 * Signs calls of the current turn, which models of the third generation refuse otherwise. The current turn is what follows
 * the user's last own words: there the first call of every step must be signed, and a call of another vendor, or one whose
 * signature the client did not keep, gets the documented stand-in.
 *
 * @param contents of a request, in either spelling
 * @returns the same list when nothing is missing
 */
export function signCurrentTurn(contents: JsonValue[]): JsonValue[] {
  const spoken = contents.findLastIndex((each) => isSpoken(asObject(each)))
  const signed = contents.map((each, index) => (index > spoken ? signStep(each) : each))
  return signed.every((each, index) => each === contents[index]) ? contents : signed
}

/** Tells whether the user says something besides the results of functions. */
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
