import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureUrl } from '../../../../src/daemon/tasks/midjourney/picture-link.ts'
import { type Drawing, startDrawing } from './midjourney-client.ts'

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(400_000, 7)])

let drawing: Drawing
beforeAll(async () => {
  drawing = await startDrawing()
})
afterAll(async () => {
  expect(await drawing.audit()).toBe('clean')
  await drawing.close()
})

/** Finishes a drawing whose image is at this URL. @returns its id and link */
async function drawWith(imageUrl: string): Promise<{ id: string; link: string }> {
  const { mj, submit, poll, fetchTask } = drawing
  const { result: id } = await submit('/mj/submit/imagine', { prompt: 'x' })
  mj.move(id, { status: 'SUCCESS', progress: '100%', imageUrl })
  await poll()
  return { id, link: (await fetchTask(id)).imageUrl }
}

describe('C-DRAW-12: pictures', () => {
  it('a link shows the picture to anybody, in a page of its own too, with none of the headers of its server', async () => {
    const { id, link } = await drawWith(drawing.mj.attach('a.png', 'application/octet-stream', PNG))
    const response = await fetch(link, {
      headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    })
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(PNG)).toBe(true)
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=86400',
    })
    expect(headers).not.toHaveProperty('x-amz-meta-owner')
    expect((await fetch(`${drawing.relay.url}/mj-fast/mj/image/${id}${new URL(link).search}`)).status).toBe(
      200,
    )
  })

  it('without a link it takes a token or a session of the owner; foreign and unknown pictures get one answer', async () => {
    const { relay, get } = drawing
    const { id, link } = await drawWith(drawing.mj.attach('b.png', 'image/png', PNG))
    expect((await fetch(`${relay.url}/mj/image/${id}`)).status).toBe(401)
    expect((await get(`/mj/image/${id}`)).status).toBe(200)
    expect((await get(`/mj/image/${id}`)).headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect((await relay.root.request('GET', `/mj/image/${id}`)).status).toBe(200)
    const other = await relay.api.createUser('other')
    const key = await relay.addToken({}, other)
    const { search } = new URL(link)
    const forged = search.replace('user=1', `user=${other.id}`)
    const shorter = search.slice(0, -1)
    const answers = await Promise.all([
      get(`/mj/image/${id}`, key),
      get('/mj/image/unknown', key),
      fetch(`${relay.url}/mj/image/${id}${forged}`),
      fetch(`${relay.url}/mj/image/${id}${shorter}`),
      fetch(`${relay.url}/mj/image/unknown${search}`),
    ])
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 4, properties: { error: 'picture_not_found' } })
    }
    expect((await other.request('GET', `/mj/image/${id}`)).status).toBe(404)
  })

  it('the link of a disabled account shows nothing', async () => {
    const { relay, mj } = drawing
    const artist = await relay.api.createUser('artist')
    const { id, link } = await drawWith(mj.attach('c.png', 'image/png', PNG))
    await relay.api.services.knex('tasks').where({ public_id: id }).update({ user_id: artist.id })
    const task = {
      publicId: id,
      userId: artist.id,
      isOpen: false,
      progress: 100,
      result: { image_url: link },
    }
    const site = {
      options: { MjForwardUrlEnabled: true, ServerAddress: relay.url },
      secrets: relay.api.services.secrets,
    }
    const own = pictureUrl(task, site)
    expect((await fetch(own)).status).toBe(200)
    await relay.root.call('POST', '/api/user/manage', { id: artist.id, action: 'disable' })
    expect((await fetch(own)).status).toBe(404)
    await relay.api.services.knex('tasks').where({ public_id: id }).update({ user_id: 1 })
  })

  it('what is no picture is not passed on, whatever its server calls it', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const empty = Buffer.alloc(0)
    for (const bytes of [page, svg, empty, Buffer.from('%PDF-1.7 ..........................')]) {
      const { link } = await drawWith(drawing.mj.attach('d.png', 'image/png', bytes))
      expect((await fetch(link)).status).toBe(404)
    }
    const { link } = await drawWith(`${drawing.mj.url}/attachments/gone.png`)
    expect((await fetch(link)).status).toBe(404)
  })

  it('an address inside the network that is not the proxy is not asked', async () => {
    let hits = 0
    const inside = createServer((_request, response) => {
      hits += 1
      response.writeHead(200, { 'content-type': 'image/png' }).end(PNG)
    })
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const { port } = inside.address() as AddressInfo
    const addresses = [
      `http://127.0.0.1:${port}/a.png`,
      `http://localhost:${port}/a.png`,
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'not an address',
    ]
    for (const address of addresses) {
      const { link } = await drawWith(address)
      expect([address, (await fetch(link)).status]).toEqual([address, 404])
    }
    expect(hits).toBe(0)
    await new Promise((resolve) => inside.close(resolve))
  })
})
