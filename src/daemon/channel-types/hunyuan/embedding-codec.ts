import type { Losses } from '../../protocols/conversation/codec.ts'
import { asObject, objectsOf } from '../../protocols/json-access.ts'
import { openaiEmbedding } from '../../protocols/openai/index.ts'
import type { Codec, JsonObject, JsonValue, UsageReading } from '../../protocols/types.ts'
import { NO_USAGE } from '../../protocols/usage.ts'
import { embeddingAnswer, noteUnknown, readTexts } from '../embedding-forms.ts'
import { unwrap } from './envelope.ts'
import { readHunyuanFailure, readHunyuanRefusal } from './failure.ts'

const TEXTS_MAX = 200

/** Codec of Tencent Cloud's `GetEmbedding`. There is only one model, and the call does not name it. */
export const hunyuanEmbedding: Codec = {
  ...openaiEmbedding,
  id: 'hunyuan-embedding',
  readUsage,
  readOutput: (document) => ({
    text: '',
    hiddenText: '',
    hasOutput: objectsOf(unwrap(document).Data).length > 0,
  }),
  readDisguisedFailure: readHunyuanFailure,
  readFailure: readHunyuanRefusal,
  form: { encodeRequest, decodeAnswer },
}

function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  noteUnknown(request, losses)
  const texts = readTexts(request, losses, TEXTS_MAX)
  return texts.length === 1 ? { Input: texts[0] ?? '' } : { InputList: [...texts] }
}

function decodeAnswer(document: JsonValue, request: JsonObject): JsonObject {
  const rows = objectsOf(unwrap(document).Data).sort((a, b) => Number(a.Index ?? 0) - Number(b.Index ?? 0))
  const usage = readUsage(document)
  return embeddingAnswer(
    rows.map((each) => each.Embedding),
    request,
    usage.kind === 'stated' ? usage.usage.inputTokens : undefined,
  )
}

function readUsage(document: JsonValue): UsageReading {
  const usage = asObject(unwrap(document).Usage)
  const count = usage?.PromptTokens ?? usage?.TotalTokens
  if (count === undefined || count === null) return { kind: 'none' }
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0
    ? { kind: 'stated', usage: { ...NO_USAGE, inputTokens: count } }
    : { kind: 'invalid', reason: `PromptTokens is ${typeof count === 'number' ? count : typeof count}` }
}
