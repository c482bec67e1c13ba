import { vectorsOf } from '../../protocols/cohere/embedding.ts'
import { cohereEmbedding as spoken } from '../../protocols/cohere/index.ts'
import { findCohereUsage } from '../../protocols/cohere/usage.ts'
import type { Codec, JsonObject, JsonValue } from '../../protocols/types.ts'
import { embeddingAnswer, noteUnknown, readTexts } from '../embedding-forms.ts'

const TEXTS_MAX = 96
const KNOWN = ['dimensions', 'input_type', 'truncate', 'embedding_types']

/**
 * Codec of Cohere's embeddings, `POST /v2/embed`. The request must state the purpose of the vectors: the client's `input_type`,
 * or documents for search.
 */
export const cohereEmbedding: Codec = {
  ...spoken,
  form: {
    ...spoken.form,
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
