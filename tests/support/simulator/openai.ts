import { errorBody, openaiAnswer, openaiUsage } from './openai-answers.ts'
import { readOpenaiAsk } from './openai-ask.ts'
import { checkOpenaiChat } from './openai-checks.ts'
import { mediaPlain, mediaStream } from './openai-media.ts'
import { openaiStream } from './openai-stream.ts'
import { event, type Plain, type Protocol } from './protocol.ts'

/** OpenAI's operations except Responses, and any request that no other protocol recognized. */
export const openai: Protocol = {
  name: 'openai',
  read: readOpenaiAsk,
  check: checkOpenaiChat,
  plain: (turn): Plain => {
    const { behaviour, ask, memory } = turn
    const document = openaiAnswer(behaviour, ask, memory)
    if (document !== undefined) return { json: document }
    return mediaPlain(turn) ?? { status: 404, json: errorBody(404) }
  },
  stream: (turn) => {
    const { operation, isStream } = turn.ask
    if (operation === 'chat' || operation === 'completion') return isStream ? openaiStream(turn) : undefined
    return mediaStream(turn)
  },
  // Streams of images and audio end with a separate event.
  terminator: ({ ask }) =>
    ask.operation === 'chat' || ask.operation === 'completion' ? event('[DONE]') : undefined,
  afterEnd: ({ behaviour }) =>
    behaviour.usage === 'after-done'
      ? [event({ id: 'chatcmpl-simulator', choices: [], usage: openaiUsage(behaviour) })]
      : [],
  error: (status, error) => ({ json: errorBody(status, error) }),
  errorEvent: (error) => event(errorBody(500, error)),
}
