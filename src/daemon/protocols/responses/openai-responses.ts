import { lostOf } from '../conversation/lost-in-answer.ts'
import { readFailure } from '../openai/failure.ts'
import { hasHostedTool, namesFile } from '../outside-context.ts'
import type { Codec, JsonObject } from '../types.ts'
import { askSummary, asksCompaction } from './ask-summary.ts'
import { decodeAnswer } from './decode-answer.ts'
import { decodeRequest } from './decode-request.ts'
import { decodeStream } from './decode-stream.ts'
import { readDisguisedFailure } from './disguised-failure.ts'
import { encodeAnswer } from './encode-answer.ts'
import { encodeRequest } from './encode-request.ts'
import { encodeStream } from './encode-stream.ts'
import { responsesErrors } from './error-body.ts'
import { classifyResponsesEvent, finishesResponse, mayStateResponseUsage } from './event-type.ts'
import { readResponseOutput } from './read-output.ts'
import { readRequest } from './read-request.ts'
import { readStoredUse } from './read-stored-use.ts'
import { readTexts } from './read-texts.ts'
import { readResponseUsage } from './read-usage.ts'
import { readMadeStates, readStates } from './states.ts'

const extendsPrompt = (body: JsonObject): boolean => readStoredUse(body) !== undefined || hasHostedTool(body)

/**
 * OpenAI Responses, `POST /v1/responses`.
 *
 * Its last event (`response.completed`, `response.incomplete`) is the terminator and states the usage. No `[DONE]`
 * follows, except at vendors that add it.
 */
export const openaiResponses: Codec = {
  id: 'openai-responses',
  operation: 'responses',
  path: '/v1/responses',
  readRequest,
  readTexts,
  readsOutside: (body) => extendsPrompt(body) || namesFile(body.input),
  extendsPrompt,
  readStates,
  readMadeStates,
  readUsage: readResponseUsage,
  readOutput: readResponseOutput,
  readDisguisedFailure,
  classify: classifyResponsesEvent,
  finishesChoice: finishesResponse,
  mayStateUsage: mayStateResponseUsage,
  readFailure,
  errors: responsesErrors,
  terminator: '',
  needsOwnProtocol: (body) => readStoredUse(body) !== undefined,
  client: {
    decodeRequest: (body, losses) =>
      asksCompaction(body) ? askSummary(body, losses) : decodeRequest(body, losses),
    encodeAnswer,
    encodeStream,
    lostInAnswer: lostOf('stop_sequence'),
  },
  upstream: {
    // OpenAI: letters, digits, underscores and dashes.
    toolNames: { charsMax: 64, unfit: /[^\w-]/g },
    encodeRequest,
    decodeAnswer,
    decodeStream,
  },
}
