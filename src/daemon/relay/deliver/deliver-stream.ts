import type { Charge } from '../../pricing/settlement.ts'
import type { Codec, StreamEvent, StreamEventKind, UpstreamFailure } from '../../protocols/types.ts'
import { TransportError } from '../../upstream/exchange.ts'
import type { StreamAnswer } from '../call/answer.ts'
import { readStreamFailure } from '../call/failed-answer.ts'
import type { StreamTranslator } from '../call/prepare/translation.ts'
import { deliversSomething, isWhole } from '../call/stream-opening.ts'
import type { Client } from '../inbound/client.ts'
import type { UsageEvent } from './answer-format.ts'
import { toldUsage } from './charge.ts'
import type { Ended, StopReason } from './ended.ts'
import { joinEvents } from './join-events.ts'
import { LateLeaver } from './late-leaver.ts'
import { Outbox } from './outbox.ts'
import { ShapeSearch, statesUsage } from './shape-search.ts'
import type { StreamMeter } from './stream-meter.ts'
import type { LeaveOutNulls } from './without-nulls.ts'

/** Some upstreams keep the connection open after the end of the stream. We wait this long for anything that follows. */
const AFTER_END_MS = 1_000

/** The result of a stream, and the bytes that may follow once the charge is durable. */
export interface Delivered {
  readonly ended: Ended
  /** Content that arrived together with the end and was not written yet. The caller writes it with the terminator. */
  readonly unsent: Uint8Array | string | undefined
  /** The end of the stream for the client: everything from the upstream's own end on, or nothing if it sends none. */
  readonly terminator: Uint8Array | string | undefined
  /** The upstream's stream was read to its end, even if the client had left before. */
  readonly isWhole: boolean
  /** Why the stream broke off, if the upstream reported it. */
  readonly failure: UpstreamFailure | undefined
  /** The data of the last event, and of the event that reported the failure, if any. */
  readonly last: readonly string[]
  /** The charge of the stream, if the usage had to be written at its end. */
  readonly charge?: Charge
}

export interface CopyDeps {
  readonly client: Client
  /** The format of the upstream. */
  readonly codec: Codec
  readonly meter: StreamMeter
  /** Translates events into the client's protocol; undefined = they pass through. */
  readonly translator: StreamTranslator | undefined
  /** Writes the usage if the provider does not report it; undefined = the client did not ask for it. */
  readonly usageEvent: UsageEvent | undefined
  /** Decides the charge of the complete stream. Never throws or rejects. */
  readonly decideCharge: () => Charge | Promise<Charge>
  readonly hidesUsageChunk: boolean
  /** Removes members that the client only knows with a value; undefined = there are none. */
  readonly leaveOutNulls: LeaveOutNulls | undefined
  /** How long the stream is read after its client has left. */
  readonly drainMs: number
  /** Rewrites one event for the client; undefined = events are sent unchanged. */
  readonly edit: ((raw: Uint8Array, data: string) => Uint8Array) | undefined
  /** Receives the error that made a stream unreadable. */
  readonly onFault: (error: unknown) => void
  /** Called after each piece that carried content. */
  readonly onGrowth: () => void
  /** Receives the function that ends the stream early. */
  readonly onStop: (stop: (why: StopReason) => void) => void
}

/**
 * Copies a stream to the client. If the client leaves, keeps reading for a while to learn how much the answer used.
 * Events are sent unchanged, with three exceptions: those that the channel rewrites, the usage chunk that only we asked
 * for, and whatever arrives together with the end or after it. The caller sends that last part once the charge is
 * durable. While the client does not read, we do not read from the upstream.
 */
export function deliverStream(answer: StreamAnswer, deps: CopyDeps): Promise<Delivered> {
  return new Promise((resolve) => new StreamCopy(answer.opening, deps, resolve).start())
}

/** Copies one stream from the upstream to the client. */
class StreamCopy {
  readonly #opening: StreamAnswer['opening']
  readonly #deps: CopyDeps
  readonly #resolve: (delivered: Delivered) => void
  readonly #outbox: Outbox
  readonly #leaver: LateLeaver
  readonly #search: ShapeSearch
  /** Chunks read from the socket, but not split into events yet. */
  #arrived: Buffer[] = []
  /** The upstream's end and what follows it, withheld until the charge is durable. */
  #withheld: StreamEvent[] | undefined
  #lastContent = ''
  #lastData = ''
  #failureData = ''
  #failure: UpstreamFailure | undefined
  #endTimer: NodeJS.Timeout | undefined
  #isOver = false
  #isWhole = false
  #unsent: Uint8Array | string | undefined

  constructor(opening: StreamAnswer['opening'], deps: CopyDeps, resolve: (delivered: Delivered) => void) {
    const { client, leaveOutNulls } = deps
    this.#opening = opening
    this.#deps = deps
    this.#resolve = resolve
    this.#leaver = new LateLeaver(deps.drainMs, () => this.#finish('cut-by-client'))
    this.#search = new ShapeSearch(deps.codec, deps.translator === undefined && deps.edit === undefined)
    this.#outbox = new Outbox({
      client,
      leaveOutNulls,
      onFull: () => opening.exchange.pause(),
      onStalled: () => {
        client.destroy()
        this.#leave()
      },
    })
  }

  start(): void {
    const { client, onStop } = this.#deps
    const { exchange } = this.#opening
    client.onGone(() => this.#leave())
    client.onDrain(() => {
      this.#outbox.drained()
      exchange.resume()
    })
    onStop((why) => this.#finish(why))
    client.startStream()
    this.#read(() => this.#opening.takeEvents())
    if (this.#isOver) return
    const { ended } = this.#opening
    if (ended === 'end') return this.#end()
    if (ended instanceof TransportError) return this.#fail()
    exchange.consume({
      data: (chunk) => this.#receive(chunk),
      end: () => this.#end(),
      fail: () => this.#fail(),
    })
    exchange.resume()
  }

  #leave(): void {
    this.#outbox.close()
    this.#leaver.leave()
    if (!this.#isOver) this.#opening.exchange.resume()
  }

  /**
   * Upstreams write each event separately, and one read returns many: they are parsed as one once their shape is known.
   */
  #receive(chunk: Buffer): void {
    if (this.#search.isOver) {
      if (this.#arrived.push(chunk) === 1) queueMicrotask(() => this.#readArrived())
    } else if (!this.#isOver) this.#read(() => this.#opening.framer.push(chunk))
    this.#leaver.read(chunk.length)
  }

  #readArrived(): void {
    const chunks = this.#arrived
    this.#arrived = []
    const [first] = chunks
    if (this.#isOver || !first) return
    this.#read(() => this.#opening.framer.push(chunks.length === 1 ? first : Buffer.concat(chunks)))
  }

  #end(): void {
    this.#readArrived()
    if (this.#isOver) return
    const tail = this.#opening.framer.flush()
    if (tail && isWhole(tail)) this.#read(() => [tail])
    if (this.#isOver) return
    // Some vendors end without a terminator. This counts as the end only if the answer states both that it is finished
    // and its usage; anything else is a broken stream, and is never silently completed.
    const { codec, meter } = this.#deps
    const content = this.#lastContent
    const saysItAll = content !== '' && codec.finishesChoice(content) && hasUsage(codec, meter)
    this.#finish(this.#withheld !== undefined || saysItAll ? 'complete' : 'cut-by-upstream')
  }

  /** Once the upstream has announced the end of the stream, it is complete, even if the connection breaks. */
  #fail(): void {
    this.#readArrived()
    this.#finish(this.#withheld === undefined ? 'cut-by-upstream' : 'complete')
  }

  /**
   * If an event is too large or the codec does not understand it, what was delivered is charged and the rest not read.
   */
  #read(next: () => readonly StreamEvent[]): void {
    try {
      this.#take(next())
    } catch (error) {
      this.#deps.onFault(error)
      this.#finish('cut-by-upstream')
    }
  }

  #take(events: readonly StreamEvent[]): void {
    const { meter, onGrowth } = this.#deps
    const before = meter.events
    let latest: StreamEvent | undefined
    for (const event of events) {
      const kind = this.#takeEvent(event)
      if (kind === 'error') return this.#finish('cut-by-upstream')
      if (kind === 'content') latest = event
    }
    // Events that have already arrived are still read one by one.
    const shape = latest && this.#search.look(latest, meter.events)
    if (shape) this.#opening.framer.expect?.(shape)
    if (meter.events > before) onGrowth()
  }

  /** @returns the kind of an event that was read; undefined for events that only repeat others */
  #takeEvent(event: StreamEvent): StreamEventKind | undefined {
    const { data, run } = event
    const { codec, meter, translator } = this.#deps
    if (run) {
      this.#lastData = data
      this.#lastContent = data
      meter.addRun(run)
      this.#pass(event)
      return undefined
    }
    const repeated = this.#leaver.hasLeft ? undefined : translator?.repeat(data)
    if (repeated !== undefined) {
      this.#lastData = data
      this.#lastContent = data
      meter.add(data)
      this.#outbox.addText(repeated)
      return undefined
    }
    const kind = data === '' ? 'comment' : codec.classify(data)
    if (kind !== 'comment' && statesUsage(codec, data)) meter.noteUsage(data)
    if (kind === 'error') {
      this.#failure = readStreamFailure(codec, data)
      this.#failureData = data
      return kind
    }
    if (data !== '') this.#lastData = data
    if (kind === 'content' || (kind === 'terminator' && deliversSomething(codec, data))) {
      this.#lastContent = data
      meter.add(data)
    }
    if (kind === 'terminator') this.#awaitClose()
    if (!this.#leaver.hasLeft) this.#show(event, kind)
    return kind
  }

  #awaitClose(): void {
    this.#withheld ??= []
    this.#endTimer ??= setTimeout(() => {
      this.#finish('complete')
      this.#opening.exchange.abort()
    }, AFTER_END_MS)
  }

  #show(event: StreamEvent, kind: StreamEventKind): void {
    const { codec, edit, hidesUsageChunk, translator } = this.#deps
    if (translator) {
      // An event without content may announce what the next events belong to.
      if (event.data !== '') this.#outbox.addText(translator.push(event.data))
      return
    }
    if (kind === 'usage-only' && hidesUsageChunk) return
    // The first events of a response contain all of it, and have no content yet.
    const isEdited = kind !== 'comment' || codec.operation === 'responses'
    this.#pass(edit && isEdited ? replaced(event, edit(event.raw, event.data)) : event)
  }

  #pass(event: StreamEvent): void {
    if (this.#withheld) this.#withheld.push(event)
    else this.#outbox.add(event)
  }

  #finish(ended: Ended): void {
    if (this.#isOver) return
    this.#isWhole = ended === 'complete'
    // The content can go out with the terminator, in one write to the socket.
    if (this.#isWhole && !this.#leaver.hasLeft) this.#unsent = this.#outbox.take()
    this.#close()
    if (!this.#isWhole) this.#opening.exchange.abort()
    if (this.#leaver.hasLeft) return this.#tell('cut-by-client')
    if (!this.#isWhole) return this.#tell(ended)
    const { codec, meter, translator, usageEvent } = this.#deps
    const rest = this.#withheld && joinEvents(this.#withheld)
    const lacksUsage = usageEvent !== undefined && !hasUsage(codec, meter)
    if (!translator && !lacksUsage) return this.#tell(ended, rest)
    const deciding = this.#deps.decideCharge()
    if (deciding instanceof Promise) void deciding.then((charge) => this.#conclude(charge, rest))
    else this.#conclude(deciding, rest)
  }

  #close(): void {
    const { client } = this.#deps
    this.#outbox.flush()
    this.#outbox.close()
    this.#isOver = true
    clearTimeout(this.#endTimer)
    this.#leaver.close()
    client.onGone(undefined)
    client.onDrain(undefined)
  }

  /** Ends a stream that states its usage, which is known with the charge. */
  #conclude(charge: Charge, rest: Uint8Array | undefined): void {
    const { leaveOutNulls: clean = (piece: string) => piece, onFault, translator, usageEvent } = this.#deps
    const usage = toldUsage(charge)
    try {
      const added = usage && usageEvent?.(usage, this.#lastContent)
      if (!translator) return this.#tell('complete', joined(added && clean(added), rest), charge)
      const end = translator.end(usage)
      if (end === undefined) this.#tell('cut-by-upstream')
      else this.#tell('complete', clean(end), charge)
    } catch (error) {
      onFault(error)
      this.#tell('cut-by-upstream')
    }
  }

  #tell(ended: Ended, terminator?: Delivered['terminator'], charge?: Charge): void {
    this.#resolve({
      ended,
      unsent: this.#unsent,
      terminator,
      isWhole: this.#isWhole,
      failure: this.#failure,
      last: [this.#lastData, this.#failureData].filter((data) => data !== ''),
      ...(charge && { charge }),
    })
  }
}

/** Whether one of the events really states usage, rather than only mentioning it. */
const hasUsage = (codec: Codec, { usageDocuments }: StreamMeter): boolean =>
  usageDocuments.some((document) => codec.readUsage(document).kind !== 'none')

const joined = (
  first: string | Uint8Array | undefined,
  rest: Uint8Array | undefined,
): Uint8Array | undefined =>
  first === undefined ? rest : Buffer.concat([Buffer.from(first), rest ?? Buffer.alloc(0)])

/** Replaces the bytes of an event, for a channel that rewrites what its upstream sends. */
const replaced = ({ data }: StreamEvent, raw: Uint8Array): StreamEvent => ({
  raw,
  data,
  source: raw,
  start: 0,
  end: raw.length,
})
