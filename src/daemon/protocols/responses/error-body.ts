import { openaiErrors } from '../openai/error-body.ts'
import type { ErrorShape } from '../types.ts'

/**
 * OpenAI's error body; in a stream the event `error`. OpenAI nests the error there and its specification shows it flat: as
 * SDKs read the one or the other, both are written.
 */
export const responsesErrors: ErrorShape = {
  render: openaiErrors.render,
  renderInStream({ message, type, code, param }) {
    const data = {
      type: 'error',
      sequence_number: 0,
      error: { type, code, message, param },
      code,
      message,
      param,
    }
    return `event: error\ndata: ${JSON.stringify(data)}\n\n`
  },
}
