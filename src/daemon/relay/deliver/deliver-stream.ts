import type { Charge } from '../../pricing/settlement.ts'
import { EventShape } from '../../protocols/event-shape.ts'
import type { Codec, StreamEvent, UpstreamFailure } from '../../protocols/types.ts'
import { TransportError } from '../../upstream/exchange.ts'
import type { StreamAnswer } from '../call/answer.ts'
import { readStreamFailure } from '../call/failed-answer.ts'
import type { StreamTranslator } from '../call/prepare/translation.ts'
import { mayStateUsage } from '../call/read-usage.ts'
import { deliversSomething, isWhole } from '../call/stream-opening.ts'
import type { Client } from '../inbound/client.ts'
import type { UsageEvent } from './answer-format.ts'
import { toldUsage } from './charge.ts'
import type { Ended, StopReason } from './ended.ts'
import { joinEvents } from './join-events.ts'
import { LateLeaver } from './late-leaver.ts'
import type { StreamMeter } from './stream-meter.ts'
import type { LeaveOutNulls } from './without-nulls.ts'

/** Some upstreams keep the connection open after the end of the stream. We wait this long for anything that still comes. */
const AFTER_END_MS = 1_000

/** A client that reads nothing for this long is cut. */
const STALLED_CLIENT_MS = 60_000

/** Events of content after which the shape of the next ones is looked for: a short answer is not worth it. */
const FIRST_LOOK = 4
/** Each look comes after twice as many events, up to this: what has no shape by then has none. */
const LAST_LOOK = 64

/** How a stream went, and the bytes that may follow once the charge is durable. */
export interface Delivered {
  readonly ended: Ended
  /** Content that arrived together with the end and was not written yet. The caller writes it with the terminator. */
  readonly unsent: Uint8Array | string | undefined
  /** What ends the stream for the client: everything from the upstream's own end on, or nothing where it sends none. */
  readonly terminator: Uint8Array | string | undefined
  /** The upstream's stream arrived to its end, also where the client had left before. */
  readonly isWhole: boolean
  /** Why the stream broke off, where the upstream said it. */
  readonly failure: UpstreamFailure | undefined
  /** Data of the last event that was read, and of the one that told the failure, where one did. */
  readonly last: readonly string[]
  /** The charge of the stream, if its end had to state the usage. */
  readonly charge?: Charge
}

export interface CopyDeps {
  readonly client: Client
  /** The format the upstream speaks. */
  readonly codec: Codec
  readonly meter: StreamMeter
  /** Turns events into the client's protocol; undefined = they pass through. */
  readonly translator: StreamTranslator | undefined
  /** Writes the usage if the provider left it out; undefined = the client did not ask for it. */
  readonly usageEvent: UsageEvent | undefined
  /** Decides the charge of the stream, which is complete. Never throws or rejects. */
  readonly decideCharge: () => Charge | Promise<Charge>
  readonly hidesUsageChunk: boolean
  /** Takes out members that the client knows only with a value; undefined = there are none. */
  readonly leaveOutNulls: LeaveOutNulls | undefined
  /** How long a stream is read on after its client has left. */
  readonly drainMs: number
  /** Rewrites one event for the client; undefined = events go out as they came. */
  readonly edit: ((raw: Uint8Array, data: string) => Uint8Array) | undefined
  /** Told what made a stream unreadable. */
  readonly onFault: (error: unknown) => void
  /** Called after each piece that carried content. */
  readonly onGrowth: () => void
  /** Receives the function that ends the stream early. */
  readonly onStop: (stop: (why: StopReason) => void) => void
}

/**
 * Copies a stream to the client. If the client leaves, reads on for a while to learn what the answer used. Events go out
 * unchanged, with three exceptions: those that the channel rewrites, the usage chunk that only we asked for, and whatever
 * arrives together with the end or after it. The caller sends that last part once the charge is durable. While the client
 * does not read, we do not read from the upstream.
 */
export function deliverStream(answer: StreamAnswer, deps: CopyDeps): Promise<Delivered> {
  const { client, codec, meter, translator } = deps
  const { exchange, framer } = answer.opening
  const clean: LeaveOutNulls = deps.leaveOutNulls ?? ((piece) => piece)
  return new Promise((resolve) => {
    let withheld: StreamEvent[] | undefined
    let lastContent = ''
    let lastData = ''
    let failureData = ''
    let failure: UpstreamFailure | undefined
    let isOver = false
    let stallTimer: NodeJS.Timeout | undefined
    let endTimer: NodeJS.Timeout | undefined
    let nextLook = FIRST_LOOK
    let hasShape = translator !== undefined || deps.edit !== undefined
    let arrived: Buffer[] = []
    let leaving: StreamEvent[] = []
    let leavingText = ''

    const finish = (ended: Ended) => {
      if (isOver) return
      // It can go out with the terminator, in one write to the socket.
      const unsent = ended === 'complete' && !leaver.hasLeft ? takeLeaving() : undefined
      flush()
      isOver = true
      clearTimeout(stallTimer)
      clearTimeout(endTimer)
      leaver.close()
      client.onGone(undefined)
      client.onDrain(undefined)
      const isWhole = ended === 'complete'
      if (!isWhole) exchange.abort()
      const said = [lastData, failureData].filter((data) => data !== '')
      const tell = (ended: Ended, terminator?: Delivered['terminator'], charge?: Charge) =>
        resolve({ ended, unsent, terminator, isWhole, failure, last: said, ...(charge && { charge }) })
      if (leaver.hasLeft) return tell('cut-by-client')
      if (!isWhole) return tell(ended)
      const rest = withheld && joinEvents(withheld)
      const lacksUsage = deps.usageEvent !== undefined && !statesUsage(codec, meter)
      if (!translator && !lacksUsage) return tell(ended, rest)
      const conclude = (charge: Charge) => {
        const usage = toldUsage(charge)
        const added = usage && deps.usageEvent?.(usage, lastContent)
        try {
          if (!translator) return tell(ended, joined(added, rest), charge)
          const end = translator.end(usage)
          if (end === undefined) tell('cut-by-upstream')
          else tell(ended, clean(end), charge)
        } catch (error) {
          deps.onFault(error)
          tell('cut-by-upstream')
        }
      }
      const deciding = deps.decideCharge()
      if (deciding instanceof Promise) void deciding.then(conclude)
      else conclude(deciding)
    }
    const leaver = new LateLeaver(deps.drainMs, () => finish('cut-by-client'))
    const leave = () => {
      clearTimeout(stallTimer)
      leaver.leave()
      if (!isOver) exchange.resume()
    }

    const isPlain = (data: string) => !mayStateUsage(codec, data) || isUsageNull(data)
    const noteUsage = (data: string) => {
      if (!isPlain(data)) meter.noteUsage(data)
    }

    /** Spares the events that only repeat this one their reading, where they pass through. */
    const learnShape = (event: StreamEvent) => {
      if (hasShape || meter.events < nextLook || nextLook > LAST_LOOK || !isPlain(event.data)) return
      nextLook = 2 * meter.events
      const shape = EventShape.of(event, codec, isPlain)
      if (!shape) return
      hasShape = true
      framer.expect?.(shape)
    }

    /** The first events of a response hold all of it, and bring nothing yet. */
    const isEdited = (kind: string) => kind !== 'comment' || codec.operation === 'responses'

    /** A codec may not understand an event, or it may be too large: what was delivered is charged, the rest is not read. */
    const read = (next: () => readonly StreamEvent[]) => {
      try {
        take(next())
      } catch (error) {
        deps.onFault(error)
        finish('cut-by-upstream')
      }
    }

    const take = (events: readonly StreamEvent[]) => {
      const out: StreamEvent[] = []
      let text = ''
      const before = meter.events
      let latest: StreamEvent | undefined
      for (const event of events) {
        const { data } = event
        if (event.run) {
          lastData = data
          lastContent = data
          meter.addRun(event.run)
          if (withheld) withheld.push(event)
          else out.push(event)
          continue
        }
        const repeated = leaver.hasLeft ? undefined : translator?.repeat(data)
        if (repeated !== undefined) {
          lastData = data
          lastContent = data
          meter.add(data)
          text += repeated
          continue
        }
        const kind = data === '' ? 'comment' : codec.classify(data)
        if (kind === 'error') {
          failure = readStreamFailure(codec, data)
          failureData = data
          noteUsage(data)
          write(out, text)
          return finish('cut-by-upstream')
        }
        if (data !== '') lastData = data
        if (kind !== 'comment') noteUsage(data)
        if (kind === 'content' || (kind === 'terminator' && deliversSomething(codec, data))) {
          lastContent = data
          meter.add(data)
          latest = event
        }
        if (kind === 'terminator') {
          withheld ??= []
          endTimer ??= setTimeout(endWithoutClose, AFTER_END_MS)
        }
        if (leaver.hasLeft) continue
        if (translator) {
          // An event without content may announce what the next events belong to.
          if (data !== '') text += translator.push(data)
        } else if (kind === 'usage-only' && deps.hidesUsageChunk) continue
        else {
          const shown = deps.edit && isEdited(kind) ? replaced(event, deps.edit(event.raw, data)) : event
          if (withheld) withheld.push(shown)
          else out.push(shown)
        }
      }
      write(out, text)
      // Of what has come already, nothing is spared any more.
      if (latest) learnShape(latest)
      if (meter.events > before) deps.onGrowth()
    }

    /** What one read of the upstream's socket brought goes out in one piece. */
    const write = (pieces: readonly StreamEvent[], text: string) => {
      if (pieces.length === 0 && text === '') return
      if (leaving.length === 0 && leavingText === '') queueMicrotask(flush)
      for (const piece of pieces) leaving.push(piece)
      leavingText += text
    }

    const takeLeaving = (): Uint8Array | string | undefined => {
      const pieces = leaving
      const text = leavingText
      leaving = []
      leavingText = ''
      if (pieces.length === 0 && text === '') return undefined
      return clean(text === '' ? joinEvents(pieces) : text)
    }

    const flush = () => {
      const piece = takeLeaving()
      if (piece === undefined || isOver || leaver.hasLeft || client.write(piece)) return
      exchange.pause()
      stallTimer ??= setTimeout(() => {
        client.destroy()
        leave()
      }, STALLED_CLIENT_MS)
    }

    /** Upstreams write each event by itself, and one read brings many: they are read together once their shape is known. */
    const readArrived = () => {
      const chunks = arrived
      arrived = []
      const [first] = chunks
      if (isOver || !first) return
      read(() => framer.push(chunks.length === 1 ? first : Buffer.concat(chunks)))
    }

    const end = () => {
      readArrived()
      if (isOver) return
      const tail = framer.flush()
      if (tail && isWhole(tail)) read(() => [tail])
      if (isOver) return
      // Some vendors end without a terminator. That counts as an end only when the answer says that it finished and
      // what it used; everything else is a broken stream and never completed in silence.
      const saysItAll = lastContent !== '' && codec.finishesChoice(lastContent) && statesUsage(codec, meter)
      finish(withheld !== undefined || saysItAll ? 'complete' : 'cut-by-upstream')
    }

    /** Once the upstream has said that the stream is over, it is complete, even if the connection breaks. */
    const fail = () => {
      readArrived()
      finish(withheld === undefined ? 'cut-by-upstream' : 'complete')
    }

    const endWithoutClose = () => {
      finish('complete')
      exchange.abort()
    }

    client.onGone(leave)
    client.onDrain(() => {
      clearTimeout(stallTimer)
      stallTimer = undefined
      exchange.resume()
    })
    deps.onStop(finish)
    client.startStream()
    read(() => answer.opening.takeEvents())
    if (isOver) return
    if (answer.opening.ended === 'end') return end()
    if (answer.opening.ended instanceof TransportError) return fail()
    exchange.consume({
      data: (chunk) => {
        if (hasShape || nextLook > LAST_LOOK) {
          if (arrived.push(chunk) === 1) queueMicrotask(readArrived)
        } else if (!isOver) read(() => framer.push(chunk))
        leaver.read(chunk.length)
      },
      end,
      fail,
    })
    exchange.resume()
  })
}

/** With `include_usage` every chunk has `"usage":null`; only a stated one counts. */
const isUsageNull = (data: string): boolean =>
  data.includes('"usage":null') && data.indexOf('"usage"') === data.lastIndexOf('"usage"')

/** Whether any of the events states usage and does not only mention it. */
const statesUsage = (codec: Codec, { usageDocuments }: StreamMeter): boolean =>
  usageDocuments.some((document) => codec.readUsage(document).kind !== 'none')

const joined = (text: string | undefined, rest: Uint8Array | undefined): Uint8Array | undefined =>
  text === undefined ? rest : Buffer.concat([Buffer.from(text), rest ?? Buffer.alloc(0)])

/** The event with other bytes: those of a channel that rewrites what its upstream sends. */
const replaced = ({ data }: StreamEvent, raw: Uint8Array): StreamEvent => ({
  raw,
  data,
  source: raw,
  start: 0,
  end: raw.length,
})
