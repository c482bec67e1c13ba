import { asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { member, numberMember, objectsMember, textMember } from './members.ts'

/** Decodes `logprobsResult` to OpenAI's list: the chosen token at each position with its alternatives. */
export function decodeLogprobs(result: JsonObject): JsonValue[] {
  const top = objectsMember(result, 'topCandidates')
  return objectsMember(result, 'chosenCandidates').map((chosen, place) => {
    const others = top[place] ? objectsMember(top[place], 'candidates') : []
    return { ...decodeToken(chosen), top_logprobs: others.map(decodeToken) }
  })
}

function decodeToken(candidate: JsonObject): JsonObject {
  const token = textMember(candidate, 'token') ?? ''
  return {
    token,
    logprob: numberMember(candidate, 'logProbability') ?? 0,
    bytes: [...Buffer.from(token)],
  }
}

export function encodeLogprobs(content: readonly JsonValue[]): JsonObject {
  const tokens = objectsOf([...content])
  return {
    chosenCandidates: tokens.map(encodeToken),
    topCandidates: tokens.map((token) => ({ candidates: objectsOf(token.top_logprobs).map(encodeToken) })),
  }
}

const encodeToken = (token: JsonObject): JsonObject => ({
  token: asText(token.token) ?? '',
  logProbability: numberMember(token, 'logprob') ?? 0,
})

/** Returns the log probabilities of a candidate or chunk, if requested. */
export const logprobsOf = (candidate: JsonObject): JsonObject | undefined =>
  asObject(member(candidate, 'logprobsResult'))
