import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { invalid, REQUEST_BOUNDS, readModel, readObjects } from '../openai/request-checks.ts'
import type { Codec, JsonObject, JsonValue, RequestFacts } from '../types.ts'
import { geminiEmbedding, readVector } from './embedding.ts'

/**
 * Embeddings in Vertex AI's form: `predict` with a list of instances. Google's SDKs use it for most models.
 *
 * @see https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api (read
 *   2026-12-01)
 */
export const vertexPrediction: Codec = {
  ...geminiEmbedding,
  id: 'vertex-prediction',
  path: '/v1beta/models/{model}:predict',
  readRequest,
  readTexts: (body) => ({ system: '', context: '', input: textsOf(body).join('\n') }),
  form: { decodeRequest, encodeAnswer },
}

const textsOf = (body: JsonObject): string[] =>
  objectsOf(body.instances).map(({ content }) => asText(content) ?? '')

function readRequest(body: JsonObject): RequestFacts {
  const instances = readObjects(body, 'instances', REQUEST_BOUNDS.promptsMax)
  if (instances.length === 0) throw invalid('instances', 'empty')
  // Vertex AI also generates images at this endpoint, from a `prompt`. We do not support that.
  for (const [index, { content }] of instances.entries())
    if (typeof content !== 'string') throw invalid(`instances[${index}].content`, 'notString')
  return {
    model: readModel(body),
    isStream: false,
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments: 0,
  }
}

/** Decodes a request. Uses the task type of the first instance, because other vendors accept one per request. */
function decodeRequest(body: JsonObject): JsonObject {
  const [first = {}] = objectsOf(body.instances)
  const dimensions = asObject(body.parameters)?.outputDimensionality
  const taskType = asText(first.task_type) ?? asText(first.taskType)
  const title = asText(first.title)
  return {
    model: body.model ?? '',
    input: textsOf(body),
    ...(typeof dimensions === 'number' && { dimensions }),
    ...(taskType !== undefined && { task_type: taskType }),
    ...(title !== undefined && { title }),
  }
}

function encodeAnswer(document: JsonObject, request: JsonObject): JsonObject {
  const texts = (asArray(request.input) ?? []).map((each) => asText(each) ?? '')
  const tokens = asObject(document.usage)?.prompt_tokens
  const counts = typeof tokens === 'number' ? sharesOf(tokens, texts) : undefined
  const predictions = objectsOf(document.data)
    .sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0))
    .map(({ embedding }, index): JsonValue => {
      const count = counts?.[index]
      const statistics = { truncated: false, ...(count !== undefined && { token_count: count }) }
      return { embeddings: { values: readVector(embedding), statistics } }
    })
  const billableCharacterCount = texts.join('').replaceAll(/\s/g, '').length
  return { predictions, metadata: { billableCharacterCount } }
}

/** Divides a token count among the texts by length, because other vendors count them together. The shares add up. */
function sharesOf(tokens: number, texts: readonly string[]): number[] {
  const length = texts.join('').length
  let chars = 0
  let given = 0
  return texts.map((text) => {
    chars += text.length
    const upToHere = length === 0 ? 0 : Math.round((tokens * chars) / length)
    const share = upToHere - given
    given = upToHere
    return share
  })
}
