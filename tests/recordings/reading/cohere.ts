import { fieldsOf, listOf, textOf } from '../corpus.ts'
import { parse, readEvents } from './events.ts'
import { parseArguments, type RecordedCall } from './reading.ts'

/** Reads the calls in an answer of Cohere's chat. */
export const readCohereCalls = (text: string, isStream: boolean): RecordedCall[] => {
  const calls: { name: string; text: string }[] = []
  if (!isStream)
    for (const call of listOf(fieldsOf(fieldsOf(parse(text)).message).tool_calls)) {
      const named = fieldsOf(call.function)
      calls.push({ name: textOf(named.name), text: textOf(named.arguments) })
    }
  else
    for (const { data } of readEvents(text)) {
      const event = fieldsOf(parse(data))
      const message = fieldsOf(fieldsOf(event.delta).message)
      const named = fieldsOf(fieldsOf(message.tool_calls).function)
      if (event.type === 'tool-call-start')
        calls.push({ name: textOf(named.name), text: textOf(named.arguments) })
      const last = calls.at(-1)
      if (event.type === 'tool-call-delta' && last) last.text += textOf(named.arguments)
    }
  return calls.map((call) => ({
    name: call.name,
    arguments: call.text === 'null' ? {} : parseArguments(call.text),
    isFreeText: false,
  }))
}
