import { errorBody } from './openai-answers.ts'
import { event, type Plain, type Protocol } from './protocol.ts'
import { figuresOf } from './reply.ts'
import { responsesAnswer } from './responses-answers.ts'
import { readResponsesAsk } from './responses-ask.ts'
import { checkResponses } from './responses-checks.ts'
import { responsesStream } from './responses-stream.ts'

/** OpenAI Responses, stored responses included. */
export const responses: Protocol = {
  name: 'responses',
  read: readResponsesAsk,
  check: (ask, _received, memory) => (ask.operation === 'other' ? undefined : checkResponses(ask, memory)),
  plain: (turn): Plain => {
    const { ask, behaviour, memory, received } = turn
    if (ask.operation === 'count')
      return { json: { object: 'response.input_tokens', input_tokens: figuresOf(behaviour).input } }
    if (ask.operation === 'chat') return { json: responsesAnswer(turn).closing }
    const stored = memory.documents.get(received.path.slice(received.path.lastIndexOf('/') + 1))
    return stored === undefined ? { status: 404, json: errorBody(404) } : { json: stored }
  },
  stream: (turn) => (turn.ask.isStream && turn.ask.operation === 'chat' ? responsesStream(turn) : undefined),
  error: (status, error) => ({ json: errorBody(status, error) }),
  errorEvent: (error) => event({ type: 'error', sequence_number: 0, ...errorBody(500, error) }, 'error'),
}
