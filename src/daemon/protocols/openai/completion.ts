import { asObject, asText, objectsOf } from '../json-access.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestFacts, RequestTexts } from '../types.ts'
import { readChatOutput } from './chat.ts'
import { toCompletionChunks } from './chunks.ts'
import { completionClient } from './completion-client.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { checkFieldTypes, REQUEST_BOUNDS, readInteger, readModel, readStreaming } from './request-checks.ts'
import { classifyOpenAiEvent, finishesOpenAiChoice, OPENAI_TERMINATOR } from './stream.ts'
import { readTextInput } from './text-input.ts'
import { readOpenAiUsage } from './usage.ts'

/** OpenAI Completions, `POST /v1/completions`: free text, also fill-in-the-middle with `suffix`. */
export const openaiCompletion: Codec = {
  id: 'openai-completion',
  operation: 'completion',
  path: '/v1/completions',
  readRequest,
  readTexts,
  readUsage: readOpenAiUsage,
  readOutput,
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'choices'),
  classify: classifyOpenAiEvent,
  finishesChoice: finishesOpenAiChoice,
  readFailure,
  errors: openaiErrors,
  terminator: OPENAI_TERMINATOR,
  toChunks: toCompletionChunks,
  client: completionClient,
}

function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  const prompt = readTextInput(body.prompt, 'prompt')
  checkFieldTypes(body)
  const choices = readInteger(body, 'n', 1, REQUEST_BOUNDS.choicesMax) ?? 1
  const candidates = readInteger(body, 'best_of', 1, REQUEST_BOUNDS.choicesMax) ?? 1
  // Zero is useful: with `echo` and `logprobs` it scores the prompt.
  const cap = readInteger(body, 'max_tokens', 0, REQUEST_BOUNDS.outputTokensMax)
  // Each prompt is completed `max(n, best_of)` times, and discarded candidates are billed like the others.
  const completions = Math.max(choices, candidates) * prompt.count
  return {
    model,
    ...readStreaming(body),
    outputTokensCap: cap === undefined ? undefined : cap * completions,
    ...(completions > 1 && { choices: completions }),
    reasoningEffort: undefined,
    attachments: prompt.attachments,
    ...(prompt.tokenIds > 0 && { tokenIds: prompt.tokenIds }),
  }
}

function readTexts(body: JsonObject): RequestTexts {
  const { texts } = readTextInput(body.prompt, 'prompt')
  return { system: '', context: asText(body.suffix) ?? '', input: texts.join('\n') }
}

function readOutput(document: JsonValue): OutputFacts {
  // Mistral's fill-in-the-middle and some relays answer in the form of chat.
  let { text, hiddenText, hasOutput } = readChatOutput(document)
  for (const choice of objectsOf(asObject(document)?.choices)) {
    text += asText(choice.text) ?? ''
    hiddenText += asText(choice.reasoning_content) ?? ''
  }
  hasOutput ||= text !== '' || hiddenText !== ''
  return { text, hiddenText, hasOutput }
}
