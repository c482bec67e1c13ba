import { asArray, asObject } from '../../protocols/json-access.ts'
import { openaiEmbedding } from '../../protocols/openai/index.ts'
import type { Codec, JsonValue, UsageReading } from '../../protocols/types.ts'
import { NO_USAGE } from '../../protocols/usage.ts'
import { embeddingAnswer, noteUnknown, readTexts } from '../embedding-forms.ts'
import { readBaseResp } from './failure.ts'

const TEXTS_MAX = 4096
const KNOWN = ['type', 'input_type']

/** Codec of MiniMax's vectors (embo-01). They are for documents unless the client's `type` or `input_type` is a query. */
export const minimaxEmbedding: Codec = {
  ...openaiEmbedding,
  id: 'minimax-embedding',
  readUsage,
  readOutput: (document) => ({
    text: '',
    hiddenText: '',
    hasOutput: (asArray(asObject(document)?.vectors)?.length ?? 0) > 0,
  }),
  readDisguisedFailure: (document) =>
    readBaseResp(document) ?? openaiEmbedding.readDisguisedFailure(rename(document)),
  form: {
    encodeRequest: (request, losses) => {
      noteUnknown(request, losses, ...KNOWN)
      const isQuery = request.type === 'query' || request.input_type === 'search_query'
      return {
        model: request.model ?? '',
        texts: [...readTexts(request, losses, TEXTS_MAX)],
        type: isQuery ? 'query' : 'db',
      }
    },
    decodeAnswer: (document, request) => {
      const usage = readUsage(document)
      const tokens = usage.kind === 'stated' ? usage.usage.inputTokens : undefined
      return embeddingAnswer(asArray(asObject(document)?.vectors) ?? [], request, tokens)
    },
  },
}

/** Renames the vectors to OpenAI's member for the common reader. */
function rename(document: JsonValue): JsonValue {
  const body = asObject(document)
  return body?.vectors === undefined || body.vectors === null ? document : { ...body, data: body.vectors }
}

function readUsage(document: JsonValue): UsageReading {
  const total = asObject(document)?.total_tokens
  if (total === undefined || total === null || total === 0) return { kind: 'none' }
  if (typeof total !== 'number' || !Number.isSafeInteger(total) || total < 0)
    return { kind: 'invalid', reason: 'total_tokens is no count' }
  return { kind: 'stated', usage: { ...NO_USAGE, inputTokens: total } }
}
