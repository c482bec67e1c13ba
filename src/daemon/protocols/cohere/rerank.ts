import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { readDisguisedFailure } from '../openai/failure.ts'
import { openaiRerank } from '../openai/index.ts'
import type { Codec, JsonObject } from '../types.ts'
import { cohereErrors } from './errors.ts'
import { readCohereUsage } from './usage.ts'

/** The client side of Cohere's reranking, `POST /v2/rerank`: requests in Jina's form, answers without the documents. */
export const cohereRerank: Codec = {
  ...openaiRerank,
  id: 'cohere-rerank',
  path: '/v2/rerank',
  errors: cohereErrors,
  readUsage: readCohereUsage,
  readOutput: (document) => ({
    text: '',
    hiddenText: '',
    hasOutput: (asArray(asObject(document)?.results)?.length ?? 0) > 0,
  }),
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'results'),
  form: {
    decodeRequest: ({ model = '', query = '', documents = [], top_n }) => ({
      model,
      query,
      documents,
      ...(typeof top_n === 'number' && { top_n }),
      return_documents: false,
    }),
    encodeAnswer,
  },
}

function encodeAnswer(document: JsonObject): JsonObject {
  return {
    id: asText(document.id) ?? '',
    results: objectsOf(document.results).map(({ index = 0, relevance_score = 0 }) => ({
      index,
      relevance_score,
    })),
    meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
  }
}
