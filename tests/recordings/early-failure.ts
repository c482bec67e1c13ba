import { answerTextOf, fieldsOf, type Recording } from './corpus.ts'
import { parse, readEvents } from './reading/events.ts'

/**
 * The status due for a recorded stream that failed before its first word: the gateway has not answered by then, and says
 * it as it would say any refusal. undefined = it is no such stream.
 */
export const earlyFailureStatus = (recording: Recording): number | undefined => {
  const { facts, response } = recording
  if (response.status >= 400 || facts.error === undefined || facts.text !== '') return undefined
  const events = readEvents(answerTextOf(recording)).map(({ data }) => fieldsOf(parse(data)))
  const failure = events.find(({ type }) => type === 'error')
  return fieldsOf(failure?.error).code === 'rate_limit_exceeded' ? 429 : 502
}
