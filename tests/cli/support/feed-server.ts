import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FeedCall {
  /** Path with its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Serves a live feed in ways that a daemon cannot be made to: cut off, silent, refusing, starting over. */
export interface FeedServer {
  readonly url: string
  readonly calls: readonly FeedCall[]
  /** Sets the responses for the next connections, in order. The last one is repeated for all later connections. */
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

/** Responds with a stream that begins with these events. */
export const stream =
  (...events: FeedEvents) =>
  (response: ServerResponse): ServerResponse => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const [id, event, data] of events)
      response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    return response
  }

/** Responds with a stream of these events, and then breaks the connection. */
export const cutAfter =
  (...events: FeedEvents) =>
  (response: ServerResponse): void => {
    // The written data is flushed before the cut.
    stream(...events)(response).write(': the end\n\n', () => response.socket?.end())
  }

export const refuse =
  (status: number, code: string, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ success: false, message: `refused: ${code}`, code }))
  }
