import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FeedCall {
  /** Path with its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Plays the server's end of a live feed as no daemon can be made to: cut, silent, refusing, beginning again. */
export interface FeedServer {
  readonly url: string
  readonly calls: readonly FeedCall[]
  /** What the next connections get, one after the other; the last one stays for all that follow. */
  play(...parts: readonly ((response: ServerResponse) => void)[]): void
  close(): void
}

export async function openFeedServer(): Promise<FeedServer> {
  const calls: FeedCall[] = []
  let parts: ((response: ServerResponse) => void)[] = []
  const server: Server = createServer((request, response) => {
    calls.push({ url: request.url ?? '', headers: request.headers })
    const part = parts.length > 1 ? parts.shift() : parts[0]
    part?.(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    play: (...given) => {
      calls.length = 0
      parts = [...given]
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type FeedEvents = readonly (readonly [id: string, event: string, data: unknown])[]

/** A stream that begins with these events. */
export const stream =
  (...events: FeedEvents) =>
  (response: ServerResponse): ServerResponse => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const [id, event, data] of events)
      response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    return response
  }

/** The same, and then the connection breaks. */
export const cutAfter =
  (...events: FeedEvents) =>
  (response: ServerResponse): void => {
    // What was written goes out before the cut.
    stream(...events)(response).write(': the end\n\n', () => response.socket?.end())
  }

export const refuse =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ success: false, message: `refused: ${code}`, code }))
  }
