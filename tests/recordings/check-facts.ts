import type { Recording } from './corpus.ts'
import type { Difference } from './difference.ts'
import type { RecordedCall } from './reading/reading.ts'

/** The empty forms of two fields that Snowflake sends with every message. */
const emptyCall = '"function_call":{"arguments":"","name":""}'

/** Whether what is read here out of a recording is what the corpus says of it. */
export const checkFacts = ({ facts, response }: Recording, calls: readonly RecordedCall[]): Difference[] => {
  if (calls.length === facts.tool_calls) return []
  const detail = `${calls.length} calls in the answer, the corpus counts ${facts.tool_calls}`
  const text = JSON.stringify(response.body ?? '')
  if (text.includes(emptyCall))
    return [{ what: 'calls', detail, because: 'an empty function_call beside the calls is none' }]
  if (calls.length === 0 && text.includes('"shell_call_output"'))
    return [{ what: 'calls', detail, because: 'the provider answered these itself, in its own container' }]
  return [{ what: 'calls', detail }]
}
