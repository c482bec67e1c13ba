import type { ConversationRoute } from '../client-routes.ts'
import { answerBytesOf, answerTextOf, type Recording } from '../corpus.ts'
import type { RecordedForm } from '../serving.ts'
import { asServerSentEvents } from './aws-event-stream.ts'
import { readChat } from './chat.ts'
import { readCohereCalls } from './cohere.ts'
import { readGenerate } from './generate.ts'
import { readMessages } from './messages.ts'
import { readOllamaCalls } from './ollama.ts'
import type { Reader, Reading, RecordedCall } from './reading.ts'
import { readResponses } from './responses.ts'

const readers: Readonly<Record<ConversationRoute, Reader>> = {
  chat: readChat,
  responses: readResponses,
  messages: readMessages,
  generate: readGenerate,
}

/** Reads an answer as a client of the route's protocol does. */
export const readAnswer = (route: ConversationRoute, text: string, isStream: boolean): Reading =>
  readers[route](text, isStream)

/** Returns the calls in a recorded answer. */
export const readRecordedCalls = (recording: Recording, form: RecordedForm): readonly RecordedCall[] => {
  const { facts, response } = recording
  if (response.status >= 400) return []
  const isFramed = response.content_type === 'application/vnd.amazon.eventstream'
  const text = isFramed ? asServerSentEvents(answerBytesOf(recording)) : answerTextOf(recording)
  if (form === 'cohere') return readCohereCalls(text, facts.stream)
  if (form === 'ollama') return readOllamaCalls(text, facts.stream)
  return readers[form](text, facts.stream).calls
}
