import { asObject, asText, parseJson } from '../../protocols/json-access.ts'
import { openaiErrors } from '../../protocols/openai/error-body.ts'
import { readFailure, readFailureDocument } from '../../protocols/openai/failure.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import type { Codec, JsonValue, OutputFacts, UpstreamFailure } from '../../protocols/types.ts'
import { decodeDifyAnswer, decodeDifyStream, readDifyFailure, readDifyUsage } from './decode-chat.ts'
import { encodeDifyRequest } from './encode-chat.ts'

/** Frames that may mean the end of it; only these are parsed to be told apart. */
const ENDS = /"event"\s*:\s*"message_end"/
const MAY_FAIL = /"event"\s*:\s*"(?:error|workflow_finished|workflow_paused|human_input_required)"/

/** Dify's applications, `POST /v1/chat-messages`: chatflows and agents. */
export const difyChat: Codec = {
  id: 'dify-chat',
  operation: 'chat',
  path: '/v1/chat-messages',
  // No client speaks it: these two are there for the shape of a codec.
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

/** Answers and events have the text in the same place. */
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
