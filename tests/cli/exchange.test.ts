import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ConnectionFailed, exchange } from '../../src/cli/client/exchange.ts'
import { makeCertificate } from '../support/webhook-sink.ts'
import { whenDone } from '../support/when-done.ts'
import { good, listed, openContractServer, theStatus } from './support/contract-server.ts'
import { runBin } from './support/run-bin.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  whenDone(() => {
    server.close()
    server.closeAllConnections()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const serve = async (handler: Handler): Promise<string> => `http://${await listen(createServer(handler))}/`

const never = new AbortController().signal
const get = (url: string, signal = never) => exchange({ method: 'GET', url, headers: {}, signal })

const scratch = await mkdtemp(join(tmpdir(), 'tollgate-exchange-'))
whenDone(() => rm(scratch, { recursive: true, force: true }))

describe('what fetch did for the terminal is done without it', () => {
  test('a redirect is an answer and leads nowhere', async () => {
    let asked = 0
    const url = await serve((_, response) => {
      asked += 1
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    const answer = await get(url)
    expect([answer.status, answer.ok, answer.headers.get('location'), asked]).toEqual([
      302,
      false,
      '/elsewhere',
      1,
    ])
  })

  test('a compressed answer is unpacked, wherever a character was cut', async () => {
    const text = '渠道'.repeat(40_000)
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text))
    })
    expect(await (await get(url)).text()).toBe(text)
  })

  test('the body goes out whole, cookies come back one by one', async () => {
    const url = await serve((request, response) => {
      request.pipe(response.writeHead(201, { 'set-cookie': ['a=1; Path=/', 'b=2'] }))
    })
    const body = JSON.stringify({ name: '办公室' })
    const answer = await exchange({ method: 'POST', url, headers: {}, body, signal: never })
    expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
    expect(await answer.text()).toBe(body)
  })

  test('the signal ends the waiting with its own reason, before and after the headers', async () => {
    const arrived = Promise.withResolvers<void>()
    const silent = await serve(() => arrived.resolve())
    const late = new AbortController()
    const waiting = get(silent, late.signal)
    await arrived.promise
    late.abort(new DOMException('too late', 'TimeoutError'))
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })

    const closed = Promise.withResolvers<void>()
    const endless = await serve((_, response) => {
      response.writeHead(200).write('first')
      response.on('close', closed.resolve)
    })
    const left = new AbortController()
    const { body } = await get(endless, left.signal)
    const read = async () => {
      for await (const _ of body) left.abort(new Error('enough'))
    }
    await expect(read()).rejects.toThrow('enough')
    await closed.promise
  })

  test('a reader who stops early closes the connection', async () => {
    const closed = Promise.withResolvers<void>()
    const url = await serve((_, response) => {
      response.writeHead(200).write('first')
      response.on('close', closed.resolve)
    })
    for await (const piece of (await get(url)).body) {
      expect(new TextDecoder().decode(piece)).toBe('first')
      break
    }
    await closed.promise
  })

  test('a connection that breaks within an answer is a failure and no short answer', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('a beginning', () => response.destroy())
    })
    await expect((await get(url)).text()).rejects.toThrow(ConnectionFailed)
  })

  test('an idle connection that the server has closed costs no call', async () => {
    const sockets = new Set<Socket>()
    const url = await serve((request, response) => {
      const { socket } = request
      // A reused connection is dropped without an answer, as by a server whose idle timeout has just passed.
      if (sockets.has(socket)) return void socket.destroy()
      sockets.add(socket)
      response.end('answered')
    })
    for (const _ of [1, 2, 3]) expect(await (await get(url)).text()).toBe('answered')
    expect(sockets.size).toBe(3)
  })
})

describe('as a process', () => {
  const env = { TOLLGATE_CONFIG_DIR: scratch, TOLLGATE_TOKEN: 'at_test' }

  test('a certificate is checked, and one of your own is trusted with NODE_EXTRA_CA_CERTS', async () => {
    const certificate = makeCertificate()
    const file = join(scratch, 'own.pem')
    await writeFile(file, certificate.cert)
    const answer = JSON.stringify(listed([]).body)
    const host = await listen(createTlsServer(certificate, (_, response) => void response.end(answer)))
    const line = ['token', 'list', '--json', '--url', `https://${host}`]
    const refused = await runBin(line, { env })
    expect([refused.code, refused.stderr]).toEqual([
      9,
      expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    ])
    const trusted = await runBin(line, { env: { ...env, NODE_EXTRA_CA_CERTS: file } })
    expect([trusted.code, trusted.stdout]).toEqual([0, '[]\n'])
  })

  test('with NODE_USE_ENV_PROXY=1 calls go through the proxy of the environment', async () => {
    const server = await openContractServer()
    server.on('GET /api/token/', listed([]))
    const through: string[] = []
    const proxy = await serve((request, response) => {
      through.push(request.url ?? '')
      const onward = forward(request.url ?? '', { headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    })
    const proxied = {
      ...env,
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: proxy,
      http_proxy: proxy,
      NO_PROXY: '',
      no_proxy: '',
    }
    const { code } = await runBin(['token', 'list', '--json', '--url', server.url], { env: proxied })
    expect([code, through]).toEqual([0, [expect.stringContaining(`${server.url}/api/token/`)]])
  })

  test('terminal 14: a list is fetched without loading fetch, and with few files', async () => {
    const server = await openContractServer()
    server.on('GET /api/token/', listed([]))
    server.on('GET /api/status', good((theStatus.body as { data: unknown }).data))
    const [hook, file] = [join(scratch, 'record.mjs'), join(scratch, 'loaded.json')]
    await writeFile(
      hook,
      `const { subscribe } = process.getBuiltinModule('node:diagnostics_channel')
       const { registerHooks } = process.getBuiltinModule('node:module')
       const files = []
       registerHooks({ load(url, context, next) { if (url.startsWith('file:')) files.push(url); return next(url, context) } })
       subscribe('http.client.request.start', () => {
         const loaded = { files: [...files], builtIn: process.moduleLoadList.map((each) => each.replace('NativeModule ', '')) }
         process.getBuiltinModule('node:fs').writeFileSync(process.env.LOADED_FILE, JSON.stringify(loaded))
       })`,
    )
    const { code, stderr } = await runBin(['token', 'list', '--url', server.url], {
      env: { ...env, NODE_OPTIONS: `--import=${hook}`, LOADED_FILE: file },
    })
    expect([code, stderr]).toEqual([0, expect.stringContaining('No API tokens')])
    const loaded = JSON.parse(await readFile(file, 'utf8'))
    expect(loaded.builtIn).toContain('http')
    for (const costly of ['internal/deps/undici/undici', 'crypto', 'worker_threads', 'zlib'])
      expect(loaded.builtIn).not.toContain(costly)
    // One file for each module would be sixty.
    expect(loaded.files.length).toBeLessThanOrEqual(14)
  })
})
