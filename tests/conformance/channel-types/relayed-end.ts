import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createFramer } from '../../../src/daemon/protocols/framers.ts'
import type { StreamFraming } from '../../../src/daemon/protocols/types.ts'
import type { PreparedCall } from '../../../src/daemon/relay/call/prepare/prepare.ts'
import { openStream } from '../../../src/daemon/relay/call/stream-opening.ts'
import { type Delivered, deliverStream } from '../../../src/daemon/relay/deliver/deliver-stream.ts'
import { StreamMeter } from '../../../src/daemon/relay/deliver/stream-meter.ts'
import { Client } from '../../../src/daemon/relay/inbound/client.ts'
import type { BodySink, UpstreamExchange } from '../../../src/daemon/upstream/exchange.ts'

const request = new IncomingMessage(new Socket())

/** Returns how the relay itself judges the end of a stream that closed after these bytes. */
export async function relayedEnd(
  prepared: PreparedCall,
  framing: StreamFraming,
  bytes: Buffer,
): Promise<Delivered['ended']> {
  const { wire } = prepared
  const opening = await openStream(exchangeOf(bytes), wire, createFramer(framing), () => 1)
  if (opening.errorData !== undefined) return 'cut-by-upstream'
  const answer = {
    kind: 'stream' as const,
    prepared,
    contentType: 'text/event-stream',
    opening,
    hasOutput: opening.hasContent,
    firstByteMs: 1,
  }
  const delivered = await deliverStream(answer, {
    client: new Client(new ServerResponse(request), 'request-1'),
    codec: wire,
    meter: new StreamMeter(wire),
    translator: undefined,
    usageEvent: undefined,
    decideCharge: () => {
      throw new Error('only the end of a translated stream says what was used')
    },
    hidesUsageChunk: false,
    leaveOutNulls: undefined,
    drainMs: 0,
    edit: undefined,
    onFault: () => {},
    onGrowth: () => {},
    onStop: () => {},
  })
  return delivered.ended
}

/** Simulates an upstream that sends everything at once and closes. */
function exchangeOf(bytes: Buffer): UpstreamExchange {
  return {
    started: Promise.resolve(),
    status: 200,
    headers: {},
    isSent: true,
    consume: (sink: BodySink) => {
      if (bytes.length > 0) sink.data(bytes)
      sink.end()
    },
    readAll: () => Promise.resolve(bytes),
    pause: () => {},
    resume: () => {},
    abort: () => {},
  }
}
