import { refusals } from '../../errors/refusals.ts'
import type { AnswerContext, ClientConversation, Losses, StreamEncoder } from '../conversation/codec.ts'
import type {
  ConversationAnswer,
  ConversationEvent,
  ConversationRequest,
  FinishReason,
} from '../conversation/types.ts'
import { asArray, asText } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import type { Usage } from '../usage.ts'
import { writeCompletionFinish } from './chat-finish.ts'
import { decodeSampling } from './chat-request-decoder.ts'
import { encodeOpenAiUsage } from './chat-usage.ts'
import { OPENAI_TERMINATOR } from './stream.ts'

/** Completions for chat models: the prompt becomes a user message, the answer becomes the text. */
export const completionClient: ClientConversation = { decodeRequest, encodeAnswer, encodeStream }

const CARRIED: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'stream',
  'max_tokens',
  'temperature',
  'top_p',
  'top_k',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'stop',
  'n',
  'user',
  // Read by the relay.
  'stream_options',
])

function decodeRequest(body: JsonObject, losses: Losses): ConversationRequest {
  refuseTextOnlyMembers(body, losses)
  for (const [member, value] of Object.entries(body))
    if (value !== null && !CARRIED.has(member) && !isWithoutEffect(member, value)) losses.add(member)
  const user = asText(body.user)
  return {
    model: asText(body.model) ?? '',
    isStream: body.stream === true,
    turns: [{ role: 'user', parts: [{ kind: 'text', text: readPrompt(body.prompt, losses) }] }],
    tools: [],
    ...decodeSampling({ ...body, logprobs: null }),
    ...(user !== undefined && { user }),
  }
}

/** Refuses options that only models for text continuation support. */
function refuseTextOnlyMembers(body: JsonObject, losses: Losses): void {
  const { suffix, echo, best_of, logprobs, n } = body
  if (asText(suffix) !== undefined) losses.refuse('suffix', refusals.noInfill)
  if (echo === true) losses.refuse('echo', refusals.noEcho)
  if (typeof best_of === 'number' && best_of > 1) losses.refuse('best_of', refusals.oneAnswer)
  if (typeof n === 'number' && n > 1) losses.refuse('n', refusals.oneAnswer)
  if (typeof logprobs === 'number') losses.refuse('logprobs', refusals.noCompletionLogprobs)
}

const isWithoutEffect = (member: string, value: JsonValue): boolean =>
  ['suffix', 'echo', 'best_of', 'logprobs'].includes(member) ||
  (member === 'logit_bias' && JSON.stringify(value) === '{}')

/** Returns the prompt: one text, plain or as the only element of a list. */
function readPrompt(prompt: JsonValue | undefined, losses: Losses): string {
  const [first, ...others] = asArray(prompt) ?? [prompt ?? '']
  if (others.length > 0) losses.refuse('prompt', refusals.oneText)
  if (typeof first !== 'string') return losses.refuse('prompt', refusals.noTokenIds)
  return first
}

const head = ({ requestId, created, model }: AnswerContext): JsonObject => ({
  id: `cmpl-${requestId}`,
  object: 'text_completion',
  created,
  model,
  system_fingerprint: null,
})

const toChoice = (text: string, finish: FinishReason | undefined): JsonObject => ({
  text,
  index: 0,
  logprobs: null,
  finish_reason: finish === undefined ? null : writeCompletionFinish(finish),
})

function encodeAnswer({ parts, finish, usage }: ConversationAnswer, context: AnswerContext): JsonObject {
  const text = parts
    .map((part) => (part.kind === 'text' || part.kind === 'refusal' ? part.text : ''))
    .join('')
  return {
    ...head(context),
    choices: [toChoice(text, finish)],
    ...(usage && { usage: encodeOpenAiUsage(usage) }),
  }
}

function encodeStream(context: AnswerContext): StreamEncoder {
  const common = head(context)
  const unknownUsage = context.wantsStreamUsage ? { usage: null } : {}
  let finish: FinishReason = 'stop'
  let usage: Usage | undefined

  const write = (text: string, reason?: FinishReason): string =>
    writeEvent({ ...common, choices: [toChoice(text, reason)], ...unknownUsage })

  const encode = (event: ConversationEvent): string => {
    if (event.kind === 'usage') usage = event.usage
    if (event.kind === 'finish') finish = event.reason
    const isSaid = (event.kind === 'text' || event.kind === 'refusal') && event.text !== ''
    return isSaid ? write(event.text) : ''
  }

  return {
    push: (events) => events.map(encode).join(''),
    end: () => {
      const stated =
        context.wantsStreamUsage && usage
          ? writeEvent({ ...common, choices: [], usage: encodeOpenAiUsage(usage) })
          : ''
      return write('', finish) + stated + OPENAI_TERMINATOR
    },
  }
}

const writeEvent = (document: JsonObject): string => `data: ${JSON.stringify(document)}\n\n`
