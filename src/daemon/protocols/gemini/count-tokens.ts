import type { JsonObject, RequestTexts } from '../types.ts'
import { member, objectMember } from './members.ts'
import { readContents, readGeminiTexts } from './request-facts.ts'

/** Returns the texts of a `countTokens` request; function declarations belong to the context. */
export function readCountTokensRequest(body: JsonObject): RequestTexts {
  const request = countedRequest(body)
  readContents(request)
  const texts = readGeminiTexts(request)
  const tools = member(request, 'tools')
  if (tools === undefined) return texts
  const declared = JSON.stringify(tools)
  return { ...texts, context: texts.context === '' ? declared : `${texts.context}\n${declared}` }
}

/** Returns the request to count: the body itself, or the complete request inside it. */
const countedRequest = (body: JsonObject): JsonObject => objectMember(body, 'generateContentRequest') ?? body

export const toCountTokensAnswer = (totalTokens: number): JsonObject => ({
  totalTokens,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }],
})
