import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pictureUrl } from '../../../../src/daemon/tasks/midjourney/picture-link.ts'
import { storeTasks } from '../../../support/tasks/stored-tasks.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

const HEAD = Buffer.from('89504e470d0a1a0a', 'hex')
const LARGEST = 67_108_864
const PIECE = Buffer.alloc(65_536, 7)

let relay: TestRelay
let pictures: Server
let origin: string
/** Bytes that the sockets of the image server have accepted. */
let sent = 0

/** Sends this many bytes of an image, no faster than the client reads them. */
function sendPicture(response: ServerResponse, bytes: number): void {
  let left = bytes
  const next = () => {
    while (left > 0) {
      const piece = left === bytes ? HEAD : PIECE.subarray(0, Math.min(left, PIECE.length))
      left -= piece.length
      sent += piece.length
      if (!response.write(piece)) return void response.once('drain', next)
    }
    response.end()
  }
  next()
}

beforeAll(async () => {
  relay = await startTestRelay()
  pictures = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const bytes = Number(pathname.slice(1))
    const length = searchParams.has('silent') ? {} : { 'content-length': String(bytes) }
    response.writeHead(200, { 'content-type': 'image/png', ...length })
    sendPicture(response, bytes)
  })
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
})
afterAll(async () => {
  await relay.close()
  pictures.closeAllConnections()
  await new Promise((resolve) => pictures.close(resolve))
})

/** Stores a task of a new channel with an image at this URL. @returns the link to the image */
async function linkTo(imageUrl: string, columns: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const channelId = await relay.addChannel({
    type: 5,
    key: 'k',
    base_url: origin,
    models: 'mj_imagine',
    ...columns,
  })
  const publicId = `picture-${Math.random()}`
  const result = { image_url: imageUrl }
  await storeTasks(relay.api.services.knex, [{ publicId, channelId, submitMs: Date.now(), result }])
  const { secrets } = relay.api.services
  const options = { MjForwardUrlEnabled: true, ServerAddress: relay.url }
  return pictureUrl({ publicId, userId: 1, isOpen: false, progress: 100, result }, { options, secrets })
}
const openLink = (link: string) =>
  new Promise<IncomingMessage>((resolve, reject) => get(link, resolve).on('error', reject))

it('C-DRAW-12: a picture of more than 64 MB is refused where its server says so, and cut off where it does not', async () => {
  sent = 0
  expect((await fetch(await linkTo(`${origin}/${LARGEST + 1}`))).status).toBe(404)
  expect(sent).toBeLessThan(LARGEST / 2)
  const cut = await fetch(await linkTo(`${origin}/${LARGEST + PIECE.length}?silent`))
  expect(cut.status).toBe(200)
  let received = 0
  const readAll = async () => {
    for await (const piece of cut.body ?? []) received += (piece as Uint8Array).length
  }
  await expect(readAll()).rejects.toThrow()
  expect(received).toBeLessThanOrEqual(LARGEST)
  const whole = await fetch(await linkTo(`${origin}/${LARGEST}?silent`))
  let bytes = 0
  for await (const piece of whole.body ?? []) bytes += (piece as Uint8Array).length
  expect(bytes).toBe(LARGEST)
})

it('C-DRAW-12: a picture is read no faster than its reader takes it, and no longer than they stay', async () => {
  sent = 0
  const answer = await openLink(await linkTo(`${origin}/${LARGEST}`))
  expect(answer.statusCode).toBe(200)
  answer.pause()
  let before = -1
  const isSteady = () => {
    const same = sent > 0 && sent === before
    before = sent
    return same
  }
  await expect.poll(isSteady, { interval: 300 }).toBe(true)
  // At most what fits into the buffers of three connections.
  expect(sent).toBeLessThan(LARGEST / 2)
  let received = 0
  for await (const piece of answer) received += (piece as Buffer).length
  expect(received).toBe(LARGEST)

  sent = 0
  const left = await openLink(await linkTo(`${origin}/${LARGEST}`))
  left.destroy()
  await expect
    .poll(() => new Promise((resolve) => pictures.getConnections((_error, count) => resolve(count))))
    .toBe(0)
  expect(sent).toBeLessThan(LARGEST)
})

it('C-DRAW-12: a channel with a proxy fetches pictures through it', async () => {
  const asked: (string | undefined)[] = []
  // Proxies for URLs without TLS get the absolute URL in the request line.
  const proxy = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(200, { 'content-type': 'image/png' })
    sendPicture(response, 100_000)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const setting = JSON.stringify({ proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
  const picture = await fetch(await linkTo('http://pictures.example/a.png', { setting }))
  expect([picture.status, (await picture.arrayBuffer()).byteLength, asked]).toEqual([
    200,
    100_000,
    ['http://pictures.example/a.png'],
  ])
  // A proxy must not give access to the network behind it.
  expect((await fetch(await linkTo('http://127.0.0.1:9/a.png', { setting }))).status).toBe(404)
  expect(asked).toHaveLength(1)
  proxy.closeAllConnections()
  await new Promise((resolve) => proxy.close(resolve))
})
