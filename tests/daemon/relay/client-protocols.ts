import { expect } from 'vitest'

type Json = Readonly<Record<string, unknown>>

/** What a client of a protocol reads from a stream. */
export interface ReadStream {
  readonly text: string
  /** Whether the protocol's own end was received. */
  readonly isFinished: boolean
  /** The protocol's own error event, if the stream broke off. */
  readonly error: Json | undefined
}

/** A conversation protocol from the client's side, written by hand so that requests and responses can be inspected. */
export interface ClientProtocol {
  readonly name: 'chat' | 'responses' | 'messages' | 'generate'
  path(model: string, isStream: boolean): string
  body(model: string, isStream: boolean, more?: Json): Json
  textOf(document: Json): string
  /** Input and output tokens. */
  usageOf(document: Json): readonly [number, number]
  readStream(text: string): ReadStream
  /**
   * The error document that clients of the protocol understand.
   *
   * @param vendor the protocol of the refusing provider, if any
   */
  errorShape(status: number, vendor?: string): Json
}

const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const object = (value: unknown): Json => (value ?? {}) as Json
const joined = (texts: readonly unknown[]): string => texts.map((each) => each ?? '').join('')

/** Parses the data of server-sent events, without `[DONE]`. */
const eventsOf = (text: string): readonly Json[] =>
  text.split(/\r?\n\r?\n/).flatMap((event) => {
    const line = event.split(/\r?\n/).find((each) => each.startsWith('data: {'))
    return line === undefined ? [] : [JSON.parse(line.slice('data: '.length)) as Json]
  })

const errorIn = (events: readonly Json[]): Json | undefined => {
  const found = events.find((each) => each.error !== undefined && each.error !== null)
  return found && object(found.error)
}

/** Returns the error if it is in the last event. */
const endsWithError = (events: readonly Json[]): Json | undefined => errorIn(events.slice(-1))

const hi = [{ role: 'user', content: 'hi' }]

const openaiError = {
  error: { message: expect.any(String), type: expect.any(String), code: expect.anything() },
}

export const chat: ClientProtocol = {
  name: 'chat',
  path: () => '/v1/chat/completions',
  body: (model, stream, more) => ({ model, messages: hi, stream, ...more }),
  textOf: ({ choices }) => joined(objects(choices).map(({ message }) => object(message).content)),
  usageOf: ({ usage }) => [Number(object(usage).prompt_tokens), Number(object(usage).completion_tokens)],
  readStream: (text) => {
    const events = eventsOf(text)
    const deltas = events.flatMap(({ choices }) => objects(choices).map(({ delta }) => object(delta).content))
    return {
      text: joined(deltas),
      isFinished: text.endsWith('data: [DONE]\n\n'),
      error: endsWithError(events),
    }
  },
  errorShape: () => openaiError,
}

/**
 * Returns the error of a failed stream. Some clients act on the event `error`, others on the failed response, so both
 * are sent, the response last.
 */
const endsAsFailed = (events: readonly Json[]): Json | undefined => {
  const [told, failed] = events.slice(-2)
  if (failed?.type !== 'response.failed') return undefined
  expect([told?.type, failed.response]).toMatchObject([
    'error',
    { status: 'failed', id: expect.any(String), error: { message: object(told?.error).message } },
  ])
  expect(events.map(({ sequence_number: each }) => each)).toEqual(events.map((_, index) => index))
  return object(told?.error)
}

export const responses: ClientProtocol = {
  name: 'responses',
  path: () => '/v1/responses',
  body: (model, stream, more) => ({ model, input: 'hi', stream, ...more }),
  textOf: ({ output }) =>
    joined(objects(output).flatMap(({ content }) => objects(content).map(({ text }) => text))),
  usageOf: ({ usage }) => [Number(object(usage).input_tokens), Number(object(usage).output_tokens)],
  readStream: (text) => {
    const events = eventsOf(text)
    const deltas = events.filter(({ type }) => type === 'response.output_text.delta')
    const isFinished = events.at(-1)?.type === 'response.completed'
    return { text: joined(deltas.map(({ delta }) => delta)), isFinished, error: endsAsFailed(events) }
  },
  errorShape: () => openaiError,
}

const anthropicTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
  502: 'api_error',
  503: 'api_error',
}

export const messages: ClientProtocol = {
  name: 'messages',
  path: () => '/v1/messages',
  body: (model, stream, more) => ({ model, messages: hi, max_tokens: 5000, stream, ...more }),
  textOf: ({ content }) => joined(objects(content).map(({ text }) => text)),
  usageOf: ({ usage }) => [Number(object(usage).input_tokens), Number(object(usage).output_tokens)],
  readStream: (text) => {
    const events = eventsOf(text)
    const last = events.at(-1)
    return {
      text: joined(events.map(({ delta }) => object(delta).text)),
      isFinished: last?.type === 'message_stop' && text.includes('event: message_stop\n'),
      error: text.includes('event: error\n') ? endsWithError(events) : undefined,
    }
  },
  errorShape: (status, vendor) => ({
    type: 'error',
    // From Google, this status means overloaded; from other vendors, it is a general error.
    error: {
      type: status === 503 && vendor === 'generate' ? 'overloaded_error' : anthropicTypes[status],
      message: expect.any(String),
    },
    request_id: expect.any(String),
  }),
}

const googleWords: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  502: 'INTERNAL',
  503: 'UNAVAILABLE',
}

const candidateTexts = (document: Json): readonly unknown[] =>
  objects(document.candidates).flatMap(({ content }) =>
    objects(object(content).parts).map(({ text, thought }) => (thought === true ? '' : text)),
  )

export const generate: ClientProtocol = {
  name: 'generate',
  path: (model, isStream) =>
    `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body: (_model, _stream, more) => ({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }], ...more }),
  textOf: (document) => joined(candidateTexts(document)),
  usageOf: ({ usageMetadata }) => {
    const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = object(usageMetadata)
    return [Number(promptTokenCount), Number(candidatesTokenCount ?? 0) + Number(thoughtsTokenCount ?? 0)]
  },
  readStream: (text) => {
    const events = eventsOf(text)
    // The protocol's only end is the finish reason of a candidate.
    const last = objects(events.at(-1)?.candidates)[0]
    return {
      text: joined(events.flatMap(candidateTexts)),
      isFinished: last?.finishReason === 'STOP',
      error: endsWithError(events),
    }
  },
  errorShape: (status) => ({
    error: { code: status, message: expect.any(String), status: googleWords[status] },
  }),
}

export const clientProtocols: readonly ClientProtocol[] = [chat, responses, messages, generate]
