import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Options } from '../../options/registry.ts'
import { asText } from '../../protocols/json-access.ts'
import type { Client } from '../inbound/client.ts'
import { type BackgroundRuns, showKept } from './background.ts'
import { closingEvent, dataOf, type KeptEvent, type ResponseEvents } from './response-events.ts'
import type { KeptResponse, ResponsesStore } from './responses-store.ts'

interface FollowDeps {
  readonly client: Client
  readonly options: Options
  readonly events: ResponseEvents
  readonly responses: ResponsesStore
  readonly background: BackgroundRuns
  readonly log: Logger
  /** Registers what to do when the daemon takes no new requests. @returns a function that unregisters it */
  readonly onDrain: (stop: () => void) => () => void
}

/** How often the database is checked for new events. The response may run in another daemon. */
const LOOK_EVERY_MS = 500
/** After a response has ended, its daemon may still be storing the last events for this long. */
const LAST_EVENTS_MS = 3_000

/** A client that reads nothing for this long is disconnected. */
const STALLED_CLIENT_MS = 60_000

/** Events that nothing follows. */
const ENDS: ReadonlySet<string | undefined> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'error',
])

/**
 * Writes the stored stream of a background response from the event after `after` on, and continues with new events
 * until the response ends. If the end of a stream was not stored, it is made from the response, except a cancelled one:
 * vendors have no event for that. Stops early when the daemon stops, so that the client can continue with another one.
 * Never rejects.
 */
export async function follow(kept: KeptResponse, after: number, deps: FollowDeps): Promise<void> {
  const { client, log, onDrain } = deps
  const left = new AbortController()
  client.onGone(() => left.abort())
  const forget = onDrain(() => left.abort())
  const stopPinging = ping(client, deps.options)
  client.startStream()
  // The headers are sent with the first write, and the next event may take minutes.
  client.write(': FOLLOWING\n\n')
  try {
    client.end(await copy(kept, after, left.signal, deps))
  } catch (error) {
    log.warn({ err: error, responseId: kept.id }, 'a stream cannot be followed')
    client.destroy()
  } finally {
    stopPinging()
    forget()
  }
}

/** @returns the last event, if it was not stored; otherwise an empty text */
async function copy(
  { id, userId }: KeptResponse,
  after: number,
  left: AbortSignal,
  { client, events, responses, background }: FollowDeps,
): Promise<string> {
  let seq = after
  let looksLeft = LAST_EVENTS_MS / LOOK_EVERY_MS
  while (!left.aborted) {
    const next = await events.after(id, seq)
    for (const event of next) {
      seq = event.seq
      if (!client.write(event.text)) await drained(client, left)
    }
    if (next.length > 0) continue
    const kept = await responses.find(userId, id)
    const answer = kept && (await showKept(kept, { responses, background }))
    const status = asText(answer?.status)
    if (!answer || status === 'cancelled') return ''
    if (status !== 'queued' && status !== 'in_progress') {
      const last = await events.last(id)
      if (last && ENDS.has(typeOf(last)) && last.seq <= seq) return ''
      if (looksLeft <= 0) return closingEvent(answer, seq + 1)
      looksLeft -= 1
    }
    await wait(LOOK_EVERY_MS, undefined, { signal: left }).catch(() => {})
  }
  return ''
}

const typeOf = ({ text }: KeptEvent): string | undefined => asText(dataOf(text)?.type)

/** @throws Error if the client reads nothing for a minute */
async function drained(client: Client, left: AbortSignal): Promise<void> {
  const stalled = AbortSignal.timeout(STALLED_CLIENT_MS)
  const over = AbortSignal.any([left, stalled])
  await new Promise<void>((resolve) => {
    client.onDrain(resolve)
    over.addEventListener('abort', () => resolve(), { once: true })
  })
  client.onDrain(undefined)
  if (stalled.aborted) throw new Error('The client does not read its stream.')
}

function ping(client: Client, options: Options): () => void {
  if (!options['general_setting.ping_interval_enabled']) return () => {}
  const timer = setInterval(
    () => client.write(': PING\n\n'),
    options['general_setting.ping_interval_seconds'] * 1000,
  )
  return () => clearInterval(timer)
}
