import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { anthropicMessages } from '../protocols/anthropic/index.ts'
import { geminiGenerate } from '../protocols/gemini/index.ts'
import { asObject } from '../protocols/json-access.ts'
import { parseJson } from '../protocols/parse-json.ts'
import { openaiResponses } from '../protocols/responses/index.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'
import { type CheckTokenDeps, checkModel, checkToken, checkUser } from './admit/admit.ts'
import { countPromptOf } from './admit/estimate.ts'
import { type IdentifyDeps, identify, readKey } from './admit/identify.ts'
import { decodeRequestBody } from './inbound/request-body.ts'

export interface CountTokensDeps extends IdentifyDeps, CheckTokenDeps {
  readonly bodyBytesMax: number
}

type Counted = 'messages' | 'responses' | 'generate'

const CODECS: Readonly<Record<Counted, Codec>> = {
  messages: anthropicMessages,
  responses: openaiResponses,
  generate: geminiGenerate,
}

/**
 * How many tokens a request would have, in the answer of its protocol: an estimate made here, with a tokenizer. Needs a
 * valid token; costs nothing and leaves no log row.
 *
 * @throws AppError `token_…`, `invalid_json`
 */
export async function countTokens(
  request: FastifyRequest,
  operation: Counted,
  deps: CountTokensDeps,
): Promise<JsonObject> {
  const { key: queryKey } = request.query as Record<string, string>
  const key = readKey(request.headers, operation === 'generate' ? queryKey : undefined)
  const { caller } = await identify(key, deps.callers)
  checkToken(caller, deps)
  checkUser(caller)
  const bytes = await decodeRequestBody(request.body, request.headers, deps.bodyBytesMax)
  const given = asObject(parseJson(bytes.toString('utf8')))
  if (!given) throw new AppError('invalid_json', { values: { reason: 'the body must be a JSON object' } })
  const model = readModelName(request, given)
  if (model !== '') checkModel(caller, model)
  const body = operation === 'generate' ? (asObject(given.generateContentRequest) ?? given) : given
  const tokens = await countPromptOf(CODECS[operation], model, body)
  switch (operation) {
    case 'messages':
      return { input_tokens: tokens }
    case 'responses':
      return { object: 'response.input_tokens', input_tokens: tokens }
    case 'generate':
      return { totalTokens: tokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }] }
  }
}

function readModelName(request: FastifyRequest, body: JsonObject): string {
  if (typeof body.model === 'string') return body.model
  const path = (request.params as { '*'?: string })['*'] ?? ''
  return path.replace(/:[^:]*$/, '')
}
