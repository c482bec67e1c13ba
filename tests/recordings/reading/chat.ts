import { type Fields, fieldsOf, listOf, textOf } from '../corpus.ts'
import { parse, readEvents } from './events.ts'
import { numberOrNull, parseArguments, type Reader, type Reading, type RecordedCall } from './reading.ts'

/** Returns the text of a message or chunk, whose content is a string or parts of which some are text. */
const contentText = (content: unknown): string => {
  if (typeof content === 'string') return content
  return listOf(content)
    .map(({ text }) => textOf(text))
    .join('')
}

const usageOf = (document: Fields): Reading['usage'] => {
  if (typeof document.usage !== 'object' || document.usage === null) return undefined
  const usage = fieldsOf(document.usage)
  const cached = fieldsOf(usage.prompt_tokens_details).cached_tokens
  return {
    input: numberOrNull(usage.prompt_tokens),
    output: numberOrNull(usage.completion_tokens),
    cached: numberOrNull(cached) ?? 0,
  }
}

const callOf = (call: Fields): RecordedCall => {
  const custom = fieldsOf(call.custom)
  if (call.type === 'custom')
    return { name: textOf(custom.name), arguments: textOf(custom.input), isFreeText: true }
  const named = fieldsOf(call.function)
  return { name: textOf(named.name), arguments: parseArguments(named.arguments), isFreeText: false }
}

const errorOf = (document: Fields): Pick<Reading, 'error'> =>
  document.error ? { error: textOf(fieldsOf(document.error).message) } : {}

const readPlain = (text: string): Reading => {
  const document = fieldsOf(parse(text))
  const [choice = {}] = listOf(document.choices)
  const message = fieldsOf(choice.message)
  const faults = ['content', 'refusal']
    .filter((name) => !(name in message))
    .map((name) => `no message.${name}`)
  return {
    text: contentText(message.content) + textOf(message.refusal),
    calls: listOf(message.tool_calls).map(callOf),
    finish: textOf(choice.finish_reason),
    usage: usageOf(document),
    ...errorOf(document),
    faults,
  }
}

/** A call whose pieces are being joined. */
interface GrowingCall {
  readonly index: unknown
  name: string
  text: string
  input: string
  isFreeText: boolean
}

const growCalls = (calls: GrowingCall[], pieces: readonly Fields[]): void => {
  for (const piece of pieces) {
    const named = fieldsOf(piece.function)
    const custom = fieldsOf(piece.custom)
    const last = calls.findLast(({ index }) => index === piece.index)
    const isNew = !last || (piece.index === undefined && piece.id)
    const call = isNew ? { index: piece.index, name: '', text: '', input: '', isFreeText: false } : last
    if (isNew) calls.push(call)
    call.name ||= textOf(named.name) || textOf(custom.name)
    call.isFreeText ||= piece.type === 'custom'
    call.text +=
      typeof named.arguments === 'object' && named.arguments !== null
        ? JSON.stringify(named.arguments)
        : textOf(named.arguments)
    call.input += textOf(custom.input)
  }
}

const readStream = (text: string): Reading => {
  const calls: GrowingCall[] = []
  const faults: string[] = []
  let answer = ''
  let finish = ''
  let usage: Reading['usage']
  let error: Pick<Reading, 'error'> = {}
  let isDone = false
  for (const { data } of readEvents(text)) {
    if (isDone) faults.push('something follows [DONE]')
    if (data === '[DONE]') {
      isDone = true
      continue
    }
    const chunk = fieldsOf(parse(data))
    usage = usageOf(chunk) ?? usage
    if (chunk.error) error = errorOf(chunk)
    const choice = listOf(chunk.choices).find(({ index }) => (index ?? 0) === 0)
    if (!choice) continue
    const delta = fieldsOf(choice.delta)
    answer += contentText(delta.content) + textOf(delta.refusal)
    growCalls(calls, listOf(delta.tool_calls))
    finish = textOf(choice.finish_reason) || finish
  }
  if (!isDone) faults.push('no [DONE]')
  return {
    text: answer,
    calls: calls.map(({ name, text: given, input, isFreeText }) => ({
      name,
      arguments: isFreeText ? input : parseArguments(given),
      isFreeText,
    })),
    finish,
    usage,
    ...error,
    faults,
  }
}

export const readChat: Reader = (text, isStream) => (isStream ? readStream(text) : readPlain(text))
