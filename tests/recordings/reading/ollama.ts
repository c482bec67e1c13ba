import { fieldsOf, listOf, textOf } from '../corpus.ts'
import { parse } from './events.ts'
import type { RecordedCall } from './reading.ts'

/** Reads the calls in an answer of Ollama's own chat, which is one document, or one per line. */
export const readOllamaCalls = (text: string, isStream: boolean): RecordedCall[] => {
  const documents = (isStream ? text.split('\n') : [text]).map((line) => fieldsOf(parse(line)))
  return documents
    .flatMap((document) => listOf(fieldsOf(document.message).tool_calls))
    .map((call) => {
      const named = fieldsOf(call.function)
      return { name: textOf(named.name), arguments: named.arguments ?? {}, isFreeText: false }
    })
}
