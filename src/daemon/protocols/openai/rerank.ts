import { asArray, asObject, asText } from '../json-access.ts'
import type {
  Codec,
  JsonObject,
  JsonValue,
  OutputFacts,
  RequestFacts,
  RequestTexts,
  UsageReading,
} from '../types.ts'
import { NO_USAGE } from '../usage.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { invalid, readFlag, readInteger, readModel } from './request-checks.ts'
import { classifyOpenAiEvent, finishesOpenAiChoice, OPENAI_TERMINATOR } from './stream.ts'
import { readInputUsage } from './usage.ts'

/** The limit of the largest vendor. */
const DOCUMENTS_MAX = 10_000

/**
 * Rerank, `POST /v1/rerank`. In Jina's form, not OpenAI's, which Cohere's first version, SiliconFlow, Xinference and
 * similar gateways share. Never streamed.
 */
export const openaiRerank: Codec = {
  id: 'openai-rerank',
  operation: 'rerank',
  path: '/v1/rerank',
  readRequest,
  readTexts,
  readUsage: readRerankUsage,
  readOutput,
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'results'),
  classify: classifyOpenAiEvent,
  finishesChoice: finishesOpenAiChoice,
  readFailure,
  errors: openaiErrors,
  terminator: OPENAI_TERMINATOR,
  form: {},
}

function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  if (textOf(body.query) === undefined && asObject(body.query) === undefined)
    throw invalid('query', 'missing')
  const attachments = readDocuments(body)
  readInteger(body, 'top_n', 1, Number.MAX_SAFE_INTEGER)
  readFlag(body, 'return_documents')
  return {
    model,
    isStream: false,
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments,
  }
}

/** @returns the number of documents that are not text, such as images */
function readDocuments(body: JsonObject): number {
  const { documents } = body
  if (documents === undefined || documents === null) throw invalid('documents', 'missing')
  const list = asArray(documents)
  if (!list) throw invalid('documents', 'notArray')
  if (list.length === 0) throw invalid('documents', 'empty')
  if (list.length > DOCUMENTS_MAX)
    throw invalid('documents', 'tooMany', { count: list.length, max: DOCUMENTS_MAX })
  let attachments = 0
  for (const [index, each] of list.entries()) {
    if (typeof each === 'string') continue
    if (!asObject(each)) throw invalid(`documents[${index}]`, 'notStringOrObject')
    if (textOf(each) === undefined) attachments += 1
  }
  return attachments
}

function readTexts(body: JsonObject): RequestTexts {
  return {
    system: '',
    context: (asArray(body.documents) ?? []).map((each) => textOf(each) ?? '').join('\n'),
    input: textOf(body.query) ?? '',
  }
}

/** Returns the text of a string, or of an object with a text. */
const textOf = (value: JsonValue | undefined): string | undefined =>
  asText(value) ?? asText(asObject(value)?.text)

/**
 * Reads the tokens of `usage` (Jina, DashScope), of `meta.tokens` (Cohere's newer models, SiliconFlow) or of
 * `meta.billed_units`. Cohere's search units are not tokens; then the gateway counts the input.
 */
function readRerankUsage(document: JsonValue): UsageReading {
  const reading = readInputUsage(document)
  if (reading.kind !== 'none') return reading
  const meta = asObject(asObject(document)?.meta)
  for (const place of [meta?.tokens, meta?.billed_units]) {
    const input = asObject(place)?.input_tokens
    if (typeof input !== 'number' || input === 0) continue
    if (!Number.isSafeInteger(input) || input < 0)
      return { kind: 'invalid', reason: `input_tokens is ${input}` }
    return { kind: 'stated', usage: { ...NO_USAGE, inputTokens: input } }
  }
  return { kind: 'none' }
}

function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const results = asArray(body?.results) ?? asArray(body?.data)
  return { text: '', hiddenText: '', hasOutput: (results?.length ?? 0) > 0 }
}
