import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { whenDone } from '../../support/when-done.ts'

/** A proxy between a terminal and a daemon. */
export interface AnswerGate {
  readonly url: string
  /** Sets the handler of all requests. It can pass a request on, answer it itself, or hold back the answer. */
  onRequest(handler: (request: GateRequest) => Promise<void>): void
}

export interface GateRequest {
  readonly method: string
  readonly path: string
  /** Passes the request on to the daemon. @returns a function that sends the answer to the terminal */
  carryOut(): Promise<() => void>
  /** Answers without the daemon. */
  answer(status: number, headers: Readonly<Record<string, string>>, body: object): void
}

/** @param daemonUrl the daemon to which requests are passed on */
export async function openAnswerGate(daemonUrl: string): Promise<AnswerGate> {
  const passOn = async ({ carryOut }: GateRequest): Promise<void> => (await carryOut())()
  let handle = passOn
  const server = createServer((request, response) => {
    handle(gateRequest(request, response, daemonUrl)).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenDone(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onRequest(handler) {
      handle = handler
    },
  }
}

const gateRequest = (request: IncomingMessage, response: ServerResponse, daemonUrl: string): GateRequest => ({
  method: request.method ?? 'GET',
  path: request.url ?? '/',
  async carryOut() {
    const body = await buffer(request)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(`${daemonUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
      ...(body.length > 0 ? { body } : {}),
    })
    const content = await answer.text()
    return () => void response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content)
  },
  answer(status, headers, body) {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  },
})
