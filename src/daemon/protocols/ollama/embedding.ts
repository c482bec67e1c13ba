import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { readDisguisedFailure } from '../openai/failure.ts'
import { openaiEmbedding } from '../openai/index.ts'
import { invalid } from '../openai/request-checks.ts'
import type { Codec, JsonObject, RequestFacts } from '../types.ts'
import { ollamaErrors } from './errors.ts'
import { readOllamaUsage } from './usage.ts'

/** The client side of Ollama's embeddings, `POST /api/embed`. */
export const ollamaEmbedding: Codec = {
  ...openaiEmbedding,
  id: 'ollama-embedding',
  path: '/api/embed',
  errors: ollamaErrors,
  readUsage: readOllamaUsage,
  readOutput: (document) => ({
    text: '',
    hiddenText: '',
    hasOutput: (asArray(asObject(document)?.embeddings)?.length ?? 0) > 0,
  }),
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'embeddings'),
  form: {
    decodeRequest: ({ model = '', input = '', dimensions }) => ({
      model,
      input,
      ...(typeof dimensions === 'number' && { dimensions }),
    }),
    encodeAnswer: (document, { model = '' }) => {
      const tokens = asObject(document.usage)?.prompt_tokens
      return {
        model,
        embeddings: vectorsOf(document),
        ...(typeof tokens === 'number' && { prompt_eval_count: tokens }),
      }
    },
  },
}

/** The older `POST /api/embeddings`: one text, one vector. */
export const ollamaOldEmbedding: Codec = {
  ...ollamaEmbedding,
  id: 'ollama-old-embedding',
  path: '/api/embeddings',
  readRequest,
  readTexts: ({ prompt }) => ({ system: '', context: '', input: asText(prompt) ?? '' }),
  form: {
    decodeRequest: ({ model = '', prompt = '' }) => ({ model, input: prompt }),
    encodeAnswer: (document) => ({ embedding: vectorsOf(document)[0] ?? [] }),
  },
}

function readRequest(body: JsonObject): RequestFacts {
  if (asText(body.prompt) === undefined) throw invalid('prompt', 'missing')
  return openaiEmbedding.readRequest({ model: body.model ?? null, input: body.prompt ?? '' })
}

const vectorsOf = (document: JsonObject) => objectsOf(document.data).map(({ embedding }) => embedding ?? [])
