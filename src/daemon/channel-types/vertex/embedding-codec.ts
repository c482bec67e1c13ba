import type { Losses } from '../../protocols/conversation/codec.ts'
import { readGeminiUsage } from '../../protocols/gemini/usage.ts'
import { asObject, objectsOf } from '../../protocols/json-access.ts'
import { openaiEmbedding } from '../../protocols/openai/index.ts'
import type { Codec, JsonObject, JsonValue, UsageReading } from '../../protocols/types.ts'
import { NO_USAGE } from '../../protocols/usage.ts'
import { embeddingAnswer, noteUnknown, readTexts } from '../embedding-forms.ts'

/** Most instances in one call. Gemini models accept only one. */
const INSTANCES_MAX = 250

/** Reports whether a model uses `embedContent`, as the newest do, instead of `predict`. */
export const takesContent = (model: string): boolean => /gemini-embedding-(?!001)/.test(model)

/** Codec of Vertex AI's embeddings: `predict` with instances, or `embedContent` with one content. */
export const vertexEmbedding: Codec = {
  ...openaiEmbedding,
  id: 'vertex-embedding',
  readUsage,
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: readVectors(document).length > 0 }),
  form: { encodeRequest, decodeAnswer },
}

function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  const model = String(request.model ?? '')
  noteUnknown(request, losses, 'dimensions', 'task_type', 'title')
  const texts = readTexts(request, losses, model.startsWith('gemini-') ? 1 : INSTANCES_MAX)
  const { dimensions, task_type: taskType, title } = request
  const hasDimensions = typeof dimensions === 'number'
  if (takesContent(model))
    return {
      content: { parts: texts.map((text) => ({ text })) },
      ...((hasDimensions || typeof taskType === 'string') && {
        embedContentConfig: {
          ...(hasDimensions && { outputDimensionality: dimensions }),
          ...(typeof taskType === 'string' && { taskType }),
        },
      }),
    }
  return {
    instances: texts.map((content) => ({
      content,
      ...(typeof taskType === 'string' && { task_type: taskType }),
      ...(typeof title === 'string' && { title }),
    })),
    ...(hasDimensions && { parameters: { outputDimensionality: dimensions } }),
  }
}

function decodeAnswer(document: JsonValue, request: JsonObject): JsonObject {
  const usage = readUsage(document)
  return embeddingAnswer(
    readVectors(document),
    request,
    usage.kind === 'stated' ? usage.usage.inputTokens : undefined,
  )
}

function readVectors(document: JsonValue): readonly (JsonValue | undefined)[] {
  const body = asObject(document)
  const single = asObject(body?.embedding)?.values
  if (single !== undefined) return [single]
  return objectsOf(body?.predictions).map((each) => asObject(each.embeddings)?.values)
}

/** Reads the usage. `predict` counts each instance separately. */
function readUsage(document: JsonValue): UsageReading {
  const predictions = objectsOf(asObject(document)?.predictions)
  if (predictions.length === 0) return readGeminiUsage(document)
  let inputTokens = 0
  for (const each of predictions) {
    const count = asObject(asObject(each.embeddings)?.statistics)?.token_count
    if (count === undefined || count === null) return { kind: 'none' }
    if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
      return { kind: 'invalid', reason: `token_count is ${typeof count === 'number' ? count : typeof count}` }
    inputTokens += count
  }
  return { kind: 'stated', usage: { ...NO_USAGE, inputTokens } }
}
