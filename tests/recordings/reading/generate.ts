import { type Fields, fieldsOf, listOf, textOf } from '../corpus.ts'
import { parse, readEvents } from './events.ts'
import { numberOrNull, type Reader, type Reading, type RecordedCall, sum } from './reading.ts'

const partsOf = (chunk: Fields): readonly Fields[] => {
  const [candidate = {}] = listOf(chunk.candidates)
  return listOf(fieldsOf(candidate.content).parts)
}

const callOf = ({ functionCall }: Fields): RecordedCall => {
  const { name, args } = fieldsOf(functionCall)
  return { name: textOf(name), arguments: args ?? {}, isFreeText: false }
}

const usageOf = ({ usageMetadata }: Fields): Reading['usage'] => {
  if (typeof usageMetadata !== 'object' || usageMetadata === null) return undefined
  const usage = fieldsOf(usageMetadata)
  return {
    input: sum(usage.promptTokenCount, usage.toolUsePromptTokenCount),
    output: sum(usage.candidatesTokenCount, usage.thoughtsTokenCount),
    cached: numberOrNull(usage.cachedContentTokenCount) ?? 0,
  }
}

/** Reads answers of generateContent; a plain one is treated as a stream of one chunk. */
export const readGenerate: Reader = (text, isStream) => {
  const chunks = isStream
    ? readEvents(text).map(({ data }) => fieldsOf(parse(data)))
    : [fieldsOf(parse(text))]
  const parts = chunks.flatMap(partsOf)
  let finish = ''
  let usage: Reading['usage']
  let error: string | undefined
  for (const chunk of chunks) {
    finish = textOf(listOf(chunk.candidates)[0]?.finishReason) || finish
    usage = usageOf(chunk) ?? usage
    if (chunk.error) error = textOf(fieldsOf(chunk.error).message)
  }
  return {
    text: parts.map((part) => (part.thought === true ? '' : textOf(part.text))).join(''),
    calls: parts.filter(({ functionCall }) => functionCall).map(callOf),
    finish,
    usage,
    ...(error !== undefined && { error }),
    faults: finish === '' ? ['no finishReason'] : [],
  }
}
