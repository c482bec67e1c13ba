import type { StreamEvent } from './types.ts'

/** An event from a stream that does not use server-sent events, before it is written as one. */
export interface UnwrittenEvent {
  /** Empty = no `event:` line. */
  readonly name: string
  /** A single line. */
  readonly data: string
}

/** Writes events as adjacent server-sent events in one buffer, so that they can be passed on as one piece. */
export function writeEvents(events: readonly UnwrittenEvent[]): StreamEvent[] {
  if (events.length === 0) return []
  const texts = events.map(({ name, data }) =>
    name === '' ? `data: ${data}\n\n` : `event: ${name}\ndata: ${data}\n\n`,
  )
  const source = Buffer.from(texts.join(''))
  let start = 0
  return events.map(({ data }, index) => {
    const end = start + Buffer.byteLength(texts[index] ?? '')
    const event: StreamEvent = { source, start, end, data, raw: source.subarray(start, end) }
    start = end
    return event
  })
}
