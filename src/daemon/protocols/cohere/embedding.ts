import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { readDisguisedFailure } from '../openai/failure.ts'
import { openaiEmbedding } from '../openai/index.ts'
import { invalid } from '../openai/request-checks.ts'
import { readTextInput } from '../openai/text-input.ts'
import type { Codec, JsonObject, JsonValue, RequestFacts } from '../types.ts'
import { cohereErrors } from './errors.ts'
import { readCohereUsage } from './usage.ts'

/**
 * The client side of Cohere's embeddings, `POST /v2/embed`.
 *
 * @see https://docs.cohere.com/reference/embed (read 2026-08-20)
 */
export const cohereEmbedding: Codec = {
  ...openaiEmbedding,
  id: 'cohere-embedding',
  path: '/v2/embed',
  errors: cohereErrors,
  readRequest,
  readTexts: (body) => ({ system: '', context: '', input: readInputs(body).texts.join('\n') }),
  readUsage: readCohereUsage,
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: hasVectors(document) }),
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'embeddings'),
  form: { decodeRequest, encodeAnswer },
}

/** Reads the inputs: texts, images as links, or inputs that mix both. @throws AppError `invalid_request` */
function readInputs(body: JsonObject) {
  const { texts, images, inputs } = body
  if (asArray(inputs)) return readTextInput(partsOf(inputs), 'inputs')
  if (asArray(images)) return { texts: [], tokenIds: 0, count: 1, attachments: asArray(images)?.length ?? 0 }
  return readTextInput(texts, 'texts')
}

const partsOf = (inputs: JsonValue | undefined): JsonValue =>
  objectsOf(inputs).flatMap(({ content }) => objectsOf(content))

function readRequest(body: JsonObject): RequestFacts {
  const { attachments } = readInputs(body)
  const types = asArray(body.embedding_types) ?? []
  if (types.some((each) => typeof each !== 'string')) throw invalid('embedding_types', 'notStrings')
  const { model = null, output_dimension: dimensions = null } = body
  return { ...openaiEmbedding.readRequest({ model, input: 'x', dimensions }), attachments }
}

/**
 * Decodes a request to the neutral form, which is OpenAI's. The gateway can only encode floats and their base64; other
 * number types need the vendor.
 */
function decodeRequest(body: JsonObject): JsonObject {
  const { model = '', texts, inputs, images, output_dimension: dimensions, input_type: purpose } = body
  const types = asArray(body.embedding_types) ?? ['float']
  if (types.some((each) => each !== 'float' && each !== 'base64'))
    throw invalid('embedding_types', 'otherVectors')
  const others = objectsOf(partsOf(inputs)).some((part) => asText(part.text) === undefined)
  if (asArray(images) || others) throw invalid('images', 'embedsTexts')
  return {
    model,
    input: asArray(inputs) ? objectsOf(partsOf(inputs)).map(({ text }) => text ?? '') : (texts ?? []),
    ...(typeof dimensions === 'number' && { dimensions }),
    // OpenAI's models have no input type; models that have one expect it under this name.
    ...(asText(purpose) !== undefined && KNOWS_PURPOSE.test(String(model)) && { input_type: purpose }),
    embedding_types: types,
  }
}

const KNOWS_PURPOSE = /embed-|gemini|cohere/i

function encodeAnswer(document: JsonObject, request: JsonObject): JsonObject {
  const vectors = objectsOf(document.data).map(({ embedding }) => embedding ?? [])
  const types = asArray(request.embedding_types) ?? ['float']
  const tokens = asObject(document.usage)?.prompt_tokens
  return {
    id: asText(document.id) ?? '',
    embeddings: {
      ...(types.includes('float') && { float: vectors }),
      ...(types.includes('base64') && { base64: vectors.map(toBase64) }),
    },
    texts: request.input ?? [],
    meta: {
      api_version: { version: '2' },
      ...(typeof tokens === 'number' && { billed_units: { input_tokens: tokens } }),
    },
    response_type: 'embeddings_by_type',
  }
}

/** Encodes a vector as 32-bit floats, little-endian. */
function toBase64(vector: JsonValue): string {
  const numbers = (asArray(vector) ?? []).map(Number)
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [index, value] of numbers.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}

/** Returns the vectors, which are grouped by number type; the older API returned a plain list. */
export function vectorsOf(document: JsonValue): JsonValue[] | undefined {
  const embeddings = asObject(document)?.embeddings
  const vectors = asArray(embeddings) ?? asArray(asObject(embeddings)?.float)
  return vectors && vectors.length > 0 ? vectors : undefined
}

/** Whether an answer has vectors, of any number type that the client may have asked for. */
function hasVectors(document: JsonValue): boolean {
  if (vectorsOf(document)) return true
  const byType = asObject(asObject(document)?.embeddings) ?? {}
  return Object.values(byType).some((each) => (asArray(each)?.length ?? 0) > 0)
}
