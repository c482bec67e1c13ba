import { asArray, asObject } from '../json-access.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestFacts } from '../types.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { checkFieldTypes, readInteger, readModel } from './request-checks.ts'
import { classifyOpenAiEvent, finishesOpenAiChoice, OPENAI_TERMINATOR } from './stream.ts'
import { readTextInput } from './text-input.ts'
import { readInputUsage } from './usage.ts'

/** Limit for the dimensions; the largest models have a few thousand. */
const DIMENSIONS_MAX = 1_000_000

/** OpenAI Embeddings, `POST /v1/embeddings`. Never streamed. */
export const openaiEmbedding: Codec = {
  id: 'openai-embedding',
  operation: 'embedding',
  path: '/v1/embeddings',
  readRequest,
  readTexts: (body) => ({
    system: '',
    context: '',
    input: readTextInput(body.input, 'input').texts.join('\n'),
  }),
  readUsage: readInputUsage,
  readOutput,
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'data'),
  classify: classifyOpenAiEvent,
  finishesChoice: finishesOpenAiChoice,
  readFailure,
  errors: openaiErrors,
  terminator: OPENAI_TERMINATOR,
}

function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  const input = readTextInput(body.input, 'input')
  readInteger(body, 'dimensions', 1, DIMENSIONS_MAX)
  checkFieldTypes(body)
  return {
    model,
    isStream: false,
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments: input.attachments,
    ...(input.tokenIds > 0 && { tokenIds: input.tokenIds }),
  }
}

/** Reads the output. `data` is a list, or an object if a multimodal model makes a single vector of all inputs. */
function readOutput(document: JsonValue): OutputFacts {
  const data = asObject(document)?.data
  const hasOutput = (asArray(data)?.length ?? 0) > 0 || asObject(data)?.embedding !== undefined
  return { text: '', hiddenText: '', hasOutput }
}
