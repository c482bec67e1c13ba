import { AwsEventStreamFramer } from './aws-event-stream.ts'
import type { EventShape } from './event-shape.ts'
import { JsonLinesFramer } from './json-lines.ts'
import { SseFramer } from './sse.ts'
import type { StreamEvent, StreamFraming } from './types.ts'

/** Cuts the bytes of a streamed answer into events. Any chunking gives the same events. */
export interface Framer {
  /** @throws AppError `upstream_too_large`, `upstream_malformed` */
  push(chunk: Uint8Array): StreamEvent[]
  /** From now on, events of this shape that come side by side may be told as one. */
  expect?(shape: EventShape): void
  /** What is left at the end: an unclosed event. */
  flush(): StreamEvent | undefined
}

/** A framer for one stream. Whatever the framing, the `raw` of an event is a server-sent event. */
export function createFramer(framing: StreamFraming): Framer {
  switch (framing) {
    case 'sse':
      return new SseFramer()
    case 'json-lines':
      return new JsonLinesFramer()
    case 'aws-event-stream':
      return new AwsEventStreamFramer()
  }
}
