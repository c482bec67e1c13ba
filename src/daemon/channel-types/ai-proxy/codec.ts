import { refusals } from '../../errors/refusals.ts'
import type { EncodeTarget, StreamDecoder } from '../../protocols/conversation/codec.ts'
import type {
  ConversationAnswer,
  ConversationEvent,
  ConversationRequest,
  Turn,
} from '../../protocols/conversation/types.ts'
import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { openaiErrors } from '../../protocols/openai/error-body.ts'
import { readFailure, readFailureDocument } from '../../protocols/openai/failure.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, UpstreamFailure } from '../../protocols/types.ts'
import { ownWords } from '../../protocols/upstream-failure.ts'
import { noteUncarried } from '../uncarried.ts'

/** The only sign of the end of a stream. */
const FINISHES = /"finish"\s*:\s*true/

/** Codec of AI Proxy's knowledge bases, `POST /api/library/ask`. Their answers state no usage. */
export const aiProxyLibraryChat: Codec = {
  id: 'ai-proxy-library-chat',
  operation: 'chat',
  path: '/api/library/ask',
  // No client speaks this format; these two only complete the codec.
  readRequest: openaiChat.readRequest,
  readTexts: (body) => ({ system: '', context: '', input: asText(body.query) ?? '' }),
  readUsage: () => ({ kind: 'none' }),
  readOutput,
  readDisguisedFailure,
  classify: (data) => {
    if (data === '') return 'comment'
    if (data.trimEnd() === '[DONE]') return 'terminator'
    const document = parseJson(data)
    if (document !== undefined && readDisguisedFailure(document)) return 'error'
    return FINISHES.test(data) ? 'terminator' : 'content'
  },
  finishesChoice: (data) => FINISHES.test(data),
  readFailure,
  errors: openaiErrors,
  terminator: '',
  takesOutputCap: false,
  upstream: { encodeRequest, decodeAnswer, decodeStream },
}

/** Sends only the last question, because the service has no conversations. The channel has the id of the library. */
function encodeRequest(request: ConversationRequest, target: EncodeTarget): JsonObject {
  const { losses, model, isStream } = target
  noteUncarried(request, losses, [])
  const last = request.turns.findLast((turn) => turn.role === 'user')
  if (request.turns.length > 1) losses.add('messages')
  const query = last ? readText(last) : ''
  if (query === '') losses.refuse('messages', refusals.answersTexts)
  if (last?.parts.some((part) => part.kind === 'media')) losses.refuse('image_url', refusals.textsOnly)
  return { model, query, stream: isStream }
}

const readText = (turn: Turn): string =>
  turn.parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n')

function decodeAnswer(document: JsonValue): ConversationAnswer {
  const body = asObject(document) ?? {}
  const text = (asText(body.answer) ?? '') + listDocuments(objectsOf(body.documents))
  return { parts: text === '' ? [] : [{ kind: 'text', text }], finish: 'stop' }
}

function decodeStream(): StreamDecoder {
  const documents = new Map<string, JsonObject>()
  let hasStarted = false
  let hasFinished = false
  return {
    push: (data) => {
      const body = asObject(parseJson(data))
      if (!body || hasFinished) return []
      const failure = readDisguisedFailure(body)
      if (failure) return [{ kind: 'error', failure }]
      for (const each of objectsOf(body.documents))
        documents.set(`${each.url ?? ''} ${each.title ?? ''}`, each)
      const model = asText(body.model)
      const text = asText(body.content)
      const events: ConversationEvent[] = hasStarted
        ? []
        : [{ kind: 'start', ...(model !== undefined && { model }) }]
      hasStarted = true
      if (text !== undefined) events.push({ kind: 'text', text })
      if (body.finish !== true) return events
      hasFinished = true
      const list = listDocuments([...documents.values()])
      if (list !== '') events.push({ kind: 'text', text: list })
      return [...events, { kind: 'finish', reason: 'stop' }]
    },
    flush: () => [],
  }
}

/** Returns the sources of the answer as a list to append. */
function listDocuments(documents: readonly JsonObject[]): string {
  const lines = documents.flatMap((each) => {
    const url = asText(each.url)
    const title = asText(each.title) ?? url
    if (title === undefined) return []
    return url === undefined ? title : `[${title}](${url})`
  })
  return lines.length === 0 ? '' : `\n\n${lines.map((line, place) => `${place + 1}. ${line}`).join('\n')}`
}

function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const text = asText(body?.answer) ?? asText(body?.content) ?? ''
  return { text, hiddenText: '', hasOutput: text !== '' }
}

function readDisguisedFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  const code = body?.errCode
  const hasFailed = body?.success === false || (typeof code === 'number' && code !== 0)
  if (hasFailed) {
    const named = typeof code === 'number' ? String(code) : ''
    const message = asText(body?.message)
    const words = message === undefined ? ownWords('refused') : { message }
    return { ...words, type: 'upstream_error', code: named, param: null }
  }
  if (body?.answer !== undefined || body?.content !== undefined || body?.finish !== undefined)
    return undefined
  return readFailureDocument(document)
}
