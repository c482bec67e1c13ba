import { type Fields, fieldsOf, listOf, textOf } from '../corpus.ts'
import { parse, readEvents } from './events.ts'
import { numberOrNull, parseArguments, type Reader, type Reading, type RecordedCall, sum } from './reading.ts'

const usageOf = (usage: Fields): Reading['usage'] =>
  Object.keys(usage).length === 0
    ? undefined
    : {
        input: sum(usage.input_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens),
        output: numberOrNull(usage.output_tokens),
        cached: numberOrNull(usage.cache_read_input_tokens) ?? 0,
      }

const callOf = ({ name, input }: Fields): RecordedCall => ({
  name: textOf(name),
  arguments: input ?? {},
  isFreeText: false,
})

const readMessage = (message: Fields, faults: readonly string[]): Reading => {
  const blocks = listOf(message.content)
  return {
    text: blocks.map((block) => (block.type === 'text' ? textOf(block.text) : '')).join(''),
    calls: blocks.filter(({ type }) => type === 'tool_use').map(callOf),
    finish: textOf(message.stop_reason),
    usage: usageOf(fieldsOf(message.usage)),
    faults,
  }
}

interface GrowingBlock {
  readonly start: Fields
  text: string
  json: string
}

/** Merges two objects; members of the later one override those of the earlier one unless they are null. */
const overlay = (before: Fields, after: Fields): Fields => ({
  ...before,
  ...Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null)),
})

const readStream = (text: string): Reading => {
  const faults: string[] = []
  const blocks = new Map<unknown, GrowingBlock>()
  const open = new Set<unknown>()
  let message: Fields = {}
  let error: string | undefined
  let isOver = false
  for (const { name, data } of readEvents(text)) {
    const event = fieldsOf(parse(data))
    if (name !== event.type) faults.push(`the event ${String(event.type)} is named ${name}`)
    if (isOver) faults.push(`${name} follows the end`)
    const block = blocks.get(event.index)
    const delta = fieldsOf(event.delta)
    switch (event.type) {
      case 'message_start':
        message = fieldsOf(event.message)
        break
      case 'content_block_start':
        if (open.size > 0) faults.push('two blocks are open')
        if (event.index !== blocks.size) faults.push(`block ${String(event.index)} at place ${blocks.size}`)
        open.add(event.index)
        blocks.set(event.index, { start: fieldsOf(event.content_block), text: '', json: '' })
        break
      case 'content_block_delta':
        if (!block || !open.has(event.index)) faults.push('a piece of a block that is not open')
        else {
          if (delta.type === 'text_delta') block.text += textOf(delta.text)
          block.json += textOf(delta.partial_json)
        }
        break
      case 'content_block_stop':
        open.delete(event.index)
        break
      case 'message_delta':
        message = {
          ...overlay(message, delta),
          usage: overlay(fieldsOf(message.usage), fieldsOf(event.usage)),
        }
        break
      case 'error':
        error = textOf(fieldsOf(event.error).message)
        break
      case 'message_stop':
        isOver = true
    }
  }
  if (!isOver) faults.push('no message_stop')
  if (open.size > 0) faults.push('a block was left open')
  const content = [...blocks.values()].map(({ start, text: grown, json }) => ({
    ...start,
    text: textOf(start.text) + grown,
    input: json === '' ? start.input : parseArguments(json),
  }))
  return { ...readMessage({ ...message, content }, faults), ...(error !== undefined && { error }) }
}

export const readMessages: Reader = (text, isStream) =>
  isStream ? readStream(text) : readMessage(fieldsOf(parse(text)), [])
