import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createParser } from 'eventsource-parser'

export interface ReceivedEvent {
  readonly id: string
  readonly event: string
  readonly data: Record<string, unknown>
}

/** A connection to the live feed by a simple client. */
export interface EventReader {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Everything received so far. */
  readonly events: readonly ReceivedEvent[]
  /** Ids of the rows received so far. */
  readonly rowIds: readonly number[]
  /** Id of the last event received; '' before the first. */
  readonly lastId: string
  /** Resolves with the first wanted event, received already or later. */
  until(isWanted: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>
  /** Resolves with the first pulse, after which the reader receives events live. */
  live(): Promise<ReceivedEvent>
  /** Resolves when the server ends the stream. */
  ended(): Promise<void>
  /** Returns the text of a response that is not a stream. */
  text(): Promise<string>
  /** Stops reading from the socket. */
  pause(): void
  resume(): void
  close(): void
}

const DEADLINE_MS = 60_000

/** Opens a connection to the live feed. @param url with the query */
export async function readEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventReader> {
  const sent: ClientRequest = request(url, { headers: { 'accept-language': 'en', ...headers }, agent: false })
  sent.end()
  // Some tests cut the connection on purpose; only what came before matters.
  sent.on('error', () => {})
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const events: ReceivedEvent[] = []
  const listeners = new Set<() => void>()
  let text = ''
  let isOver = false
  const parser = createParser({
    onEvent: ({ id = '', event = 'message', data }) =>
      events.push({ id, event, data: JSON.parse(data) as Record<string, unknown> }),
  })
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
    if (response.statusCode === 200) parser.feed(chunk)
    tell()
  })
  response.on('error', () => {})
  response.on('close', () => {
    isOver = true
    tell()
  })

  const wait = <Value>(look: () => Value | undefined, what: string): Promise<Value> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const found = look()
        if (found === undefined && !isOver) return
        clearTimeout(deadline)
        listeners.delete(check)
        if (found === undefined) reject(new Error(`the stream ended before ${what}`))
        else resolve(found)
      }
      const deadline = setTimeout(() => {
        listeners.delete(check)
        reject(new Error(`${what} did not come; received: ${events.map((each) => each.event).join(' ')}`))
      }, DEADLINE_MS)
      listeners.add(check)
      check()
    })

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    get rowIds() {
      return events.filter(({ event }) => event === 'log').map(({ data }) => Number(data.id))
    },
    get lastId() {
      return events.at(-1)?.id ?? ''
    },
    until: (isWanted) => wait(() => events.find(isWanted), 'the event'),
    live: () => wait(() => events.find(({ event }) => event === 'pulse'), 'a pulse'),
    ended: async () => void (await wait(() => isOver || undefined, 'its end')),
    async text() {
      await wait(() => isOver || undefined, 'its end')
      return text
    },
    pause: () => response.socket.pause(),
    resume: () => response.socket.resume(),
    close: () => sent.destroy(),
  }
}
