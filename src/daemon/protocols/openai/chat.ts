import { lostOf } from '../conversation/lost-in-answer.ts'
import { splitEffortSuffix } from '../effort-suffix.ts'
import { asObject, asText, isObject, objectsOf } from '../json-access.ts'
import { readFilesOnly } from '../named-files.ts'
import { asksSearch, hasHostedTool, namesFile } from '../outside-context.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestFacts, RequestTexts } from '../types.ts'
import { decodeChatAnswer } from './chat-answer-decoder.ts'
import { encodeChatAnswer } from './chat-answer-encoder.ts'
import { decodeChatRequest } from './chat-request-decoder.ts'
import { encodeChatRequest } from './chat-request-encoder.ts'
import { decodeChatStream } from './chat-stream-decoder.ts'
import { encodeChatStream } from './chat-stream-encoder.ts'
import { toChatChunks } from './chunks.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import {
  checkFieldTypes,
  invalid,
  REQUEST_BOUNDS,
  readInteger,
  readModel,
  readObjects,
  readStreaming,
} from './request-checks.ts'
import { classifyOpenAiEvent, finishesOpenAiChoice, OPENAI_TERMINATOR } from './stream.ts'
import { readOpenAiUsage } from './usage.ts'

/** OpenAI Chat Completions, `POST /v1/chat/completions`. */
export const openaiChat: Codec = {
  id: 'openai-chat',
  operation: 'chat',
  path: '/v1/chat/completions',
  readRequest,
  readTexts,
  readsOutside: (body) => extendsPrompt(body) || namesFile(body.messages),
  extendsPrompt,
  readStates: ({ messages }) => readFilesOnly(messages),
  readUsage: readOpenAiUsage,
  readOutput: readChatOutput,
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'choices'),
  classify: classifyOpenAiEvent,
  finishesChoice: finishesOpenAiChoice,
  readFailure,
  errors: openaiErrors,
  terminator: OPENAI_TERMINATOR,
  toChunks: toChatChunks,
  client: {
    decodeRequest: decodeChatRequest,
    encodeAnswer: encodeChatAnswer,
    encodeStream: encodeChatStream,
    lostInAnswer: lostOf('stop_sequence'),
  },
  upstream: {
    // OpenAI allows letters, digits, underscores and dashes. Other vendors of this format are no stricter.
    toolNames: { charsMax: 64, unfit: /[^\w-]/g },
    encodeRequest: encodeChatRequest,
    decodeAnswer: decodeChatAnswer,
    decodeStream: decodeChatStream,
  },
}

function extendsPrompt(body: JsonObject): boolean {
  return hasHostedTool(body) || asksSearch(body)
}

function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  const messages = readObjects(body, 'messages', REQUEST_BOUNDS.messagesMax)
  if (messages.length === 0) throw invalid('messages', 'noMessage')
  let media = 0
  messages.forEach((message, index) => {
    media += checkMessage(message, index)
  })
  const tools = readObjects(body, 'tools', REQUEST_BOUNDS.toolsMax).length
  const functions = readObjects(body, 'functions', REQUEST_BOUNDS.toolsMax).length
  checkFieldTypes(body)
  const choices = readInteger(body, 'n', 1, REQUEST_BOUNDS.choicesMax) ?? 1
  const cap = readOutputCap(body)
  const { isStream, wantsStreamUsage } = readStreaming(body)
  return {
    model,
    isStream,
    wantsStreamUsage,
    outputTokensCap: cap === undefined ? undefined : cap * choices,
    choices: choices > 1 ? choices : undefined,
    reasoningEffort:
      splitEffortSuffix(model).effort ??
      asText(body.reasoning_effort) ??
      asText(asObject(body.reasoning)?.effort),
    attachments: media + tools + functions,
    media: media || undefined,
  }
}

/**
 * Returns the larger one if both members are given, because upstreams differ in which one they follow. Zero is no cap:
 * some upstreams take it for their default, the others reject it themselves.
 */
function readOutputCap(body: JsonObject): number | undefined {
  const current = readInteger(body, 'max_completion_tokens', 0, REQUEST_BOUNDS.outputTokensMax) ?? 0
  const former = readInteger(body, 'max_tokens', 0, REQUEST_BOUNDS.outputTokensMax) ?? 0
  return Math.max(current, former) || undefined
}

/** @returns the number of parts in the message that are not text */
function checkMessage(message: JsonObject, index: number): number {
  const field = `messages[${index}]`
  if (!asText(message.role)) throw invalid(`${field}.role`, 'notString')
  const { content } = message
  if (content === undefined || content === null || typeof content === 'string') return 0
  if (!Array.isArray(content)) throw invalid(`${field}.content`, 'notParts')
  let attachments = 0
  for (const [place, part] of content.entries()) {
    const object = asObject(part)
    if (!object && typeof part !== 'string') throw invalid(`${field}.content[${place}]`, 'notObject')
    if (object && !isTextPart(object)) attachments += 1
  }
  return attachments
}

function isTextPart(part: JsonObject): boolean {
  return (
    part.type === 'text' ||
    part.type === 'refusal' ||
    part.type === 'thinking' ||
    typeof part.text === 'string'
  )
}

function readTexts(body: JsonObject): RequestTexts {
  const messages = objectsOf(body.messages)
  const last = messages.findLastIndex((each) => each.role === 'user')
  const system: string[] = []
  const context: string[] = []
  for (const [index, message] of messages.entries()) {
    const text = readContent(message.content)
    if (text === '' || index === last) continue
    if (message.role === 'system' || message.role === 'developer') system.push(text)
    else context.push(text)
  }
  const prediction = readContent(asObject(body.prediction)?.content)
  if (prediction) context.push(prediction)
  return {
    system: system.join('\n'),
    context: context.join('\n'),
    input: readContent(messages[last]?.content),
  }
}

/** Returns the text of a message's content: a string, or the text parts joined by line feeds. */
function readContent(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .flatMap((part) => {
      if (typeof part === 'string') return part
      const object = asObject(part)
      return (object && (asText(object.text) ?? asText(object.refusal))) ?? []
    })
    .join('\n')
}

/** Finish reasons that count as an answer even without text: a retry would end the same way and cost again. */
const TELLING_FINISH_REASONS: ReadonlySet<JsonValue | undefined> = new Set([
  'length',
  'content_filter',
  'model_length',
])

/**
 * Reads the output of a complete answer (`message`) or a chunk (`delta`). Perplexity sends both members in both: in its
 * chunks, `message` repeats all text so far; in its answers, `delta` is empty.
 */
export function readChatOutput(document: JsonValue): OutputFacts {
  let text = ''
  let hiddenText = ''
  let hasOutput = false
  let soundChars = 0
  const body = asObject(document)
  for (const choice of objectsOf(body?.choices)) {
    const delta = asObject(choice.delta)
    const whole = asObject(choice.message)
    const message = body?.object === 'chat.completion' ? (whole ?? delta) : (delta ?? whole)
    if (TELLING_FINISH_REASONS.has(choice.finish_reason)) hasOutput = true
    if (!message) continue
    const visible = readVisible(message)
    const hidden = readReasoning(message) + readCalls(message)
    text += visible
    hiddenText += hidden
    hasOutput ||= visible !== '' || hidden !== '' || hasMedia(message)
    soundChars += asText(asObject(message.audio)?.data)?.length ?? 0
  }
  return soundChars === 0 ? { text, hiddenText, hasOutput } : { text, hiddenText, hasOutput, soundChars }
}

function readVisible(message: JsonObject): string {
  const { content } = message
  let text = asText(message.refusal) ?? ''
  if (typeof content === 'string') text = content + text
  // Some hosts return structured output as an object.
  else if (asObject(content)) text = JSON.stringify(content) + text
  else for (const part of objectsOf(content)) if (part.type !== 'thinking') text += asText(part.text) ?? ''
  return text + (asText(asObject(message.audio)?.transcript) ?? '')
}

/** Returns the reasoning. Some vendors send the same text under two names, so only the first non-empty one is used. */
function readReasoning(message: JsonObject): string {
  const named = asText(message.reasoning_content) ?? asText(message.reasoning)
  if (named) return named
  let text = ''
  for (const detail of objectsOf(message.reasoning_details))
    text += asText(detail.text) ?? asText(detail.summary) ?? ''
  for (const part of objectsOf(message.content)) {
    if (part.type !== 'thinking') continue
    text +=
      asText(part.thinking) ??
      objectsOf(part.thinking).reduce((all, each) => all + (asText(each.text) ?? ''), '')
  }
  return text
}

function readCalls(message: JsonObject): string {
  let text = ''
  const calls = objectsOf(message.tool_calls).map((each) => asObject(each.function) ?? asObject(each.custom))
  for (const call of [...calls, asObject(message.function_call)]) {
    if (!call) continue
    text += asText(call.name) ?? ''
    const given = call.arguments ?? call.input
    // Some hosts send the arguments as an object.
    text += isObject(given) ? JSON.stringify(given) : (asText(given) ?? '')
  }
  return text
}

function hasMedia(message: JsonObject): boolean {
  return asObject(message.audio) !== undefined || objectsOf(message.images).length > 0
}
