import { CONTEXT_OVERFLOW } from '../context-overflow.ts'
import { asObject } from '../json-access.ts'
import { openaiErrors } from '../openai/error-body.ts'
import { parseJson } from '../parse-json.ts'
import type { ErrorShape, JsonObject } from '../types.ts'

/**
 * Errors in OpenAI's form; in a stream as the events `error` and `response.failed`, because OpenAI sends both and
 * clients react to either one. OpenAI nests the error in the first event and its specification shows it flat; both
 * forms are written, because SDKs read one or the other.
 */
export const responsesErrors: ErrorShape = {
  render: openaiErrors.render,
  // OpenAI sends this error as an event of the stream, and Codex only looks for it there.
  refusesInStream: ({ code }) => code === CONTEXT_OVERFLOW,
  renderInStream(error, last = []) {
    const { message, type, code, param, requestId } = error
    const before = readLast(last)
    const told = { code, message, param }
    return (
      event('error', before.next, { error: { type, ...told }, ...told }) +
      event('response.failed', before.next + 1, {
        response: {
          ...before.response,
          id: before.response.id ?? `resp_${requestId}`,
          object: 'response',
          status: 'failed',
          error: { code, message },
          output: before.response.output ?? [],
        },
      })
    )
  },
}

const event = (type: string, sequence: number, fields: JsonObject): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...fields })}\n\n`

/** Reads the next event number for the client and the known parts of the response. Vendors misnumber their failures. */
function readLast(last: readonly string[]): { readonly next: number; readonly response: JsonObject } {
  let next = 0
  let response: JsonObject = {}
  for (const document of last.map((data) => asObject(parseJson(data)))) {
    const sequence = document?.sequence_number
    if (typeof sequence === 'number' && Number.isSafeInteger(sequence) && !tellsFailure(document))
      next = sequence + 1
    response = asObject(document?.response) ?? response
  }
  return { next, response }
}

const tellsFailure = (document: JsonObject | undefined): boolean =>
  document?.type === 'error' || document?.type === 'response.failed'
