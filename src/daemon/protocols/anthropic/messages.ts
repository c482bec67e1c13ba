import { lostOf } from '../conversation/lost-in-answer.ts'
import { hasHostedTool, namesFile } from '../outside-context.ts'
import type { Codec, JsonObject, JsonValue } from '../types.ts'
import { decodeAnswer, encodeAnswer } from './answer.ts'
import { anthropicErrors, bedrockErrors } from './errors.ts'
import { readAnthropicDisguisedFailure, readAnthropicFailure } from './failure.ts'
import { readMessagesOutput } from './output.ts'
import { decodeRequest } from './request-decoder.ts'
import { encodeRequest } from './request-encoder.ts'
import { readMessagesRequest } from './request-facts.ts'
import { readMadeStates, readStates } from './states.ts'
import {
  ANTHROPIC_PING,
  ANTHROPIC_TERMINATOR,
  classifyAnthropicEvent,
  finishesAnthropicMessage,
} from './stream.ts'
import { MessagesStreamDecoder } from './stream-decoder.ts'
import { MessagesStreamEncoder } from './stream-encoder.ts'
import { readMessagesTexts } from './texts.ts'
import { continuesThread } from './threads.ts'
import { mayStateAnthropicUsage, readAnthropicStreamUsage, readAnthropicUsage } from './usage.ts'

const isPresent = (value: JsonValue | undefined): boolean => value !== undefined && value !== null

const extendsPrompt = (body: JsonObject): boolean =>
  hasHostedTool(body) || continuesThread(body) || isPresent(body.mcp_servers) || isPresent(body.container)

/** Anthropic Messages, `POST /v1/messages`, including Bedrock's and Vertex AI's variants. */
export const anthropicMessages: Codec = {
  id: 'anthropic-messages',
  operation: 'messages',
  path: '/v1/messages',
  readRequest: readMessagesRequest,
  readTexts: readMessagesTexts,
  readsOutside: (body) => extendsPrompt(body) || namesFile(body.messages),
  extendsPrompt,
  needsOwnProtocol: continuesThread,
  readStates,
  readMadeStates,
  readUsage: readAnthropicUsage,
  mayStateUsage: mayStateAnthropicUsage,
  readStreamUsage: readAnthropicStreamUsage,
  readOutput: readMessagesOutput,
  readDisguisedFailure: readAnthropicDisguisedFailure,
  classify: classifyAnthropicEvent,
  finishesChoice: finishesAnthropicMessage,
  readFailure: readAnthropicFailure,
  errors: anthropicErrors,
  terminator: ANTHROPIC_TERMINATOR,
  ping: ANTHROPIC_PING,
  client: {
    decodeRequest,
    encodeAnswer,
    encodeStream: (context) => new MessagesStreamEncoder(context),
    lostInAnswer: lostOf('logprobs', 'refusal', 'images'),
  },
  upstream: {
    // Anthropic: `^[a-zA-Z0-9_-]{1,128}$`.
    toolNames: { charsMax: 128, unfit: /[^\w-]/g },
    encodeRequest,
    decodeAnswer,
    decodeStream: () => new MessagesStreamDecoder(),
  },
}

/** The Messages API for clients of Amazon Bedrock, which expect errors in another form. */
export const bedrockMessages: Codec = { ...anthropicMessages, errors: bedrockErrors }
