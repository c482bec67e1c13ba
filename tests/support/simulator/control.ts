import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Behaviour } from './behaviour.ts'
import type { Exchange } from './exchange.ts'
import type { Simulator } from './simulator.ts'

/** An exchange as reported by the control port. */
export interface ExchangeReport {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly protocol: Exchange['protocol']
  readonly model: string
  readonly state: Exchange['state']
  readonly body: string
}

const report = (exchange: Exchange): ExchangeReport => ({
  method: exchange.method,
  path: exchange.path,
  headers: exchange.headers,
  protocol: exchange.protocol,
  model: exchange.model,
  state: exchange.state,
  body: exchange.body.toString('utf8'),
})

/**
 * Opens the control port, for a simulator in a separate process: `POST /next` (a list of behaviours), `POST /always`
 * (one), `POST /reset`, `GET /hits`, `GET /requests`.
 * @returns the control URL
 */
export const openControl = async (simulator: Simulator, port: number): Promise<string> => {
  const answer = (method: string, path: string, body: string): unknown => {
    switch (`${method} ${path}`) {
      case 'POST /next':
        simulator.next(...(JSON.parse(body) as Behaviour[]))
        return {}
      case 'POST /always':
        simulator.always(JSON.parse(body) as Behaviour)
        return {}
      case 'POST /reset':
        simulator.reset()
        return {}
      case 'GET /hits':
        return { hits: simulator.hits }
      case 'GET /requests':
        return simulator.requests.map(report)
      default:
        return undefined
    }
  }
  const server = createServer(async (request, response) => {
    try {
      const result = answer(request.method ?? 'GET', request.url ?? '/', await text(request))
      response.statusCode = result === undefined ? 404 : 200
      response.end(JSON.stringify(result ?? { message: 'unknown order' }))
    } catch (error) {
      response.statusCode = 400
      response.end(JSON.stringify({ message: String(error) }))
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
