import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Admin, signIn } from '../support/gateway/admin.ts'
import { type GatewayProcess, startGateway } from '../support/gateway/gateway-process.ts'
import { type RunningProxy, startHttpProxy, startSocksProxy } from '../support/proxies.ts'
import { makeCertificate } from '../support/webhook-sink.ts'

// The daemon runs in a separate process, because other tests in this one load more of undici.
let gateway: GatewayProcess
let admin: Admin
let vendors: { readonly plain: Server; readonly tls: Server }
let proxies: { readonly http: RunningProxy; readonly socks: RunningProxy; readonly guarded: RunningProxy }
const folder = mkdtempSync(join(tmpdir(), 'tollgate-proxied-'))

const answer: RequestListener = (request, response) => {
  request.resume()
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'c1',
        object: 'chat.completion',
        model: 'm',
        choices: [{ index: 0, message: { role: 'assistant', content: 'served' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      }),
    )
  })
}

const placeOf = (server: Server, host: string): string => `${host}:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  const certificate = makeCertificate()
  const certificateFile = join(folder, 'cert.pem')
  writeFileSync(certificateFile, certificate.cert)
  vendors = { plain: createServer(answer), tls: createTlsServer(certificate, answer) }
  for (const each of Object.values(vendors)) await once(each.listen(0, '127.0.0.1'), 'listening')
  proxies = {
    http: await startHttpProxy(),
    socks: await startSocksProxy(),
    guarded: await startSocksProxy({ asksPassword: true }),
  }
  gateway = await startGateway({ env: { NODE_EXTRA_CA_CERTS: certificateFile } })
  admin = await signIn(gateway.url)
  await admin.setOption('SelfUseModeEnabled', 'true')
})

afterAll(async () => {
  await gateway.stop()
  for (const each of Object.values(proxies)) await each.close()
  for (const each of Object.values(vendors)) each.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a channel reaches its vendor through its proxy', () => {
  it.each([
    { kind: 'http', scheme: 'http', vendor: 'tls', host: 'localhost' },
    { kind: 'http', scheme: 'http', vendor: 'tls', host: '127.0.0.1' },
    { kind: 'http', scheme: 'http://ada:p%40ss@', vendor: 'tls', host: 'localhost' },
    { kind: 'socks', scheme: 'socks5', vendor: 'tls', host: 'localhost' },
    { kind: 'socks', scheme: 'socks5', vendor: 'tls', host: '127.0.0.1' },
    { kind: 'socks', scheme: 'socks5', vendor: 'plain', host: 'localhost' },
    { kind: 'guarded', scheme: 'socks5://ada:p%40ss@', vendor: 'tls', host: 'localhost' },
  ] as const)(
    'a $kind proxy ($scheme) and a $vendor vendor at $host',
    async ({ kind, scheme, vendor, host }) => {
      const proxy = proxies[kind]
      const hasCredential = scheme.includes('@')
      const model = `m${Math.random()}`
      const target = placeOf(vendors[vendor], host)
      await admin.createChannel({
        name: model,
        key: 'sk-upstream',
        models: model,
        base_url: `${vendor === 'tls' ? 'https' : 'http'}://${target}`,
        setting: JSON.stringify({
          proxy: hasCredential ? scheme + proxy.place : `${scheme}://${proxy.place}`,
        }),
      })
      const { key } = await admin.createToken()
      const [seen, told] = [proxy.targets.length, proxy.credentials.length]
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] }),
      })
      expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'served' } }] })
      expect(proxy.targets.slice(seen)).toEqual([target])
      expect(proxy.credentials.slice(told)).toEqual(hasCredential ? ['ada:p@ss'] : [])
    },
  )
})
