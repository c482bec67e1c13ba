import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the browser came back with. */
export interface BrowserAnswer {
  /** undefined = the person refused. */
  readonly code: string | undefined
  /** Tells the person in the browser how it went, and closes. */
  close(text: string): Promise<void>
}

/** Waits on a port of this machine for the browser to come back. */
export interface BrowserDoor {
  readonly port: number
  readonly answer: Promise<BrowserAnswer>
  close(): void
}

const headers = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  connection: 'close',
}

/**
 * Listens on loopback only. Everything but a GET of `/` with the right state is refused, and the door stays open: other
 * programs and pages on this machine can reach the port too.
 *
 * @param state what the browser has to bring back
 */
export async function openDoor(state: string): Promise<BrowserDoor> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = new Promise<BrowserAnswer>((resolve) => {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      const isOurs =
        request.method === 'GET' &&
        url.pathname === '/' &&
        request.headers.host === `127.0.0.1:${port}` &&
        isSame(url.searchParams.get('state') ?? '', state)
      if (!isOurs) return void response.writeHead(404, headers).end('Not found.\n')
      resolve({
        code: url.searchParams.get('code') ?? undefined,
        close: async (text) => {
          response.writeHead(200, headers).end(`${text}\n`)
          await once(response, 'close')
          server.close()
          server.closeAllConnections()
        },
      })
    })
  })
  return {
    port,
    answer,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
