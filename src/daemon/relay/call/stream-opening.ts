import type { Framer } from '../../protocols/framers.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, StreamEvent } from '../../protocols/types.ts'
import type { TransportError, UpstreamExchange } from '../../upstream/exchange.ts'

/** The most that is buffered while waiting for the first event with content. */
const EARLY_BYTES_MAX = 1_048_576

/**
 * A stream up to its first content. Nothing has gone to the client yet, so another channel can still take over. Events
 * that arrive before the next reader attaches are buffered for it.
 */
export interface StreamOpening {
  readonly exchange: UpstreamExchange
  readonly framer: Framer
  /** Returns the events that have arrived, in order, and drops them: a stream may stay open for minutes. */
  takeEvents(): readonly StreamEvent[]
  /** Returns the events that have not been taken yet, without dropping them. */
  keptEvents(): readonly StreamEvent[]
  readonly hasContent: boolean
  /** The data of an error event that came before any content. */
  readonly errorData: string | undefined
  /** How the stream ended, if it has. */
  readonly ended: 'end' | TransportError | undefined
  /** Unix milliseconds of the first event. */
  readonly firstEventMs: number
}

/** Reads until content, error or end. Never rejects: a transport error is in `ended`. */
export function openStream(
  exchange: UpstreamExchange,
  codec: Codec,
  framer: Framer,
  now: () => number,
): Promise<StreamOpening> {
  return new Promise((resolve) => {
    let events: StreamEvent[] = []
    const state = {
      exchange,
      framer,
      takeEvents: () => {
        const taken = events
        events = []
        return taken
      },
      keptEvents: () => events,
      hasContent: false,
      errorData: undefined as string | undefined,
      ended: undefined as 'end' | TransportError | undefined,
      firstEventMs: 0,
    }
    let earlyBytes = 0
    const take = (fresh: readonly StreamEvent[]) => {
      for (const event of fresh) {
        events.push(event)
        earlyBytes += event.end - event.start
        if (state.hasContent || state.errorData !== undefined || event.data === '') continue
        if (state.firstEventMs === 0) state.firstEventMs = now()
        const kind = codec.classify(event.data)
        if (kind === 'error') state.errorData = event.data
        else if (kind === 'content' || kind === 'terminator')
          state.hasContent = deliversSomething(codec, event.data)
      }
      if (state.hasContent || state.errorData !== undefined || earlyBytes > EARLY_BYTES_MAX) {
        exchange.pause()
        resolve(state)
      }
    }
    exchange.consume({
      data: (chunk) => take(framer.push(chunk)),
      end: () => {
        const tail = framer.flush()
        state.ended = 'end'
        if (tail && isWhole(tail)) take([tail])
        resolve(state)
      },
      fail: (error) => {
        state.ended = error
        resolve(state)
      },
    })
  })
}

/**
 * Whether the last, unclosed event of a stream is complete. An event that was cut off in the middle counts for nothing,
 * whatever its first half contains.
 */
export const isWhole = ({ data }: StreamEvent): boolean =>
  data === '' || data.trimEnd() === '[DONE]' || parseJson(data) !== undefined

/** Whether an event has output. Unreadable events do not, but are still passed on. */
export function deliversSomething(codec: Codec, data: string): boolean {
  const document = parseJson(data)
  return document !== undefined && codec.readOutput(document).hasOutput
}
