import { writeAwsFrame } from '../../protocols/written-aws-events.ts'
import type { StreamShape } from './client.ts'
import { dataOfEvents } from './data-of-events.ts'

/** Writes streams for clients of Amazon Bedrock. Each event is a frame; nothing follows the last one. */
export class AwsStreamShape implements StreamShape {
  readonly contentType = 'application/vnd.amazon.eventstream'

  push(events: string): Buffer {
    return Buffer.concat(dataOfEvents(events).map(writeAwsFrame))
  }

  end(): string {
    return ''
  }
}
