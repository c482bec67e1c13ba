import { type Fields, fieldsOf, listOf, textOf } from '../corpus.ts'
import { parse, readEvents } from './events.ts'
import { numberOrNull, parseArguments, type Reader, type Reading, type RecordedCall } from './reading.ts'

const itemText = (item: Fields): string =>
  item.type === 'message'
    ? listOf(item.content)
        .map(({ text, refusal }) => textOf(text) + textOf(refusal))
        .join('')
    : ''

const callOf = (item: Fields): RecordedCall[] => {
  const name = textOf(item.name)
  if (item.type === 'function_call')
    return [{ name, arguments: parseArguments(item.arguments), isFreeText: false }]
  return item.type === 'custom_tool_call' ? [{ name, arguments: textOf(item.input), isFreeText: true }] : []
}

const usageOf = (response: Fields): Reading['usage'] => {
  if (typeof response.usage !== 'object' || response.usage === null) return undefined
  const usage = fieldsOf(response.usage)
  return {
    input: numberOrNull(usage.input_tokens),
    output: numberOrNull(usage.output_tokens),
    cached: numberOrNull(fieldsOf(usage.input_tokens_details).cached_tokens) ?? 0,
  }
}

/** Returns the status of a response, or the reason why it is incomplete. */
const finishOf = (response: Fields): string =>
  textOf(fieldsOf(response.incomplete_details).reason) || textOf(response.status)

const readResponse = (response: Fields, faults: readonly string[]): Reading => {
  const output = listOf(response.output)
  const error = response.error ? textOf(fieldsOf(response.error).message) : undefined
  return {
    text: output.map(itemText).join(''),
    calls: output.flatMap(callOf),
    finish: finishOf(response),
    usage: usageOf(response),
    ...(error !== undefined && { error }),
    faults,
  }
}

const ends = new Set(['response.completed', 'response.incomplete', 'response.failed'])

const readStream = (text: string): Reading => {
  const faults: string[] = []
  let deltas = ''
  const items: Fields[] = []
  let last: Fields | undefined
  let error: string | undefined
  for (const [place, { name, data }] of readEvents(text).entries()) {
    const event = fieldsOf(parse(data))
    const type = textOf(event.type)
    if (last && data !== '[DONE]') faults.push(`${type} follows the end`)
    if (name !== '' && name !== type) faults.push(`the event ${type} is named ${name}`)
    if (event.sequence_number !== place && data !== '[DONE]')
      faults.push(`sequence_number ${String(event.sequence_number)} at place ${place}`)
    if (type === 'response.output_text.delta' || type === 'response.refusal.delta')
      deltas += textOf(event.delta)
    if (type === 'response.output_item.done') items.push(fieldsOf(event.item))
    if (type === 'error') error = textOf(event.message) || textOf(fieldsOf(event.error).message)
    if (ends.has(type)) last = fieldsOf(event.response)
  }
  if (!last) faults.push('no end')
  const final = readResponse(last ?? {}, faults)
  const fromItems = items.flatMap(callOf)
  if (last && final.text !== deltas && listOf(last.output).length > 0)
    faults.push('the pieces of the text are not the whole')
  // Some vendors end with an empty output, so what the earlier events contained is used.
  const isBare = listOf(last?.output).length === 0
  return {
    ...final,
    text: deltas,
    calls: isBare ? fromItems : final.calls,
    ...(error !== undefined && { error }),
    faults: faults.slice(0, 3),
  }
}

export const readResponses: Reader = (text, isStream) =>
  isStream ? readStream(text) : readResponse(fieldsOf(parse(text)), [])
