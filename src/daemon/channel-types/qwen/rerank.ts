import { refusals } from '../../errors/refusals.ts'
import type { Losses } from '../../protocols/conversation/codec.ts'
import { asArray, asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { readDisguisedFailure } from '../../protocols/openai/failure.ts'
import { openaiRerank } from '../../protocols/openai/index.ts'
import { readInputUsage } from '../../protocols/openai/usage.ts'
import type { Codec, JsonObject, JsonValue } from '../../protocols/types.ts'
import { noteUnknown } from '../embedding-forms.ts'

const KNOWN = ['model', 'query', 'documents', 'top_n', 'return_documents', 'instruct']

/** Codec of DashScope's ranking, which has no OpenAI-compatible path. */
export const qwenRerank: Codec = {
  ...openaiRerank,
  id: 'qwen-rerank',
  path: '/api/v1/services/rerank/text-rerank/text-rerank',
  readUsage: readInputUsage,
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: resultsOf(document).length > 0 }),
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'output'),
  form: { encodeRequest, decodeAnswer },
}

const resultsOf = (document: JsonValue): JsonObject[] =>
  objectsOf(asObject(asObject(document)?.output)?.results)

/** Returns the text documents, given as strings or as `{ text }`. */
function readDocuments(request: JsonObject): string[] {
  return (asArray(request.documents) ?? []).flatMap((each) =>
    typeof each === 'string' ? each : (asText(asObject(each)?.text) ?? []),
  )
}

function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  noteUnknown(request, losses, ...KNOWN)
  const documents = readDocuments(request)
  if (documents.length !== asArray(request.documents)?.length) losses.refuse('documents', refusals.ranksTexts)
  const { model = '', query = '', top_n, return_documents, instruct } = request
  return {
    model,
    input: { query, documents },
    parameters: {
      ...(typeof top_n === 'number' && { top_n }),
      ...(typeof return_documents === 'boolean' && { return_documents }),
      ...(typeof instruct === 'string' && { instruct }),
    },
  }
}

function decodeAnswer(document: JsonValue, request: JsonObject): JsonObject {
  const reading = readInputUsage(document)
  const tokens = reading.kind === 'stated' ? reading.usage.inputTokens : undefined
  return {
    model: request.model ?? '',
    results: resultsOf(document).map(({ index = 0, relevance_score = 0, document: found }) => {
      const text = asText(asObject(found)?.text) ?? asText(found)
      return { index, relevance_score, ...(text !== undefined && { document: { text } }) }
    }),
    ...(tokens !== undefined && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  }
}
