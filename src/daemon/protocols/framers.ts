import { AwsEventStreamFramer } from './aws-event-stream.ts'
import type { EventShape } from './event-shape.ts'
import { JsonLinesFramer } from './json-lines.ts'
import { SseFramer } from './sse.ts'
import type { StreamEvent, StreamFraming } from './types.ts'

/** Cuts the bytes of a streamed answer into events. The chunk boundaries do not affect the events. */
export interface Framer {
  /** @throws AppError `upstream_too_large`, `upstream_malformed` */
  push(chunk: Uint8Array): StreamEvent[]
  /** Allows adjacent events of this shape to be reported as one from now on. */
  expect?(shape: EventShape): void
  /** Returns what is left at the end: an incomplete event. */
  flush(): StreamEvent | undefined
}

/** Creates a framer for one stream. With every framing, the `raw` of an event is a server-sent event. */
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
