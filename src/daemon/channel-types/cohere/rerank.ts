import { refusals } from '../../errors/refusals.ts'
import { cohereRerank as spoken } from '../../protocols/cohere/index.ts'
import { findCohereUsage } from '../../protocols/cohere/usage.ts'
import { asArray, asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import type { Codec, JsonObject, JsonValue } from '../../protocols/types.ts'
import { noteUnknown } from '../embedding-forms.ts'

const KNOWN = ['model', 'query', 'documents', 'top_n', 'return_documents', 'max_tokens_per_doc']

/** Codec of Cohere's ranking, `POST /v2/rerank`. Cohere bills searches, so Tollgate counts the tokens. */
export const cohereRerank: Codec = {
  ...spoken,
  form: {
    ...spoken.form,
    encodeRequest: (request, losses) => {
      noteUnknown(request, losses, ...KNOWN)
      const documents = readDocuments(request)
      if (documents.length !== asArray(request.documents)?.length)
        losses.refuse('documents', refusals.ranksTexts)
      const { model = '', query = '', top_n, max_tokens_per_doc } = request
      return {
        model,
        query,
        documents,
        ...(typeof top_n === 'number' && { top_n }),
        ...(typeof max_tokens_per_doc === 'number' && { max_tokens_per_doc }),
      }
    },
    decodeAnswer,
  },
}

/** Returns the text documents, given as strings or as `{ text }`. */
function readDocuments(request: JsonObject): string[] {
  return (asArray(request.documents) ?? []).flatMap((each) =>
    typeof each === 'string' ? each : (asText(asObject(each)?.text) ?? []),
  )
}

/** Cohere does not return documents. If the client wants them, they come from its request. */
function decodeAnswer(document: JsonValue, request: JsonObject): JsonObject {
  const documents = readDocuments(request)
  const tokens = findCohereUsage(document)?.inputTokens
  return {
    model: request.model ?? '',
    results: objectsOf(asObject(document)?.results).map(({ index = 0, relevance_score = 0 }) => {
      const text = typeof index === 'number' ? documents[index] : undefined
      const isWanted = request.return_documents === true && text !== undefined
      return { index, relevance_score, ...(isWanted && { document: { text } }) }
    }),
    ...(tokens !== undefined && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  }
}
