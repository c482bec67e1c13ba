import { type ClientRoute, type ConversationRoute, isAddressed, paths } from './client-routes.ts'
import {
  type Fields,
  type FormPart,
  fieldsOf,
  isArrayStream,
  listOf,
  modelOf,
  type Recording,
  textOf,
} from './corpus.ts'
import type { RecordedCall } from './reading/reading.ts'

/** The request that a client sends for a recording. */
export interface ClientRequest {
  readonly route: ClientRoute
  /** The path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The body as JSON; undefined = the body is a form. */
  readonly json: Fields | undefined
  readonly isStream: boolean
}

/** The minimal valid request of each route. */
const least: Readonly<Record<ClientRoute, Fields>> = {
  chat: { messages: [{ role: 'user', content: 'hello' }] },
  responses: { input: 'hello' },
  // Enough for the longest recorded answer: beyond the cap, the delivered tokens would be counted.
  messages: { max_tokens: 10_000, messages: [{ role: 'user', content: 'hello' }] },
  generate: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] },
  completion: { prompt: 'hello' },
  fim: { prompt: 'hello' },
  embedding: { input: 'hello' },
  'embed-content': { content: { parts: [{ text: 'hello' }] } },
  'batch-embed-contents': { requests: [] },
  moderation: { input: 'hello' },
  image: { prompt: 'a cat' },
  'image-edit': {},
  'image-variation': {},
  speech: { input: 'hello', voice: 'alloy' },
  transcription: {},
  translation: {},
  rerank: { query: 'hello', documents: ['a', 'b', 'c'] },
}

const forms: ReadonlySet<ClientRoute> = new Set([
  'image-edit',
  'image-variation',
  'transcription',
  'translation',
])

/** Removes the body member in which clouds state the protocol version, for which the vendor has a header. */
const withoutVersion = (body: Fields): Fields => {
  const { anthropic_version: _version, ...rest } = body
  return rest
}

const withModel = (route: ClientRoute, body: Fields, model: string, isStream: boolean): Fields => {
  if (isAddressed(route)) return body
  const named: Fields = { ...body, model: textOf(body.model) || model }
  return isStream && named.stream !== true && route !== 'speech' ? { ...named, stream: true } : named
}

/**
 * Tells whether links have to be left out: clouds with Claude take none, and a replay must not fetch from the network.
 */
export const isLinkReplaced = ({ provider, request }: Recording): boolean =>
  (provider === 'bedrock' || provider === 'vertex') &&
  JSON.stringify(request?.body ?? null).includes('"type":"url"')

/** Returns the recorded body, or the minimal one when the source did not keep it. */
export const recordedBodyOf = (recording: Recording, route: ClientRoute): Fields => {
  const body = recording.request?.body
  return !body || isLinkReplaced(recording) ? least[route] : body
}

/** Generates a tenth of a second of silence, for answers whose question was not kept. */
const silence = (): Buffer => {
  const samples = Buffer.alloc(1600)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(16_000, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

const leastForm = (): FormPart[] => [
  { name: 'file', filename: 'silence.wav', content_type: 'audio/wav', base64: silence().toString('base64') },
]

const boundary = 'recorded-form-0123456789'

const writePart = (part: FormPart): Buffer => {
  const file = part.filename === undefined ? '' : `; filename="${part.filename}"`
  const type = part.content_type === undefined ? '' : `content-type: ${part.content_type}\r\n`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"${file}\r\n${type}\r\n`
  const content =
    part.base64 === undefined ? Buffer.from(part.value ?? '') : Buffer.from(part.base64, 'base64')
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')])
}

const writeForm = (recording: Recording): Buffer => {
  const parts = recording.request?.multipart ?? leastForm()
  const named = parts.some(({ name }) => name === 'model')
    ? parts
    : [{ name: 'model', value: modelOf(recording) }, ...parts]
  return Buffer.concat([...named.map(writePart), Buffer.from(`--${boundary}--\r\n`)])
}

const queryOf = (recording: Recording, route: ClientRoute, isStream: boolean): string => {
  if (route === 'generate') return isStream && !isArrayStream(recording) ? '?alt=sse' : ''
  const version = recording.request?.query?.['api-version']
  return version === undefined ? '' : `?api-version=${version}`
}

/** Builds the request of a client that speaks the recording's protocol: the recorded request. */
export const ownRequest = (recording: Recording, route: ClientRoute): ClientRequest => {
  const { stream: isStream } = recording.facts
  const path = paths[route](modelOf(recording), isStream) + queryOf(recording, route, isStream)
  const beta = recording.request?.headers?.['anthropic-beta']
  const headers: Record<string, string> = beta === undefined ? {} : { 'anthropic-beta': beta }
  if (forms.has(route)) {
    const contentType = `multipart/form-data; boundary=${boundary}`
    const body = writeForm(recording)
    return {
      route,
      path,
      headers: { ...headers, 'content-type': contentType },
      body,
      json: undefined,
      isStream,
    }
  }
  const recorded = withoutVersion(recordedBodyOf(recording, route))
  const json = withModel(route, recorded, modelOf(recording), isStream)
  return {
    route,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(json)),
    json,
    isStream,
  }
}

/**
 * Builds a request in another protocol that could get the recorded answer: it says hello and declares the called tools.
 */
export const translatedRequest = (
  recording: Recording,
  route: ConversationRoute,
  calls: readonly RecordedCall[],
): ClientRequest => {
  const { stream: isStream } = recording.facts
  const model = modelOf(recording)
  const tools = toolsOf(route, calls)
  const asked = {
    ...least[route],
    ...(tools.length > 0 && { tools }),
    ...(route === 'chat' && isStream && { stream_options: { include_usage: true } }),
  }
  const json = withModel(route, asked, model, isStream)
  return {
    route,
    path: paths[route](model, isStream) + (route === 'generate' && isStream ? '?alt=sse' : ''),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(json)),
    json,
    isStream,
  }
}

/** Declares each called tool once. Only OpenAI's protocols have free-text tools. */
const toolsOf = (route: ConversationRoute, calls: readonly RecordedCall[]): Fields[] => {
  const byName = new Map(calls.map((call) => [call.name, call]))
  const parameters = { type: 'object', properties: {} }
  switch (route) {
    case 'chat':
      return [...byName.values()].map(({ name, isFreeText }) =>
        isFreeText
          ? { type: 'custom', custom: { name } }
          : { type: 'function', function: { name, parameters } },
      )
    case 'responses':
      return [...byName.values()].map(({ name, isFreeText }) =>
        isFreeText ? { type: 'custom', name } : { type: 'function', name, parameters, strict: false },
      )
    case 'messages':
      return [...byName.keys()].map((name) => ({ name, input_schema: parameters }))
    case 'generate':
      return byName.size === 0
        ? []
        : [{ functionDeclarations: [...byName.keys()].map((name) => ({ name, parameters })) }]
  }
}

/** Builds the request of a client that uses OpenAI's form, for an operation that was recorded in another form. */
export const carriedRequest = (recording: Recording, route: ClientRoute): ClientRequest => {
  const model = modelOf(recording)
  const body = recording.request?.body ?? {}
  const json = { model, ...carriedBody(body, route) }
  return {
    route,
    path: paths[route](model, false),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(json)),
    json,
    isStream: false,
  }
}

const carriedBody = (body: Fields, route: ClientRoute): Fields => {
  switch (route) {
    case 'embedding':
      return { input: inputsOf(body) }
    case 'rerank': {
      const { query, documents } = 'query' in body ? body : fieldsOf(body.input)
      return { query, documents, ...('top_n' in body && { top_n: body.top_n }) }
    }
    default: {
      const { model: _model, ...rest } = body
      return rest
    }
  }
}

/** Returns the texts of an embeddings request in the form of Cohere, Ollama, Google, or Vertex AI. */
const inputsOf = (body: Fields): unknown => {
  const texts = body.texts ?? body.input
  if (texts !== undefined) return texts
  const contents = [body.content, ...listOf(body.requests).map(({ content }) => content)].filter(Boolean)
  if (contents.length > 0)
    return contents.map((content) =>
      listOf(fieldsOf(content).parts)
        .map(({ text }) => textOf(text))
        .join('\n'),
    )
  return listOf(body.instances).map(({ content }) => textOf(content))
}
