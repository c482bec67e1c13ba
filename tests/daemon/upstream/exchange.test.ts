import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AppError } from '../../../src/daemon/errors/app-error.ts'
import { openExchange, type TransportError } from '../../../src/daemon/upstream/exchange.ts'

let server: Server
let agent: Agent
let response: ServerResponse
beforeAll(async () => {
  agent = new Agent()
  server = createServer((_request, answer) => {
    response = answer
    answer.write('first')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  await agent.destroy()
  server.closeAllConnections()
  server.close()
})

const open = () =>
  openExchange(agent, {
    method: 'GET',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    headers: {},
    body: null,
    firstByteTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
  })

it.each([
  ['the first bytes', 'first'],
  ['later bytes', 'second'],
])(
  'a reader that finds %s too large fails with that, and the connection is dropped',
  async (_name, refused) => {
    const exchange = open()
    await exchange.started
    const closed = once(response, 'close')
    const failure = await new Promise<TransportError>((fail, reject) => {
      exchange.consume({
        data: (chunk) => {
          if (chunk.toString() === refused) throw new AppError('upstream_too_large')
          response.write('second')
        },
        end: () => reject(new Error('it ended')),
        fail,
      })
    })
    expect(failure.fault).toBe('too-large')
    await closed
  },
)
