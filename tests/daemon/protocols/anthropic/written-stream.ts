import { asObject } from '../../../../src/daemon/protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'

/** A content block as a client assembles it from a stream. */
export interface WrittenBlock {
  readonly start: JsonObject
  readonly deltas: JsonObject[]
}

export interface WrittenStream {
  readonly message: JsonObject
  readonly blocks: readonly WrittenBlock[]
  readonly delta: JsonObject
  readonly usage: JsonObject
}

/**
 * Reads a written stream as strictly as the protocol is specified: names match types, one block is open at a time,
 * indexes count from 0, deltas fit their block, and nothing is outside the message.
 *
 * @throws Error at the first violation
 */
export function readWrittenStream(text: string): WrittenStream {
  const events = text.split('\n\n')
  if (events.pop() !== '') throw new Error('the last event is not closed')
  const read = events.map(readEvent)
  const message = asObject(read.shift()?.message)
  const last = read.pop()
  const delta = read.pop()
  if (!message) throw new Error('the first event is no message_start')
  if (last?.type !== 'message_stop' || delta?.type !== 'message_delta') throw new Error('the end is missing')
  const blocks: WrittenBlock[] = []
  let open: WrittenBlock | undefined
  for (const event of read) {
    if (event.index !== blocks.length) throw new Error(`index ${String(event.index)}, not ${blocks.length}`)
    if (event.type === 'content_block_start') {
      if (open) throw new Error('a second block was opened')
      open = { start: asObject(event.content_block) ?? {}, deltas: [] }
    } else if (!open) throw new Error(`${String(event.type)} outside a block`)
    else if (event.type === 'content_block_delta')
      open.deltas.push(fitting(open, asObject(event.delta) ?? {}))
    else if (event.type === 'content_block_stop') {
      blocks.push(open)
      open = undefined
    } else throw new Error(`unexpected ${String(event.type)}`)
  }
  if (open) throw new Error('a block was left open')
  return { message, blocks, delta: asObject(delta.delta) ?? {}, usage: asObject(delta.usage) ?? {} }
}

const FITTING: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  redacted_thinking: [],
}

function fitting(block: WrittenBlock, delta: JsonObject): JsonObject {
  if (!FITTING[String(block.start.type)]?.includes(String(delta.type)))
    throw new Error(`${String(delta.type)} in ${String(block.start.type)}`)
  if (block.deltas.at(-1)?.type === 'signature_delta') throw new Error('a signature was not the last')
  return delta
}

function readEvent(text: string): JsonObject {
  const match = /^event: (\w+)\ndata: (.*)$/.exec(text)
  const event = asObject(JSON.parse(match?.[2] ?? 'null') as JsonValue)
  if (!event || event.type !== match?.[1]) throw new Error(`no event: ${text}`)
  return event
}

/** Joins the pieces of a block of any kind. */
export const joined = (block: WrittenBlock): string =>
  block.deltas.map((each) => String(each.text ?? each.thinking ?? each.partial_json ?? '')).join('')
