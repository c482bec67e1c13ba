import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type FetchMediaOptions, fetchMedia } from '../../../src/daemon/upstream/fetch-media.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Starts a server that only these tests may call. */
async function start(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const hosts: (string | undefined)[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host)
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanups.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port, hosts }
}

const ALLOWED: FetchMediaOptions = { allowedRanges: ['127.0.0.1/32'] }

/** Resolves every name to these addresses. */
const resolvingTo = (...addresses: readonly string[]): FetchMediaOptions => ({
  resolve: async () => addresses,
})

const why = async (work: Promise<unknown>): Promise<unknown> => {
  const error = (await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as { code?: string; options?: { values?: { why?: { en: string } } } } | undefined
  expect(error?.code).toBe('media_unavailable')
  return error?.options?.values?.why?.en
}

/** Starts a worker that fetches nothing. It responds with an image and records its requests. */
async function startWorker(status = 200) {
  const orders: unknown[] = []
  const { port } = await start(async (request, response) => {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part as string
    orders.push([request.method, request.url, JSON.parse(text)])
    response.writeHead(status).end(PNG)
  })
  return { worker: { url: `http://127.0.0.1:${port}/work`, key: 'worker-key' }, orders }
}

describe('A-OPT-002 A-OPT-003 fetchMedia with a worker', () => {
  it('has the worker fetch, which gets the address and the key, and takes what it answers', async () => {
    const { worker, orders } = await startWorker()
    const url = 'http://127.0.0.1:9/picture.png'
    expect(await fetchMedia(url, { ...ALLOWED, worker })).toEqual({
      mimeType: 'image/png',
      base64: PNG.toString('base64'),
    })
    const order = { url, key: 'worker-key', method: 'GET', headers: { accept: 'image/*, application/pdf' } }
    expect(orders).toEqual([['POST', '/work', order]])
  })

  it('sends it to no address that it would not ask itself', async () => {
    const { worker, orders } = await startWorker()
    for (const [url, said] of [
      ['http://10.0.0.1/x.png', 'its address is not public'],
      ['http://[::1]/x.png', 'its address is not public'],
      ['file:///etc/passwd', 'it is no http(s) address'],
      ['http://me:word@pictures.example/', 'it must not hold a name or password'],
    ] as const)
      expect([url, await why(fetchMedia(url, { ...ALLOWED, worker }))]).toEqual([url, said])
    const named = { ...ALLOWED, ...resolvingTo('192.168.0.1'), worker }
    expect(await why(fetchMedia('http://pictures.example/', named))).toBe('its address is not public')
    expect(orders).toEqual([])
  })

  it('tells the status of a worker that refuses', async () => {
    const { worker } = await startWorker(401)
    expect(await why(fetchMedia('http://127.0.0.1:9/', { ...ALLOWED, worker }))).toBe(
      'its server answers with status 401',
    )
  })
})

describe('fetchMedia', () => {
  it('gives the bytes and what they are, whatever the server says of them', async () => {
    const { port } = await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PNG)
    })
    expect(await fetchMedia(`http://127.0.0.1:${port}/a.png`, ALLOWED)).toEqual({
      mimeType: 'image/png',
      base64: PNG.toString('base64'),
    })
  })

  it.each([
    ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['image/gif', Buffer.from('GIF89a..')],
    ['image/webp', Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')],
    ['image/heic', Buffer.from('\0\0\0\x18ftypheic', 'latin1')],
    ['application/pdf', Buffer.from('\n%PDF-1.7\n')],
  ])('knows %s by its first bytes', async (mimeType, bytes) => {
    const { port } = await start((_request, response) => response.end(bytes))
    expect(await fetchMedia(`http://127.0.0.1:${port}/`, ALLOWED)).toMatchObject({ mimeType })
  })

  it('connects to exactly the address that was checked, under the name that was asked', async () => {
    const { port, hosts } = await start((_request, response) => response.end(PNG))
    let asked = 0
    const resolve = async () => {
      asked += 1
      // A second lookup would return another address.
      return asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']
    }
    await fetchMedia(`http://pictures.example:${port}/`, { ...ALLOWED, resolve })
    expect(asked).toBe(1)
    expect(hosts).toEqual([`pictures.example:${port}`])
  })

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
  ])('asks nothing of %s', async (url) => {
    expect(await why(fetchMedia(url))).toBe('its address is not public')
  })

  it('asks nothing of a name that leads anywhere private, even among public addresses', async () => {
    const url = 'http://pictures.example/'
    expect(await why(fetchMedia(url, resolvingTo('192.168.0.1')))).toBe('its address is not public')
    expect(await why(fetchMedia(url, resolvingTo('93.184.215.14', '127.0.0.1')))).toBe(
      'its address is not public',
    )
    expect(await why(fetchMedia(url, resolvingTo('not an address')))).toBe('its address is not public')
    expect(await why(fetchMedia(url, resolvingTo()))).toBe('its host is not known')
  })

  it('asks nothing of localhost by its name', async () => {
    const { port, hosts } = await start((_request, response) => response.end(PNG))
    expect(await why(fetchMedia(`http://localhost:${port}/`))).toBe('its address is not public')
    expect(hosts).toEqual([])
  })

  it.each(['ftp://example.com/a', 'file:///etc/passwd', 'data:image/png;base64,AAAA', 'nonsense', ''])(
    'refuses %j, which is no http(s) address',
    async (url) => {
      expect(await why(fetchMedia(url))).toBe('it is no http(s) address')
    },
  )

  it('sends no name and password', async () => {
    expect(await why(fetchMedia('http://user:secret@93.184.215.14/'))).toBe(
      'it must not hold a name or password',
    )
  })

  it('follows redirects, relative ones too, three at most', async () => {
    const { port } = await start((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end(PNG)
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    expect(await fetchMedia(`http://127.0.0.1:${port}/3`, ALLOWED)).toMatchObject({ mimeType: 'image/png' })
    expect(await why(fetchMedia(`http://127.0.0.1:${port}/4`, ALLOWED))).toBe('it redirects too often')
  })

  it.each([
    ['http://169.254.169.254/latest/meta-data/', 'its address is not public'],
    ['http://10.0.0.1/', 'its address is not public'],
    ['file:///etc/passwd', 'it is no http(s) address'],
  ])('checks where a redirect leads: %s', async (location, reason) => {
    const { port } = await start((_request, response) => response.writeHead(302, { location }).end())
    expect(await why(fetchMedia(`http://127.0.0.1:${port}/`, ALLOWED))).toBe(reason)
  })

  it('refuses what is too large, said or not', async () => {
    const { port } = await start((_request, response) => {
      response.write(PNG)
      response.end(Buffer.alloc(5000))
    })
    expect(await why(fetchMedia(`http://127.0.0.1:${port}/`, { ...ALLOWED, bytesMax: 1000 }))).toBe(
      'it is too large',
    )
  })

  it('refuses what is no picture and no PDF', async () => {
    const { port } = await start((_request, response) => response.end('<html>'))
    expect(await why(fetchMedia(`http://127.0.0.1:${port}/`, ALLOWED))).toBe(
      'it is neither a picture nor a PDF',
    )
  })

  it('tells the status of a server that has nothing', async () => {
    const { port } = await start((_request, response) => response.writeHead(404).end('secret page'))
    expect(await why(fetchMedia(`http://127.0.0.1:${port}/`, ALLOWED))).toBe(
      'its server answers with status 404',
    )
  })

  it('gives up on a server that trickles, a name that is never resolved, and a client that left', async () => {
    const { port } = await start((_request, response) => response.write(PNG))
    const url = `http://127.0.0.1:${port}/`
    expect(await why(fetchMedia(url, { ...ALLOWED, timeoutMs: 100 }))).toBe('it does not answer in time')
    const resolve = () => new Promise<readonly string[]>(() => undefined)
    expect(await why(fetchMedia('http://pictures.example/', { resolve, timeoutMs: 100 }))).toBe(
      'it does not answer in time',
    )
    const left = AbortSignal.abort()
    expect(await why(fetchMedia(url, { ...ALLOWED, signal: left }))).toBe('it does not answer in time')
  })

  it('says no more of a server that cannot be reached', async () => {
    const { port } = await start(() => undefined)
    for (const cleanup of cleanups.splice(0)) await cleanup()
    expect(await why(fetchMedia(`http://127.0.0.1:${port}/`, ALLOWED))).toBe('its server cannot be reached')
  })
})
