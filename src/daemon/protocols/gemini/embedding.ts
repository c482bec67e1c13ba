import { AppError } from '../../errors/app-error.ts'
import { refusals, textsAtMost } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { readDisguisedFailure } from '../openai/failure.ts'
import { invalid, REQUEST_BOUNDS, readModel } from '../openai/request-checks.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestFacts } from '../types.ts'
import { geminiErrors } from './errors.ts'
import { classifyGeminiEvent, mayStateGeminiUsage } from './events.ts'
import { readErrorObject, readGeminiFailure } from './failure.ts'
import { listMember, numberMember, objectMember, objectsMember, partsOf, textMember } from './members.ts'
import { readGeminiUsage } from './usage.ts'

/** Maximum number of requests in one call. */
const BATCH_MAX = 100

/**
 * Google's single embedding, `embedContent`. Upstreams always get a batch: a batch of one returns the same vector, and
 * this way the URL of the call does not depend on its body.
 */
export const geminiEmbedding: Codec = {
  id: 'gemini-embedding',
  operation: 'embedding',
  path: '/v1beta/models/{model}:embedContent',
  isAddressedByPath: true,
  readRequest,
  readTexts: (body) => ({ system: '', context: '', input: requestsOf(body).map(textOf).join('\n') }),
  readUsage: readGeminiUsage,
  readOutput,
  readDisguisedFailure: (document) =>
    readErrorObject(document) ??
    (readOutput(document).hasOutput ? undefined : readDisguisedFailure(document, 'embeddings')),
  classify: classifyGeminiEvent,
  finishesChoice: () => false,
  readFailure: readGeminiFailure,
  errors: geminiErrors,
  terminator: '',
  mayStateUsage: mayStateGeminiUsage,
  form: { decodeRequest, encodeAnswer, encodeRequest, decodeAnswer },
}

/**
 * Google's `batchEmbedContents`, a separate codec because neither endpoint accepts the other's body. Channel types that
 * call `batchEmbedContents` serve this codec, and `embedContent` is translated for them.
 */
export const geminiBatchEmbedding: Codec = {
  ...geminiEmbedding,
  id: 'gemini-batch-embedding',
  path: '/v1beta/models/{model}:batchEmbedContents',
}

/** Whether a body is a `batchEmbedContents` request. */
const isBatchEmbedding = (body: JsonObject): boolean => listMember(body, 'requests') !== undefined

const requestsOf = (body: JsonObject): JsonObject[] =>
  isBatchEmbedding(body) ? objectsMember(body, 'requests') : [body]

/** Returns the text of a request. All parts of a content contribute to one vector. */
const textOf = (request: JsonObject): string =>
  partsOf(objectMember(request, 'content'))
    .flatMap((part) => textMember(part, 'text') ?? [])
    .join('\n')

const hasOtherThanText = (request: JsonObject): boolean => countOthers(objectMember(request, 'content')) > 0

const countOthers = (content: JsonObject | undefined): number =>
  partsOf(content).filter((part) => textMember(part, 'text') === undefined).length

function readRequest(body: JsonObject): RequestFacts {
  const requests = requestsOf(body)
  const field = isBatchEmbedding(body) ? 'requests' : 'content'
  if (requests.length === 0) throw invalid(field, 'empty')
  if (requests.length > REQUEST_BOUNDS.promptsMax)
    throw invalid(field, 'tooMany', { count: requests.length, max: REQUEST_BOUNDS.promptsMax })
  let attachments = 0
  for (const [index, request] of requests.entries()) {
    const content = objectMember(request, 'content')
    const place = isBatchEmbedding(body) ? `requests[${index}].content` : 'content'
    if (!content) throw invalid(place, 'missing')
    attachments += countOthers(content)
  }
  return {
    model: readModel(body),
    isStream: false,
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments,
  }
}

function readOutput(document: JsonValue): OutputFacts {
  return { text: '', hiddenText: '', hasOutput: vectorsOf(document).length > 0 }
}

/** Returns the vectors, or an empty list if all of them are empty: such an answer delivers nothing. */
function vectorsOf(document: JsonValue): JsonValue[] {
  const body = asObject(document) ?? {}
  const single = objectMember(body, 'embedding')
  const all = (single ? [single] : objectsMember(body, 'embeddings')).map(
    (each) => asArray(each.values) ?? [],
  )
  return all.some((vector) => vector.length > 0) ? all : []
}

/** Client side: decodes a request. Keeps `task_type` and `title` for upstreams that support them. */
function decodeRequest(body: JsonObject): JsonObject {
  const requests = requestsOf(body)
  if (requests.some(hasOtherThanText))
    throw new AppError('translation_unsupported', {
      field: 'content',
      values: { field: 'content', why: refusals.embedsTexts },
    })
  const texts = requests.map(textOf)
  const [first = {}] = requests
  const dimensions = numberMember(first, 'outputDimensionality')
  const taskType = textMember(first, 'taskType')
  const title = textMember(first, 'title')
  return {
    model: body.model ?? '',
    input: isBatchEmbedding(body) ? texts : (texts[0] ?? ''),
    ...(dimensions !== undefined && { dimensions }),
    ...(taskType !== undefined && { task_type: taskType }),
    ...(title !== undefined && { title }),
  }
}

/**
 * Client side: encodes an answer.
 * @param request the client's body or its neutral form; both state whether it is a batch
 */
function encodeAnswer(document: JsonObject, request: JsonObject): JsonObject {
  const embeddings = objectsOf(document.data)
    .sort((a, b) => Number(a.index ?? 0) - Number(b.index ?? 0))
    .map((each) => ({ values: readVector(each.embedding) }))
  const tokens = asObject(document.usage)?.prompt_tokens
  const usage =
    typeof tokens === 'number' ? { usageMetadata: { promptTokenCount: tokens, totalTokenCount: tokens } } : {}
  const isBatch = isBatchEmbedding(request) || Array.isArray(request.input)
  return isBatch ? { embeddings, ...usage } : { embedding: embeddings[0] ?? { values: [] }, ...usage }
}

/** Reads a vector in either of OpenAI's two encodings. */
export function readVector(value: JsonValue | undefined): JsonValue[] {
  if (typeof value !== 'string') return asArray(value) ?? []
  const bytes = Buffer.from(value, 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(index * 4))
}

/** Google's task types for the input types of other vendors. */
const TASK_TYPES: ReadonlyMap<string, string> = new Map([
  ['search_query', 'RETRIEVAL_QUERY'],
  ['search_document', 'RETRIEVAL_DOCUMENT'],
  ['classification', 'CLASSIFICATION'],
  ['clustering', 'CLUSTERING'],
])

/** Members that are read separately, or do not affect the vectors. */
const ACCOUNTED: ReadonlySet<string> = new Set([
  'model',
  'input',
  'dimensions',
  'task_type',
  'input_type',
  'title',
  // Applied when the answer is encoded; Cohere's clients name several types.
  'encoding_format',
  'embedding_types',
  // The end user does not affect a vector.
  'user',
])

/** Upstream side: encodes a batch. @throws AppError `translation_unsupported` */
function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  for (const [name, value] of Object.entries(request))
    if (value !== null && !ACCOUNTED.has(name)) losses.add(name)
  const { input, dimensions } = request
  const texts = typeof input === 'string' ? [input] : (asArray(input) ?? [])
  if (texts.length > BATCH_MAX) return losses.refuse('input', textsAtMost(BATCH_MAX))
  const taskType = asText(request.task_type) ?? readInputType(request, losses)
  const title = asText(request.title)
  const model = `models/${String(request.model ?? '').replace(/^models\//, '')}`
  return {
    requests: texts.map((text) => {
      if (typeof text !== 'string') return losses.refuse('input', refusals.embedsTexts)
      return {
        model,
        content: { parts: [{ text }] },
        ...(taskType !== undefined && { taskType }),
        ...(title !== undefined && { title }),
        ...(typeof dimensions === 'number' && { outputDimensionality: dimensions }),
      }
    }),
  }
}

function readInputType(request: JsonObject, losses: Losses): string | undefined {
  const inputType = asText(request.input_type)
  if (inputType === undefined) return undefined
  const taskType = TASK_TYPES.get(inputType)
  if (taskType === undefined) losses.add('input_type')
  return taskType
}

/** Upstream side: decodes an answer. The developer API states no usage; the newest models of Vertex AI do. */
function decodeAnswer(document: JsonValue, request: JsonObject): JsonObject {
  const usage = readGeminiUsage(document)
  const tokens = usage.kind === 'stated' ? usage.usage.inputTokens : undefined
  return {
    object: 'list',
    data: vectorsOf(document).map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: request.encoding_format === 'base64' ? toBase64(vector) : vector,
    })),
    model: request.model ?? '',
    ...(tokens !== undefined && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  }
}

/** Encodes a vector as 32-bit floats, little-endian, as OpenAI does. */
function toBase64(vector: JsonValue): string {
  const numbers = (asArray(vector) ?? []).map(Number)
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, value] of numbers.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
