import { answerTextOf, fieldsOf, type Recording } from './corpus.ts'
import { parse, readEvents } from './reading/events.ts'

/**
 * Returns the expected status for a recorded stream that failed before its first word: the gateway has sent nothing by
 * then, and reports the error like any refusal. undefined = not such a stream.
 */
export const earlyFailureStatus = (recording: Recording): number | undefined => {
  const { facts, response } = recording
  if (response.status >= 400 || facts.error === undefined || facts.text !== '') return undefined
  const events = readEvents(answerTextOf(recording)).map(({ data }) => fieldsOf(parse(data)))
  const failure = events.find(({ type }) => type === 'error')
  return fieldsOf(failure?.error).code === 'rate_limit_exceeded' ? 429 : 502
}
