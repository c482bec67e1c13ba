import { asArray, asObject } from '../../protocols/json-access.ts'
import { readDisguisedFailure } from '../../protocols/openai/failure.ts'
import { openaiEmbedding } from '../../protocols/openai/index.ts'
import type { Codec, JsonObject, JsonValue } from '../../protocols/types.ts'
import { embeddingAnswer, noteUnknown, readTexts } from '../embedding-forms.ts'
import { findCohereUsage, readCohereUsage } from './usage.ts'

const TEXTS_MAX = 96
const KNOWN = ['dimensions', 'input_type', 'truncate']

/**
 * Cohere's embeddings, `POST /v2/embed`. What the vectors are for must be said there: `input_type` of the client's body,
 * else documents to be searched.
 */
export const cohereEmbedding: Codec = {
  ...openaiEmbedding,
  id: 'cohere-embedding',
  path: '/v2/embed',
  readUsage: readCohereUsage,
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: vectorsOf(document) !== undefined }),
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'embeddings'),
  form: {
    encodeRequest: (request, losses) => {
      noteUnknown(request, losses, ...KNOWN)
      const { model = '', dimensions, input_type, truncate } = request
      return {
        model,
        texts: [...readTexts(request, losses, TEXTS_MAX)],
        input_type: input_type ?? 'search_document',
        embedding_types: ['float'],
        ...given('output_dimension', dimensions),
        ...given('truncate', truncate),
      }
    },
    decodeAnswer: (document, request) =>
      embeddingAnswer(vectorsOf(document) ?? [], request, findCohereUsage(document)?.inputTokens),
  },
}

const given = (name: string, value: JsonValue | undefined): JsonObject =>
  value === undefined || value === null ? {} : { [name]: value }

/** By type of number; the older API answered the bare list. */
function vectorsOf(document: JsonValue): JsonValue[] | undefined {
  const embeddings = asObject(document)?.embeddings
  const vectors = asArray(embeddings) ?? asArray(asObject(embeddings)?.float)
  return vectors && vectors.length > 0 ? vectors : undefined
}
