import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import {
  geminiBatchEmbedding,
  geminiEmbedding,
  geminiGenerate,
  vertexPrediction,
} from '../protocols/gemini/index.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'

/** A call as described by the path of one of Google's URLs. */
export interface GeminiCall {
  readonly codec: Codec
  readonly pathMembers: JsonObject
  /** The call only counts tokens. */
  readonly isCount: boolean
}

/**
 * Reads the model and the operation from the path of a Google URL: `gemini-3.5-flash:streamGenerateContent`.
 * @throws AppError `route_not_found`
 */
export function readGeminiCall(request: FastifyRequest): GeminiCall {
  const { '*': call = '' } = request.params as { '*'?: string }
  const colon = call.lastIndexOf(':')
  const model = call.slice(0, colon).replace(/^models\//, '')
  switch (colon === -1 ? '' : call.slice(colon + 1)) {
    case 'generateContent':
      return { codec: geminiGenerate, pathMembers: { model, stream: false }, isCount: false }
    case 'streamGenerateContent':
      return { codec: geminiGenerate, pathMembers: { model, stream: true }, isCount: false }
    case 'embedContent':
      return { codec: geminiEmbedding, pathMembers: { model }, isCount: false }
    case 'batchEmbedContents':
      return { codec: geminiBatchEmbedding, pathMembers: { model }, isCount: false }
    case 'predict':
      return { codec: vertexPrediction, pathMembers: { model }, isCount: false }
    case 'countTokens':
      return { codec: geminiGenerate, pathMembers: { model }, isCount: true }
    default:
      throw new AppError('route_not_found', {
        values: { method: 'POST', path: request.originalUrl.split('?')[0] ?? '' },
      })
  }
}

/** Whether the client wants a stream as one JSON array, which is what Google sends unless events are requested. */
export function wantsArray(request: FastifyRequest): boolean {
  const { alt } = request.query as { alt?: string }
  return /:streamGenerateContent$/.test(request.url.split('?')[0] ?? '') && alt !== 'sse'
}
