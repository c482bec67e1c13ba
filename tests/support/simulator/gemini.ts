import type { Received } from './ask.ts'
import {
  geminiAnswer,
  geminiCount,
  geminiEmbedding,
  geminiError,
  geminiStream,
  imagenAnswer,
} from './gemini-answers.ts'
import { readGeminiAsk } from './gemini-ask.ts'
import { checkGemini } from './gemini-checks.ts'
import { event, type Plain, type Protocol, type Turn } from './protocol.ts'
import { arrayWire, sseWire } from './wire.ts'

const documents: Readonly<Record<string, (turn: Turn) => unknown>> = {
  chat: geminiAnswer,
  count: geminiCount,
  embedding: geminiEmbedding,
  image: imagenAnswer,
}

const isArrayStream = ({ path, query }: Received): boolean =>
  path.endsWith(':streamGenerateContent') && query.get('alt') !== 'sse'

/** Gemini, under Google's own paths and those of Vertex AI. */
export const gemini: Protocol = {
  name: 'gemini',
  read: readGeminiAsk,
  check: (ask, { path }, memory) => checkGemini(ask, path, memory),
  plain: (turn): Plain => {
    const document = documents[turn.ask.operation]
    return document ? { json: document(turn) } : { status: 404, json: geminiError(404) }
  },
  stream: (turn) => (turn.ask.isStream ? geminiStream(turn) : undefined),
  wire: ({ behaviour, received }) =>
    isArrayStream(received) ? arrayWire : sseWire({ crlf: true, ...behaviour }),
  error: (status, error, received) => {
    const document = geminiError(status, error)
    return { json: isArrayStream(received) ? [document] : document }
  },
  errorEvent: (error) => event(geminiError(500, error)),
  badKey: {
    status: 400,
    message: 'API key not valid. Please pass a valid API key.',
    code: 'API_KEY_INVALID',
  },
}
