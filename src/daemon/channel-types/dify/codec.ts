import { asObject, asText } from '../../protocols/json-access.ts'
import { openaiErrors } from '../../protocols/openai/error-body.ts'
import { readFailure, readFailureDocument } from '../../protocols/openai/failure.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, JsonValue, OutputFacts, UpstreamFailure } from '../../protocols/types.ts'
import { decodeDifyAnswer, decodeDifyStream, readDifyFailure, readDifyUsage } from './decode-chat.ts'
import { decodeWorkflowAnswer, decodeWorkflowStream, readWorkflowText } from './decode-workflow.ts'
import { encodeDifyInputs, encodeDifyRequest } from './encode-chat.ts'

/** Frames that may mark the end of a stream. Only these are parsed to find out. */
const ENDS = /"event"\s*:\s*"message_end"/
const MAY_FAIL = /"event"\s*:\s*"(?:error|workflow_finished|workflow_paused|human_input_required)"/

/** Codec of Dify's chatflows and agents, `POST /v1/chat-messages`. */
export const difyChat: Codec = {
  id: 'dify-chat',
  operation: 'chat',
  path: '/v1/chat-messages',
  // No client speaks this format; these two only complete the codec.
  readRequest: openaiChat.readRequest,
  readTexts: (body) => ({ system: '', context: '', input: asText(body.query) ?? '' }),
  readUsage: readDifyUsage,
  readOutput,
  readDisguisedFailure,
  classify: (data) => {
    if (data === '') return 'comment'
    if (ENDS.test(data)) return 'terminator'
    if (!MAY_FAIL.test(data)) return 'content'
    const event = asObject(parseJson(data))
    return event && readDifyFailure(event) ? 'error' : 'content'
  },
  finishesChoice: (data) => ENDS.test(data),
  readFailure,
  errors: openaiErrors,
  terminator: '',
  takesOutputCap: false,
  upstream: {
    encodeRequest: encodeDifyRequest,
    decodeAnswer: decodeDifyAnswer,
    decodeStream: decodeDifyStream,
  },
}

/** Codec of Dify's text generators, `POST /v1/completion-messages`, which have inputs instead of a conversation. */
export const difyCompletion: Codec = {
  ...difyChat,
  id: 'dify-completion',
  path: '/v1/completion-messages',
  upstream: {
    encodeRequest: encodeDifyInputs,
    decodeAnswer: decodeDifyAnswer,
    decodeStream: decodeDifyStream,
  },
}

/** The end of a workflow, which contains its results. */
const WORKFLOW_ENDS = /"event"\s*:\s*"workflow_finished"/

/**
 * Codec of Dify's workflows, `POST /v1/workflows/run`. They state only the sum of tokens, so Tollgate counts prompt and answer.
 *
 * @see https://docs.dify.ai/api-reference/workflow-runs/run-workflow
 */
export const difyWorkflow: Codec = {
  ...difyChat,
  id: 'dify-workflow',
  path: '/v1/workflows/run',
  readUsage: () => ({ kind: 'none' }),
  readOutput: (document) => {
    const text = readWorkflowText(asObject(document) ?? {}) ?? ''
    return { text, hiddenText: '', hasOutput: text !== '' }
  },
  readDisguisedFailure: (document) => {
    const body = asObject(document)
    const failed =
      body && readDifyFailure(body.event === undefined ? { ...body, event: 'workflow_finished' } : body)
    if (failed) return failed
    return body?.event !== undefined || body?.data !== undefined ? undefined : readFailureDocument(document)
  },
  classify: (data) => {
    if (data === '') return 'comment'
    if (!MAY_FAIL.test(data)) return 'content'
    const event = asObject(parseJson(data))
    if (event && readDifyFailure(event)) return 'error'
    return WORKFLOW_ENDS.test(data) ? 'terminator' : 'content'
  },
  finishesChoice: (data) => WORKFLOW_ENDS.test(data),
  upstream: {
    encodeRequest: encodeDifyInputs,
    decodeAnswer: decodeWorkflowAnswer,
    decodeStream: decodeWorkflowStream,
  },
}

/** Reads the text, which is in the same place in answers and events. */
function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const text = asText(body?.answer) ?? ''
  const hiddenText = body?.event === 'reasoning_chunk' ? (asText(asObject(body.data)?.reasoning) ?? '') : ''
  const hasFile = body?.event === 'message_file' && body.belongs_to !== 'user'
  return { text, hiddenText, hasOutput: text !== '' || hiddenText !== '' || hasFile }
}

function readDisguisedFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  const failed = body && readDifyFailure(body)
  if (failed) return failed
  return body?.event !== undefined || body?.answer !== undefined ? undefined : readFailureDocument(document)
}
