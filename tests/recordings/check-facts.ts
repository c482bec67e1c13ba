import type { Recording } from './corpus.ts'
import type { Difference } from './difference.ts'
import type { RecordedCall } from './reading/reading.ts'

/** An empty field that Snowflake sends with every message. */
const emptyCall = '"function_call":{"arguments":"","name":""}'

/** Compares the calls read from a recording with the number that the corpus states for it. */
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
