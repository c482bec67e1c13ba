import type { ChangeFeed } from '../../db/changes.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import { queuedResponse, responseIdOf } from '../../protocols/responses/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import { answerContext } from '../call/prepare/translation.ts'
import { Client, type Outlet } from '../inbound/client.ts'
import type { Inbound } from '../inbound/inbound.ts'
import { describeKept, expiryOf, type KeepDeps, readLastResponse } from './keep-response.ts'
import { closingEvent, EventRecorder, type ResponseEvents } from './response-events.ts'
import type { KeptResponse, ResponsesStore } from './responses-store.ts'
import { withBody } from './with-body.ts'

export interface BackgroundDeps extends KeepDeps {
  readonly background: BackgroundRuns
  readonly events: ResponseEvents
}

/**
 * The responses that run in this process, by id. A response that is cancelled or deleted, by any daemon, is aborted.
 */
export class BackgroundRuns {
  readonly #outlets = new Map<string, BackgroundOutlet>()

  constructor(changes: Pick<ChangeFeed, 'on'>) {
    changes.on('response', (id) => this.#outlets.get(id)?.leave())
  }

  has(id: string): boolean {
    return this.#outlets.has(id)
  }

  add(id: string, outlet: BackgroundOutlet): void {
    this.#outlets.set(id, outlet)
  }

  remove(id: string): void {
    this.#outlets.delete(id)
  }
}

/** The recipients of the stream of a background response. */
interface Follower {
  /** May leave without ending the response. */
  readonly client: Client
  /** Stores the stream for clients that come back. */
  readonly recorder: EventRecorder
}

/** Acts as the client of a background response, for which often nobody is waiting. */
export class BackgroundOutlet implements Outlet {
  readonly #id: string
  readonly #follower: Follower | undefined
  #vendorId: string | undefined
  #onClose: (() => void) | undefined
  #isStream = false
  /** The end of the answer: the last events, or an error. */
  last = ''

  constructor(id: string, follower: Follower | undefined) {
    this.#id = id
    this.#follower = follower
  }

  on(event: string, listener: () => void): void {
    if (event === 'close') this.#onClose = listener
  }

  writeHead(status: number): void {
    if (status !== 200) return
    this.#isStream = true
    this.#follower?.client.startStream()
  }

  write(chunk: Uint8Array | string): boolean {
    if (!this.#follower) return true
    const events = this.#named(chunk)
    this.#follower.recorder.add(events)
    this.#follower.client.write(events)
    return true
  }

  end(chunk: Uint8Array | string = ''): void {
    this.last = textOf(chunk)
    if (!this.#follower) return
    const { client, recorder } = this.#follower
    if (!this.#isStream) return client.refuse(502, { 'content-type': 'application/json' }, this.last)
    const events = this.#named(chunk)
    recorder.add(events)
    client.end(events)
  }

  destroy(): void {}

  /** Ends the stream because the response was cancelled or deleted. */
  leave(): void {
    this.#onClose?.()
    this.#follower?.recorder.stop()
    // End the stream properly, even if it is empty. Clients whose connection breaks would send the request again.
    this.#follower?.client.startStream()
    this.#follower?.client.end('')
  }

  /** Replaces the vendor's id with ours, by which the client can find the response. */
  #named(chunk: Uint8Array | string): string {
    const text = textOf(chunk)
    this.#vendorId ??= /"id"\s*:\s*"(resp_[^"]+)"/.exec(text)?.[1]
    return this.#vendorId === undefined ? text : text.replaceAll(this.#vendorId, this.#id)
  }
}

const textOf = (chunk: Uint8Array | string): string =>
  typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')

/** Changes the request for the vendor: it is streamed, so that what it has earned is known at any time. */
export function forBackground(asked: Asked<Inbound>): Asked<Inbound> {
  const { background: _ours, ...body } = asked.admitted.body
  return withBody(asked, { ...body, stream: true })
}

/** A response that has begun to run in the background. */
export interface BackgroundRun {
  /** The request, with a client that never leaves by itself. */
  readonly asked: Asked<Inbound>
  /** Call this when the request has been answered and charged, or has failed. Never rejects. */
  end(): Promise<void>
}

/**
 * Stores a response that is about to run, and informs its client. Its hold is durable: if the response is open and the
 * hold is gone, its daemon has died.
 *
 * @param isFollowed whether the client wants the stream
 */
export async function beginBackground(
  asked: Asked<Inbound>,
  isFollowed: boolean,
  deps: BackgroundDeps,
): Promise<BackgroundRun> {
  const { keeping, inbound, admitted } = asked
  if (!keeping) throw new Error('A response runs in the background and is not kept.')
  const { responses, background, events, clock, log } = deps
  const id = responseIdOf(keeping.as.key)
  const request = { model: admitted.facts.model, isStream: true, turns: [], tools: [] }
  const queued = queuedResponse(answerContext(request, asked))
  const nowMs = clock.now()
  const expiresMs = expiryOf(asked, nowMs)
  await responses.insert({
    id,
    userId: admitted.caller.userId,
    previousId: keeping.as.previousId,
    requestId: inbound.requestId,
    isOpen: true,
    input: keeping.input,
    answer: queued,
    createdMs: nowMs,
    expiresMs,
  })
  if (isFollowed) await events.begin({ id, expiresMs })
  const recorder = isFollowed ? new EventRecorder({ id, expiresMs }, { events, log }) : undefined
  const outlet = new BackgroundOutlet(id, recorder && { client: inbound.client, recorder })
  background.add(id, outlet)
  if (!isFollowed) inbound.client.send(200, { 'content-type': 'application/json' }, JSON.stringify(queued))
  return {
    asked: { ...asked, inbound: { ...inbound, client: new Client(outlet, inbound.requestId) } },
    async end() {
      const ended = readLastResponse(outlet.last)
      const answer = ended ? describeKept(asked, ended) : failed(queued, outlet.last)
      if (recorder?.isEmpty) recorder.add(closingEvent(answer, 0))
      // Store all events first, so that a client that sees the end finds the whole stream.
      await recorder?.end()
      await responses
        .close(id, answer)
        .catch((error: unknown) => log.error({ err: error, requestId: inbound.requestId }, 'not closed'))
      background.remove(id)
    },
  }
}

/**
 * Returns a response as its client may see it now. If its daemon died before the answer was complete, the response has
 * failed, and what it had earned was charged; if the answer was complete, it is shown.
 */
export async function showKept(
  kept: KeptResponse,
  { responses, background }: Pick<BackgroundDeps, 'responses' | 'background'>,
): Promise<JsonObject> {
  const { id, answer, status } = kept
  if (!kept.isOpen) return answer
  if (background.has(id) || (await responses.hasHold(kept))) return running(answer)
  if (FINAL.has(status)) await responses.publish(id)
  else await responses.close(id, failed(answer, ''))
  return (await responses.find(kept.userId, id))?.answer ?? answer
}

const FINAL: ReadonlySet<string> = new Set(['completed', 'incomplete', 'failed', 'cancelled'])

/** Hides the answer: nothing is shown before it is charged. */
const running = (answer: JsonObject): JsonObject => ({
  ...answer,
  status: 'in_progress',
  completed_at: null,
  incomplete_details: null,
  output: [],
  usage: null,
})

/** Ends an open response. @returns the response after that; one that has already ended is unchanged */
export async function cancelKept(kept: KeptResponse, responses: ResponsesStore): Promise<JsonObject> {
  const cancelled = { ...running(kept.answer), status: 'cancelled' }
  if (!(kept.isOpen && (await responses.close(kept.id, cancelled))))
    return (await responses.find(kept.userId, kept.id))?.answer ?? kept.answer
  await responses.tell(kept.id)
  return cancelled
}

const failed = (answer: JsonObject, told: string): JsonObject => {
  const error = readError(told)
  const code = asText(error?.code) ?? 'server_error'
  const message = asText(error?.message) ?? 'The gateway was stopped before the response was complete.'
  return { ...running(answer), status: 'failed', error: { code, message } }
}

/** Reads an error from an answer, or from the last event of a stream. */
function readError(text: string): JsonObject | undefined {
  const whole = asObject(parseJson(text))
  if (whole) return asObject(whole.error)
  const data = text.split('\n').findLast((line) => line.startsWith('data:'))
  const event = asObject(parseJson(data?.slice('data:'.length) ?? ''))
  return asObject(event?.error) ?? event
}
