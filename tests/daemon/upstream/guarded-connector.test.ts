import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAddressList } from '../../../src/daemon/limits/address-list.ts'
import { Dispatchers } from '../../../src/daemon/upstream/dispatchers.ts'
import { openExchange } from '../../../src/daemon/upstream/exchange.ts'
import { AddressGuard } from '../../../src/daemon/upstream/guarded-connector.ts'

/** The addresses that names resolve to in these tests. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'plain.example': ['127.0.0.1'],
  'hidden.example': ['169.254.169.254'],
  'mixed.example': ['127.0.0.1', '169.254.169.254'],
  'mapped.example': ['::ffff:169.254.169.254'],
}

let server: Server
let port: number
let allowedText = ''
const guard = new AddressGuard(() => parseAddressList(allowedText), ((
  host: string,
  _options: unknown,
  done: (error: Error | null, found: unknown) => void,
) =>
  done(
    null,
    (NAMES[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  )) as never)
const dispatchers = new Dispatchers({ now: () => 0 } as never, guard, () => undefined)

beforeAll(async () => {
  server = createServer((_request, response) => void response.end('served'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  await dispatchers.close()
  await new Promise((resolve) => server.close(resolve))
})

/** Returns the status of a call, or the message of its error. */
const call = async (host: string, proxy?: string) => {
  const url = `http://${host}:${port}/`
  const channel = { id: 1, setting: proxy === undefined ? {} : { proxy } }
  const exchange = openExchange(dispatchers.of(channel, url), {
    method: 'GET',
    url,
    headers: {},
    body: null,
    firstByteTimeoutMs: 5000,
    idleTimeoutMs: 5000,
  })
  try {
    await exchange.started
    return exchange.status
  } catch (error) {
    return (error as Error).message
  }
}

describe('M3: channels connect nowhere near metadata', () => {
  it.each(['127.0.0.1', 'plain.example'])('%s is connected to', async (host) => {
    expect(await call(host)).toBe(200)
  })

  it.each([
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    'hidden.example',
    'mixed.example',
    'mapped.example',
  ])('%s is not, whatever else its name resolves to', async (host) => {
    expect(await call(host)).toContain('is a link-local or metadata address')
  })

  it.each([
    ['169.254.169.254', 'http://plain.example:1'],
    ['plain.example', 'http://169.254.169.254:1'],
    ['plain.example', 'socks5://169.254.169.254:1'],
    ['plain.example', 'http://hidden.example:1'],
  ])('%s by the proxy %s is not', async (host, proxy) => {
    expect(await call(host, proxy)).toContain('is a link-local or metadata address')
  })

  it('what the super administrator allows is judged at each connection', async () => {
    allowedText = '169.254.0.0/16'
    expect(guard.refusalOf('169.254.169.254')).toBeUndefined()
    expect(await call('mixed.example')).toBe(200)
    allowedText = ''
    dispatchers.forget(1)
    expect(await call('mixed.example')).toContain('is a link-local or metadata address')
  })
})
