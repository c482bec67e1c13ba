import type { StreamEvent } from '../../protocols/types.ts'

/**
 * Joins the bytes of some events, in order and without copying if possible: adjacent events, such as those of one
 * network chunk, become one view of it.
 */
export function joinEvents(events: readonly StreamEvent[]): Uint8Array {
  const first = events[0]
  if (!first) return new Uint8Array()
  const { source, start } = first
  let { end } = first
  for (let i = 1; i < events.length; i += 1) {
    const event = events[i]
    if (!event || event.source !== source || event.start !== end)
      return Buffer.concat(events.map((each) => each.raw))
    end = event.end
  }
  return source.subarray(start, end)
}
