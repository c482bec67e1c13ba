import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Call, CredentialExchange } from '../../../src/daemon/channel-types/types.ts'
import { parseAddressList } from '../../../src/daemon/limits/address-list.ts'
import { asObject } from '../../../src/daemon/protocols/json-access.ts'
import { CredentialStore } from '../../../src/daemon/upstream/credentials.ts'
import { Dispatchers } from '../../../src/daemon/upstream/dispatchers.ts'
import { AddressGuard } from '../../../src/daemon/upstream/guarded-connector.ts'
import { aCall } from '../channel-types/a-channel.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => void

const grant: Answer = (_request, response, count) =>
  response.end(JSON.stringify({ access_token: `token-${count}`, expires_in: 3600 }))

/** Starts a store, a clock that stands still, and a token service. */
async function start(answer: Answer = grant) {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    answer(request, response, asked)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
  const clock = { ms: 1_790_000_000_000, now: () => clock.ms }
  const dispatchers = new Dispatchers(clock, new AddressGuard(() => parseAddressList('')), () => undefined)
  const close = async () => {
    await dispatchers.close()
    await new Promise((resolve) => server.close(resolve))
  }
  cleanups.push(close)
  const exchange: CredentialExchange = {
    request: (call) => ({ url, headers: { 'content-type': 'text/plain' }, body: `key=${call.key}` }),
    read: (document) => {
      const body = asObject(document)
      const token = body?.access_token
      return typeof token === 'string' ? { token, expiresInSeconds: Number(body?.expires_in) } : undefined
    },
    refreshSeconds: 300,
  }
  return { store: new CredentialStore({ dispatchers, clock }), exchange, clock, asked: () => asked, close }
}

const callOf = (key: string, baseUrl = ''): Call => aCall({ key }, { baseUrl })

describe('CredentialStore', () => {
  it('fetches a token once, however many calls wait for it', async () => {
    const { store, exchange, asked } = await start()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => store.get(exchange, callOf('k'))))
    expect(new Set(tokens)).toEqual(new Set(['token-1']))
    expect(asked()).toBe(1)
  })

  it('keeps tokens of different keys and addresses apart', async () => {
    const { store, exchange, asked } = await start()
    await store.get(exchange, callOf('a'))
    await store.get(exchange, callOf('b'))
    await store.get(exchange, callOf('a', 'https://other.example'))
    expect(await store.get(exchange, callOf('a'))).toBe('token-1')
    expect(asked()).toBe(3)
  })

  it('replaces a token shortly before it expires', async () => {
    const { store, exchange, clock } = await start()
    expect(await store.get(exchange, callOf('k'))).toBe('token-1')
    clock.ms += 3_299_000
    expect(await store.get(exchange, callOf('k'))).toBe('token-1')
    clock.ms += 2000
    expect(await store.get(exchange, callOf('k'))).toBe('token-2')
  })

  it('uses a token that is still good where it cannot be replaced yet', async () => {
    const { store, exchange, clock } = await start((request, response, count) => {
      if (count === 1) return grant(request, response, count)
      response.writeHead(503).end('{"error":"backend_error"}')
    })
    await store.get(exchange, callOf('k'))
    clock.ms += 3_400_000
    expect(await store.get(exchange, callOf('k'))).toBe('token-1')
    clock.ms += 200_000
    await expect(store.get(exchange, callOf('k'))).rejects.toMatchObject({ status: 503 })
  })

  it('uses a token that lives no longer than the margin for half its life', async () => {
    const { store, exchange, clock, asked } = await start((_request, response) =>
      response.end('{"access_token":"t","expires_in":100}'),
    )
    await store.get(exchange, callOf('k'))
    clock.ms += 49_000
    await store.get(exchange, callOf('k'))
    expect(asked()).toBe(1)
    clock.ms += 2000
    await store.get(exchange, callOf('k'))
    expect(asked()).toBe(2)
  })

  it('fetches again after a token was refused, and only the one that was', async () => {
    const { store, exchange, asked } = await start()
    const call = callOf('k')
    const credential = await store.get(exchange, call)
    store.forget({ ...call, credential })
    expect(await store.get(exchange, call)).toBe('token-2')
    // A slower call that was refused with the old token.
    store.forget({ ...call, credential })
    expect(await store.get(exchange, call)).toBe('token-2')
    expect(asked()).toBe(2)
  })

  it.each([
    [
      400,
      '{"error":"invalid_grant","error_description":"Invalid JWT Signature."}',
      401,
      'Invalid JWT Signature.',
    ],
    [200, '{"error":"invalid_client","error_description":"unknown client id"}', 401, 'unknown client id'],
    [200, 'not json', 401, 'not json'],
    [429, '{"error":{"message":"slow down"}}', 429, 'slow down'],
    [500, '{"message":"internal"}', 500, 'internal'],
  ])('tells a refusal (%i, %s) as status %i', async (status, body, told, message) => {
    const { store, exchange } = await start((_request, response) => response.writeHead(status).end(body))
    await expect(store.get(exchange, callOf('k'))).rejects.toMatchObject({
      name: 'CredentialRefusal',
      status: told,
      failure: { message },
    })
  })

  it('asks again after a refusal', async () => {
    const { store, exchange } = await start((request, response, count) => {
      if (count === 1) response.writeHead(400).end('{"error":"invalid_grant"}')
      else grant(request, response, count)
    })
    await expect(store.get(exchange, callOf('k'))).rejects.toMatchObject({ status: 401 })
    expect(await store.get(exchange, callOf('k'))).toBe('token-2')
  })

  it('tells that the service cannot be reached', async () => {
    const { store, exchange, close } = await start()
    await close()
    cleanups.length = 0
    await expect(store.get(exchange, callOf('k'))).rejects.toMatchObject({ name: 'TransportError' })
  })

  it('derives nothing from a key that needs nothing derived', async () => {
    const { store, exchange, asked } = await start()
    expect(await store.get({ ...exchange, applies: () => false }, callOf('k'))).toBeUndefined()
    expect(asked()).toBe(0)
  })
})
