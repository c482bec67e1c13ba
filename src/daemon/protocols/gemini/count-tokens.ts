import { countMedia, FILE_TOKENS } from '../../counting/media-tokens.ts'
import type { JsonObject, JsonValue, RequestTexts } from '../types.ts'
import { mediaOfPart } from '../unread-media.ts'
import { member, objectMember, objectsMember, partsOf, textMember } from './members.ts'
import { readContents, readGeminiTexts } from './request-facts.ts'

/** Returns the texts of a `countTokens` request; function declarations and the answer's schema belong to the context. */
export function readCountTokensRequest(body: JsonObject): RequestTexts {
  const request = countedRequest(body)
  readContents(request)
  const texts = readGeminiTexts(request)
  const config = objectMember(request, 'generationConfig') ?? {}
  const declared = [
    ...callsOf(request),
    member(request, 'tools'),
    member(config, 'responseSchema'),
    member(config, 'responseJsonSchema'),
  ].flatMap((each) => (each === undefined ? [] : JSON.stringify(each)))
  return { ...texts, context: [texts.context, ...declared].filter(Boolean).join('\n') }
}

/** Returns the calls and the code that the model wrote, and the output of the code. */
const callsOf = (request: JsonObject): (JsonValue | undefined)[] =>
  partsIn(request).flatMap((part) => [
    objectMember(part, 'functionCall'),
    objectMember(part, 'executableCode'),
    objectMember(part, 'codeExecutionResult'),
  ])

const partsIn = (request: JsonObject): JsonObject[] => objectsMember(request, 'contents').flatMap(partsOf)

/** Tokens of a small picture, as Google counts it. */
const PICTURE = 258

/** Returns the tokens of the media in a `countTokens` request. */
export const mediaTokens = (body: JsonObject): number =>
  partsIn(countedRequest(body)).reduce((sum, part) => {
    const media = objectMember(part, 'inlineData') ?? objectMember(part, 'fileData')
    if (!media) return sum
    const type = textMember(media, 'mimeType') ?? ''
    if (type.startsWith('image/')) return sum + PICTURE
    const [file] = mediaOfPart(part)
    return sum + (file ? countMedia(file) : FILE_TOKENS)
  }, 0)

/** Returns the request to count: the body itself, or the complete request inside it. */
const countedRequest = (body: JsonObject): JsonObject => objectMember(body, 'generateContentRequest') ?? body

export const toCountTokensAnswer = (totalTokens: number): JsonObject => ({
  totalTokens,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }],
})
