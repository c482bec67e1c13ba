import { asArray, asObject } from '../json-access.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestFacts } from '../types.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { checkFieldTypes, readModel } from './request-checks.ts'
import { classifyOpenAiEvent, finishesOpenAiChoice, OPENAI_TERMINATOR } from './stream.ts'
import { readTextInput } from './text-input.ts'
import { readInputUsage } from './usage.ts'

/** OpenAI's default when a request names no model. */
const DEFAULT_MODERATION_MODEL = 'omni-moderation-latest'

/** OpenAI Moderations, `POST /v1/moderations`. Never streamed; OpenAI states no usage, Mistral does. */
export const openaiModeration: Codec = {
  id: 'openai-moderation',
  operation: 'moderation',
  path: '/v1/moderations',
  readRequest,
  readTexts: (body) => ({
    system: '',
    context: '',
    input: readTextInput(body.input, 'input').texts.join('\n'),
  }),
  readUsage: readInputUsage,
  readOutput,
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'results'),
  classify: classifyOpenAiEvent,
  finishesChoice: finishesOpenAiChoice,
  readFailure,
  errors: openaiErrors,
  terminator: OPENAI_TERMINATOR,
}

function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body, DEFAULT_MODERATION_MODEL)
  const input = readTextInput(body.input, 'input')
  checkFieldTypes(body)
  return {
    model,
    isStream: false,
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments: input.attachments,
  }
}

function readOutput(document: JsonValue): OutputFacts {
  return { text: '', hiddenText: '', hasOutput: (asArray(asObject(document)?.results)?.length ?? 0) > 0 }
}
