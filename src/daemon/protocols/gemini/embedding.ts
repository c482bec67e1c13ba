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

/** Requests that one call may hold. */
const BATCH_MAX = 100

/**
 * Google's embeddings as a client asks for one: `embedContent`. As an upstream it is always asked for a batch, because the
 * batch of one gives the same vector and the address of a call does not depend on its body then.
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
 * The same for `batchEmbedContents`: its own codec, because neither takes the other's body. A channel type that is called
 * at `batchEmbedContents` serves this one; `embedContent` is translated for it then.
 */
export const geminiBatchEmbedding: Codec = {
  ...geminiEmbedding,
  id: 'gemini-batch-embedding',
  path: '/v1beta/models/{model}:batchEmbedContents',
}

/** Whether a body is one of `batchEmbedContents`. */
const isBatchEmbedding = (body: JsonObject): boolean => listMember(body, 'requests') !== undefined

const requestsOf = (body: JsonObject): JsonObject[] =>
  isBatchEmbedding(body) ? objectsMember(body, 'requests') : [body]

/** Parts of one content make one vector together. */
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

/** No vector, no entry: an answer whose lists are empty delivers nothing. */
function vectorsOf(document: JsonValue): JsonValue[] {
  const body = asObject(document) ?? {}
  const single = objectMember(body, 'embedding')
  const all = (single ? [single] : objectsMember(body, 'embeddings')).map(
    (each) => asArray(each.values) ?? [],
  )
  return all.some((vector) => vector.length > 0) ? all : []
}

/** Client's half. `task_type` and `title` are kept for upstreams that know them. */
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

/** Client's half. @param request the client's own body or its neutral form: both tell whether it asked for a batch */
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

/** Words of vendors whose models tell queries from documents. */
const TASK_TYPES: ReadonlyMap<string, string> = new Map([
  ['search_query', 'RETRIEVAL_QUERY'],
  ['search_document', 'RETRIEVAL_DOCUMENT'],
  ['classification', 'CLASSIFICATION'],
  ['clustering', 'CLUSTERING'],
])

/** Read below, or without any effect on the vectors. */
const ACCOUNTED: ReadonlySet<string> = new Set([
  'model',
  'input',
  'dimensions',
  'task_type',
  'input_type',
  'title',
  // Written when the answer is read; Cohere's clients name several.
  'encoding_format',
  'embedding_types',
  // Who asks does not matter to a vector.
  'user',
])

/** Upstream's half: a batch. @throws AppError `translation_unsupported` */
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

/** Upstream's half. The developer API states no usage; the newest models of Vertex AI do. */
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

/** 32-bit floats, little-endian, as OpenAI gives them. */
function toBase64(vector: JsonValue): string {
  const numbers = (asArray(vector) ?? []).map(Number)
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, value] of numbers.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
