import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The redirect from the browser. */
export interface BrowserAnswer {
  /** undefined = the user refused. */
  readonly code: string | undefined
  /** Shows the user the outcome in the browser, then closes the server. */
  close(text: string): Promise<void>
}

/** A local server that waits for the browser's redirect. */
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
 * Listens on loopback only. Everything but a GET of `/` with the right state is refused without closing the door,
 * because other programs and pages on this machine can reach the port too.
 *
 * @param state value that the browser must send back
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
