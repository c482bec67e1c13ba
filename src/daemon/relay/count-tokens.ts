import { anthropicMessages } from '../protocols/anthropic/index.ts'
import { geminiGenerate } from '../protocols/gemini/index.ts'
import { asObject } from '../protocols/json-access.ts'
import { openaiResponses } from '../protocols/responses/index.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'
import { checkModel, type Entered } from './admit/admit.ts'
import { countPromptOf } from './admit/estimate.ts'
import { parseJsonBody } from './admit/parse-body.ts'

/** The operations whose clients can ask how many tokens a request has. */
export type Counted = 'messages' | 'responses' | 'generate'

const CODECS: Readonly<Record<Counted, Codec>> = {
  messages: anthropicMessages,
  responses: openaiResponses,
  generate: geminiGenerate,
}

/**
 * Estimates the tokens of a request with a tokenizer of the gateway, and answers in the request's protocol. Counts
 * against the limits of its token like any request; costs nothing and leaves no log row.
 *
 * @param pathModel the model in the path; wins over the body
 * @throws AppError `token_model_forbidden`, `invalid_json`
 */
export async function countTokens(
  counted: Counted,
  bytes: unknown,
  pathModel: string | undefined,
  { caller, noteStatus }: Entered,
): Promise<JsonObject> {
  const { body: given } = await parseJsonBody(Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0))
  const model = pathModel ?? (typeof given.model === 'string' ? given.model : '')
  checkModel(caller, model)
  const body = counted === 'generate' ? (asObject(given.generateContentRequest) ?? given) : given
  const tokens = await countPromptOf(CODECS[counted], model, body)
  noteStatus(200)
  switch (counted) {
    case 'messages':
      return { input_tokens: tokens }
    case 'responses':
      return { object: 'response.input_tokens', input_tokens: tokens }
    case 'generate':
      return { totalTokens: tokens, promptTokensDetails: [{ modality: 'TEXT', tokenCount: tokens }] }
  }
}
