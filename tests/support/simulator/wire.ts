import type { Behaviour } from './behaviour.ts'
import { event, type StreamEvent, type Wire } from './protocol.ts'

/** Encodes server-sent events; a named event gets an `event:` line. */
export const sseWire = (behaviour: Behaviour, padding = ''): Wire => {
  const newline = behaviour.crlf ? '\r\n' : '\n'
  const comment = behaviour.comments ? `: keep-alive${newline}` : ''
  return {
    contentType: 'text/event-stream; charset=utf-8',
    frame: ({ name, data }) =>
      `${comment}${name === undefined ? '' : `event: ${name}${newline}`}data: ${data}${padding}${newline}${newline}`,
  }
}

/** Encodes one JSON document per line. */
export const lineWire: Wire = { contentType: 'application/x-ndjson', frame: ({ data }) => `${data}\n` }

/** Encodes a JSON array, written member by member: Gemini's streams without `alt=sse`. */
export const arrayWire: Wire = {
  contentType: 'application/json; charset=UTF-8',
  frame: ({ data }, index) => `${index === 0 ? '[' : ',\r\n'}${data}`,
  end: ']',
}

export interface Stream {
  readonly events: Iterable<StreamEvent>
  readonly errorEvent: () => StreamEvent
  readonly terminator: StreamEvent | undefined
  readonly afterEnd: Iterable<StreamEvent>
  readonly wire: Wire
}

const brokenEvent = event('{"id":"chatcmpl-simulator","choices":[{"delta":')

/** Yields the events with all requested damage. */
const damaged = function* (stream: Stream, behaviour: Behaviour): Generator<StreamEvent> {
  if (behaviour.errorIn200) {
    yield stream.errorEvent()
    return
  }
  let index = 0
  for (const each of stream.events) {
    if (index === behaviour.malformedAfterEvents) yield brokenEvent
    if (index === behaviour.errorAfterEvents) {
      yield stream.errorEvent()
      return
    }
    yield each
    index += 1
  }
  if (behaviour.done !== false && stream.terminator) yield stream.terminator
  yield* stream.afterEnd
}

/** Yields the bytes of the whole stream, one buffer per event. */
export const streamBytes = function* (stream: Stream, behaviour: Behaviour): Generator<Buffer> {
  const { wire } = stream
  let index = 0
  for (const each of damaged(stream, behaviour)) {
    const frame = wire.frame(each, index)
    yield typeof frame === 'string' ? Buffer.from(frame) : frame
    index += 1
  }
  if (wire.end !== undefined && behaviour.done !== false) yield Buffer.from(wire.end)
}
