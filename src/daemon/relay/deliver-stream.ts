import type { Codec, StreamEvent } from '../protocols/types.ts'
import { TransportError } from '../upstream/exchange.ts'
import type { StreamAnswer } from './attempt.ts'
import type { Client } from './client.ts'
import { joinEvents } from './join-events.ts'
import { parseJson } from './parse-json.ts'
import type { StreamMeter } from './stream-meter.ts'

/** A reader that takes nothing for this long is cut. */
const STALLED_CLIENT_MS = 60_000

/** How a stream went, and the bytes that may follow once the charge is durable. */
export interface Delivered {
  readonly ended: 'complete' | 'cut-by-upstream' | 'cut-by-client' | 'cut-by-quota' | 'cut-by-shutdown'
  /** The last data that spoke of usage; parsed by whoever settles. */
  readonly usageData: string | undefined
  /** What ends the stream for the client: the upstream's own terminator, or nothing where it sends none. */
  readonly terminator: Uint8Array | undefined
}

export interface DeliverDeps {
  readonly client: Client
  readonly codec: Codec
  readonly meter: StreamMeter
  readonly hidesUsageChunk: boolean
  /** Rewrites one event for the client; undefined = events go out as they came. */
  readonly edit: ((raw: Uint8Array, data: string) => Uint8Array) | undefined
  /** Called after each piece that carried content. */
  readonly onGrowth: () => void
  /** Receives the function that ends the stream early. */
  readonly onStop: (stop: (why: 'cut-by-quota' | 'cut-by-shutdown') => void) => void
}

/**
 * Copies a stream to the client and reads along. Everything goes out as it came, except what the channel has rewritten,
 * the usage chunk we asked for ourselves, and the last event, which the caller sends after the charge. Backpressure is honoured: while the client
 * does not take, nothing is read from the upstream.
 */
export function deliverStream(answer: StreamAnswer, deps: DeliverDeps): Promise<Delivered> {
  const { client, codec, meter } = deps
  const { exchange, framer } = answer.opening
  return new Promise((resolve) => {
    let usageData: string | undefined
    let terminator: Uint8Array | undefined
    let lastContent = ''
    let isOver = false
    let stallTimer: NodeJS.Timeout | undefined

    const finish = (ended: Delivered['ended']) => {
      if (isOver) return
      isOver = true
      clearTimeout(stallTimer)
      client.onGone(undefined)
      client.onDrain(undefined)
      if (ended !== 'complete') exchange.abort()
      resolve({ ended, usageData, terminator })
    }

    const take = (events: readonly StreamEvent[]) => {
      const out: StreamEvent[] = []
      const before = meter.events
      for (const event of events) {
        const { data } = event
        if (data === '') {
          out.push(event)
          continue
        }
        const kind = codec.classify(data)
        if (kind === 'terminator') {
          terminator = event.raw
          continue
        }
        if (kind === 'error') {
          write(out)
          return finish('cut-by-upstream')
        }
        if (data.includes('"usage"')) usageData = statesUsage(codec, data) ? data : usageData
        if (kind === 'content') {
          lastContent = data
          meter.add(data)
        }
        if (kind !== 'usage-only' || !deps.hidesUsageChunk)
          out.push(deps.edit ? replaced(event, deps.edit(event.raw, data)) : event)
      }
      write(out)
      if (meter.events > before) deps.onGrowth()
    }

    const write = (pieces: readonly StreamEvent[]) => {
      if (pieces.length === 0 || isOver) return
      if (client.write(joinEvents(pieces))) return
      exchange.pause()
      stallTimer ??= setTimeout(() => {
        client.destroy()
        finish('cut-by-client')
      }, STALLED_CLIENT_MS)
    }

    const end = () => {
      const tail = framer.flush()
      if (tail) take([tail])
      if (isOver) return
      // Some vendors end without a terminator. That counts as an end only when the answer says that it finished and
      // what it used; everything else is a broken stream and never completed in silence.
      const saysItAll = usageData !== undefined && lastContent !== '' && codec.finishesChoice(lastContent)
      finish(terminator !== undefined || saysItAll ? 'complete' : 'cut-by-upstream')
    }

    client.onGone(() => finish('cut-by-client'))
    client.onDrain(() => {
      clearTimeout(stallTimer)
      stallTimer = undefined
      exchange.resume()
    })
    deps.onStop(finish)
    client.startStream(answer.contentType)
    take(answer.opening.events)
    if (isOver) return
    if (answer.opening.ended === 'end') return end()
    if (answer.opening.ended instanceof TransportError) return finish('cut-by-upstream')
    exchange.consume({
      data: (chunk) => {
        if (isOver) return
        try {
          take(framer.push(chunk))
        } catch {
          // An event beyond the size bound: what was delivered stands, the rest is not read.
          finish('cut-by-upstream')
        }
      },
      end,
      fail: () => finish('cut-by-upstream'),
    })
    exchange.resume()
  })
}

/** `"usage":null` in every chunk is the rule with `include_usage`; only a stated one counts. */
function statesUsage(codec: Codec, data: string): boolean {
  if (data.includes('"usage":null') && data.indexOf('"usage"') === data.lastIndexOf('"usage"')) return false
  const document = parseJson(data)
  return document !== undefined && codec.readUsage(document).kind !== 'none'
}

/** The event with other bytes: those of a channel that rewrites what its upstream sends. */
const replaced = (event: StreamEvent, raw: Uint8Array): StreamEvent =>
  raw === event.raw ? event : { raw, data: event.data, source: raw, start: 0, end: raw.length }
