import type { Losses } from '../../protocols/conversation/codec.ts'
import { asObject, objectsOf } from '../../protocols/json-access.ts'
import { openaiEmbedding } from '../../protocols/openai/index.ts'
import type { Codec, JsonObject, JsonValue } from '../../protocols/types.ts'
import { embeddingAnswer, noteUnknown, readTexts } from '../embedding-forms.ts'
import { readBaiduFailure } from './failure.ts'

const TEXTS_MAX = 16

/** Codec of Wenxin's first embeddings: the request is a list of texts, the answer is OpenAI's. */
export const baiduEmbedding: Codec = {
  ...openaiEmbedding,
  id: 'baidu-embedding',
  readDisguisedFailure: readBaiduFailure,
  form: { encodeRequest, decodeAnswer },
}

function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  noteUnknown(request, losses)
  return { input: [...readTexts(request, losses, request.model === 'tao-8k' ? 1 : TEXTS_MAX)] }
}

function decodeAnswer(document: JsonValue, request: JsonObject): JsonObject {
  const rows = objectsOf(asObject(document)?.data).sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0))
  const usage = openaiEmbedding.readUsage(document)
  return embeddingAnswer(
    rows.map((each) => each.embedding),
    request,
    usage.kind === 'stated' ? usage.usage.inputTokens : undefined,
  )
}
