import { gzipSync } from 'node:zlib'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keyHint } from '../../../../src/daemon/channels/key-hint.ts'
import { runAudit } from '../../../../src/daemon/ledger/audit.ts'
import { startLocalServer } from '../../../support/tasks/local-server.ts'
import { storeTasks } from '../../../support/tasks/stored-tasks.ts'
import { startVideoServer, VIDEO_BYTES, type VideoServer } from '../../../support/tasks/video-server.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** The price of a second of `sora-2`, 0.1 dollars, in thousandths of a quota unit. */
const SECOND = 50_000_000n

let relay: TestRelay
let server: VideoServer
let channelId: number

beforeAll(async () => {
  ;[relay, server] = await Promise.all([startTestRelay(), startVideoServer()])
  channelId = await relay.addChannel({
    key: server.key,
    base_url: server.url,
    models: 'sora-2,sora-2-pro,gpt-4o-mini,my-video',
    model_mapping: JSON.stringify({ 'my-video': 'sora-2' }),
  })
})
afterAll(async () => {
  expect((await runAudit(relay.api.services.knex)).state).toBe('clean')
  await relay.close()
  await server.close()
})
beforeEach(() => {
  server.calls.length = 0
})

const prompt = 'a ship in the harbour'
const create = (own: Partial<OpenAI.VideoCreateParams> = {}, openai = relay.openai) =>
  openai.videos.create({ model: 'sora-2', prompt, ...own })
const poll = () => relay.api.services.tasks.pass()
const vendorId = (): string => [...server.videos.keys()].at(-1) ?? ''
const finish = async (id = vendorId()) => {
  server.move(id, {
    status: 'completed',
    progress: 100,
    completed_at: 1_780_000_060,
    expires_at: 1_780_003_660,
  })
  await poll()
}
const chargeOf = async <Result>(work: () => Promise<Result>): Promise<[Result, bigint]> => {
  const before = await relay.balance()
  const result = await work()
  return [result, before - (await relay.balance())]
}
const strangerOf = async (name: string) =>
  relay.clientWith(await relay.addToken({}, await relay.api.createUser(name)))

describe('a video', () => {
  it('is made from JSON: charged by the second at once, polled, and told of in OpenAI’s words', async () => {
    const before = await relay.balance()
    const response = await relay.post('/v1/videos', { model: 'sora-2', prompt, seconds: '8' })
    const video = (await response.json()) as OpenAI.Video
    expect(response.status).toBe(200)
    expect(video).toEqual({
      id: expect.stringMatching(/^video_/),
      object: 'video',
      model: 'sora-2',
      status: 'queued',
      progress: 0,
      created_at: expect.any(Number),
      completed_at: null,
      expires_at: null,
      prompt,
      seconds: '8',
      size: '720x1280',
      remixed_from_video_id: null,
      error: null,
    })
    expect(before - (await relay.balance())).toBe(8n * SECOND)
    const [row] = await relay.logs()
    expect(row).toMatchObject({ type: 2, model_name: 'sora-2', quota: 400_000, channel: channelId })
    expect(row?.content).toContain('8 seconds')
    expect(JSON.parse(row?.other ?? '')).toMatchObject({ task_id: video.id, action: 'VIDEO' })
    expect(server.calls).toMatchObject([
      {
        method: 'POST',
        path: '/v1/videos',
        authorization: `Bearer ${server.key}`,
        body: { model: 'sora-2', prompt, seconds: '8' },
      },
    ])

    server.move(vendorId(), { status: 'in_progress', progress: 40 })
    await poll()
    expect(await relay.openai.videos.retrieve(video.id)).toMatchObject({
      status: 'in_progress',
      progress: 40,
    })
    await finish()
    expect(await relay.openai.videos.retrieve(video.id)).toMatchObject({
      status: 'completed',
      progress: 100,
      completed_at: 1_780_000_060,
      expires_at: 1_780_003_660,
    })
    expect(before - (await relay.balance())).toBe(8n * SECOND)
  })

  it('is made from a form with a picture, which goes on as it came', async () => {
    const picture = new File([Buffer.from('a picture')], 'harbour.png', { type: 'image/png' })
    const [video, charge] = await chargeOf(() =>
      create({ seconds: '4', size: '1280x720', input_reference: picture, model: 'my-video' }),
    )
    expect(charge).toBe(4n * SECOND)
    expect(video).toMatchObject({ model: 'my-video', size: '1280x720' })
    expect(server.calls[0]).toMatchObject({
      contentType: expect.stringContaining('multipart/form-data'),
      body: {
        model: 'sora-2',
        prompt,
        seconds: '4',
        input_reference: { filename: 'harbour.png', type: 'image/png', size: 9 },
      },
    })
  })

  it('without a length costs what the vendor makes of it, and a larger picture its own price', async () => {
    expect((await chargeOf(() => create()))[1]).toBe(4n * SECOND)
    const [, large] = await chargeOf(() => create({ model: 'sora-2-pro', seconds: '4', size: '1792x1024' }))
    // Half a dollar per second.
    expect(large).toBe(20n * SECOND)
    expect((await relay.logs())[0]?.content).toContain('4 seconds of 1792x1024')
  })

  it.each([
    ['an unknown parameter', { n: 4 }, 'n'],
    ['a length that is none', { seconds: '1e3' }, 'seconds'],
    ['a size that is none', { size: '4k' }, 'size'],
    ['no prompt', { prompt: '' }, 'prompt'],
  ])('is refused with %s, which could cost more than is charged', async (_what, own, param) => {
    const [response, charge] = await chargeOf(() =>
      relay.post('/v1/videos', { model: 'sora-2', prompt, ...own }),
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param } })
    expect(charge).toBe(0n)
    expect(server.calls).toEqual([])
  })

  it('that the vendor does not take costs nothing, and the client is told why', async () => {
    server.refuseNext(400, { error: { message: 'not this prompt', code: 'moderation_blocked' } })
    const [error, charge] = await chargeOf(() => create().catch((cause: unknown) => cause))
    expect(error).toBeInstanceOf(OpenAI.BadRequestError)
    expect(error).toMatchObject({ code: 'moderation_blocked' })
    expect(charge).toBe(0n)
  })

  it('that fails gives its charge back once, and tells why without the key', async () => {
    const [video, charge] = await chargeOf(async () => {
      const made = await create({ seconds: '12' })
      server.move(vendorId(), {
        status: 'failed',
        error: { code: 'generation_error', message: `not with ${server.key}` },
      })
      await poll()
      await poll()
      return relay.openai.videos.retrieve(made.id)
    })
    expect(charge).toBe(0n)
    expect(video).toMatchObject({
      status: 'failed',
      completed_at: null,
      error: { code: 'generation_error', message: 'not with ***' },
    })
    const [refund] = await relay.logs()
    expect(refund).toMatchObject({ type: 4, quota: 600_000 })
    expect(refund?.content).toContain(video.id)
    const { items } = await relay.root.call<{ items: { data: unknown }[] }>(
      'GET',
      `/api/task/self?platform=video&task_id=${video.id}`,
    )
    expect(items[0]?.data).toMatchObject({ error: { code: 'generation_error', message: 'not with ***' } })
  })

  it('of which a vendor says what cannot be is shown as it can be', async () => {
    server.refuseNext(200, {
      id: 'vid_odd',
      object: 'video',
      status: 'completed',
      progress: 150,
      expires_at: 1e300,
    })
    expect(await create()).toMatchObject({ progress: 100, expires_at: null })
    const video = await create()
    server.move(vendorId(), {
      status: 'completed',
      completed_at: 1_780_000_060_000,
      expires_at: 1_780_003_660_000,
    })
    await poll()
    const told = await relay.openai.videos.retrieve(video.id)
    expect(told).toMatchObject({ status: 'completed', expires_at: null })
    expect(told.completed_at).toBeGreaterThanOrEqual(told.created_at)
    expect(told.completed_at).toBeLessThanOrEqual(relay.api.clock.now() / 1000)
  })

  it.each([
    ['succeeded', 'completed', 4n],
    ['SUCCESS', 'completed', 4n],
    ['processing', 'in_progress', 4n],
    ['pending', 'queued', 4n],
    ['cancelled', 'failed', 0n],
    ['error', 'failed', 0n],
    ['expired', 'failed', 0n],
  ])('of a relay that calls it %s is %s, and costs accordingly', async (word, status, seconds) => {
    const before = await relay.balance()
    const { id } = await create({ seconds: '4' })
    server.move(vendorId(), { status: word })
    await poll()
    expect(await relay.openai.videos.retrieve(id)).toMatchObject({ status })
    expect(before - (await relay.balance())).toBe(seconds * SECOND)
  })

  it('that a relay refuses in words of its own costs nothing', async () => {
    server.refuseNext(200, { id: 'vid_cancelled', object: 'video', status: 'CANCELLED', error: null })
    const [, charge] = await chargeOf(() => create().catch(() => undefined))
    expect(charge).toBe(0n)
  })

  it('that nobody finishes has failed after three hours, and its charge comes back', async () => {
    for (const id of server.videos.keys()) await finish(id)
    const [video, charge] = await chargeOf(async () => {
      const made = await create()
      server.setSilent(true)
      relay.api.clock.advance(3 * 3_600_000 + 1000)
      await poll()
      server.setSilent(false)
      return relay.openai.videos.retrieve(made.id)
    })
    expect(charge).toBe(0n)
    expect(video).toMatchObject({ status: 'failed', error: { message: 'upstream timeout' } })
  })

  it('is nothing to clients without quota or with a token for other models', async () => {
    const poor = await strangerOf('poor')
    await expect(create({}, poor)).rejects.toMatchObject({ status: 403 })
    const narrow = await relay.addToken({ model_limits_enabled: true, model_limits: 'gpt-4o-mini' })
    await expect(create({}, relay.clientWith(narrow))).rejects.toMatchObject({ status: 403 })
    await expect(create({}, relay.clientWith('sk-unknown'))).rejects.toMatchObject({ status: 401 })
    expect(server.calls).toEqual([])
  })
})

describe('the content of a video', () => {
  const contentOf = async (id: string, query = '', headers: Record<string, string> = {}) =>
    fetch(`${relay.url}/v1/videos/${id}/content${query}`, {
      headers: { authorization: `Bearer ${relay.key}`, ...headers },
      redirect: 'manual',
    })

  it('is streamed from the vendor with the channel’s key, whole, in part, and as a thumbnail', async () => {
    const { id } = await create()
    await finish()
    server.calls.length = 0
    const whole = await relay.openai.videos.downloadContent(id)
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    expect(Buffer.from(await whole.arrayBuffer()).equals(VIDEO_BYTES)).toBe(true)
    const part = await contentOf(id, '', { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${VIDEO_BYTES.length}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(VIDEO_BYTES.subarray(100, 200))).toBe(true)
    expect(await (await contentOf(id, '?variant=thumbnail')).text()).toBe('a small picture')
    expect(server.calls.map(({ path, authorization }) => [path, authorization])).toEqual([
      [`/v1/videos/${vendorId()}/content`, `Bearer ${server.key}`],
      [`/v1/videos/${vendorId()}/content`, `Bearer ${server.key}`],
      [`/v1/videos/${vendorId()}/content?variant=thumbnail`, `Bearer ${server.key}`],
    ])
  })

  it('is refused while the video is made, when the vendor no longer has it, and for other words', async () => {
    const { id } = await create()
    expect((await contentOf(id)).status).toBe(400)
    await finish()
    expect((await contentOf(id, '?variant=poster')).status).toBe(400)
    server.redirectContent('http://169.254.169.254/latest/meta-data')
    const guarded = await contentOf(id)
    expect(guarded.status).toBe(502)
    expect(guarded.headers.get('location')).toBeNull()
    expect(await guarded.text()).not.toContain('169.254')
    server.redirectContent(undefined)
    await relay.api.services.knex('tasks').where({ public_id: id }).update({ vendor_id: 'gone' })
    expect((await contentOf(id)).status).toBe(404)
  })

  it('that its vendor compresses although nobody asked is told to be compressed', async () => {
    const bytes = gzipSync(VIDEO_BYTES)
    const vendor = await startLocalServer((_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-encoding': 'gzip' }).end(bytes)
    })
    const other = await relay.addChannel({ key: 'k', base_url: vendor.url, models: 'sora-2' })
    const [task] = await storeTasks(relay.api.services.knex, [
      { platform: 'video', channelId: other, keyHint: keyHint(other, 'k'), quota: 0, submitMs: 1 },
    ])
    const { public_id } = await relay.api.services.knex('tasks').where({ id: task }).first()
    // `fetch` decompresses responses with a content encoding.
    const content = await contentOf(public_id)
    expect(content.headers.get('content-encoding')).toBe('gzip')
    expect(Buffer.from(await content.arrayBuffer()).equals(VIDEO_BYTES)).toBe(true)
    await relay.root.request('DELETE', `/api/channel/${other}`)
    await vendor.close()
  })

  it('at another server is fetched by the daemon, and the key stays with the vendor', async () => {
    const elsewhere = await startVideoServer('other-key')
    const { id } = await create()
    await finish()
    server.redirectContent(`${elsewhere.url}/v1/videos/x`)
    // Loopback is not a public address.
    expect((await contentOf(id)).status).toBe(502)
    expect(elsewhere.calls).toEqual([])
    server.redirectContent(undefined)
    await elsewhere.close()
  })
})

describe('the videos of an account', () => {
  it('are listed in pages, newest first or oldest first, and nobody else’s among them', async () => {
    await relay.setOption('QuotaForNewUser', '5000000')
    const user = await relay.api.createUser('director')
    await relay.setOption('QuotaForNewUser', '0')
    const openai = relay.clientWith(await relay.addToken({}, user))
    const made: string[] = []
    for (let count = 0; count < 3; count += 1) made.push((await create({}, openai)).id)
    const first = await openai.videos.list({ limit: 2 })
    expect(first.data.map(({ id }) => id)).toEqual([made[2], made[1]])
    expect(first.has_more).toBe(true)
    const all: string[] = []
    for await (const { id } of openai.videos.list({ limit: 2, order: 'asc' })) all.push(id)
    expect(all).toEqual(made)
    const none = await openai.videos.list({ after: made[0] ?? '' })
    expect(none).toMatchObject({ data: [], has_more: false })
    await expect(openai.videos.list({ limit: 0 })).rejects.toMatchObject({ status: 400 })
    await expect(relay.openai.videos.list({ after: made[0] ?? '' })).rejects.toMatchObject({ status: 400 })
  })

  it('are nothing to others: each address answers 404', async () => {
    const { id } = await create()
    await finish()
    const stranger = await strangerOf('stranger')
    server.calls.length = 0
    const { videos } = stranger
    for (const ask of [
      () => videos.retrieve(id),
      () => videos.downloadContent(id),
      () => videos.delete(id),
      () => videos.remix(id, { prompt }),
      () => relay.openai.videos.retrieve('video_unknown'),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 404, code: 'task_not_found' })
    expect(server.calls).toEqual([])
  })

  it('are deleted at the vendor and here, once they are done; what was charged stays', async () => {
    const { id } = await create()
    await expect(relay.openai.videos.delete(id)).rejects.toMatchObject({ status: 400 })
    await finish()
    const atVendor = vendorId()
    const [deleted, charge] = await chargeOf(() => relay.openai.videos.delete(id))
    expect(deleted).toEqual({ id, object: 'video.deleted', deleted: true })
    expect(charge).toBe(0n)
    expect(server.videos.has(atVendor)).toBe(false)
    await expect(relay.openai.videos.retrieve(id)).rejects.toMatchObject({ status: 404 })
    expect((await relay.openai.videos.list({ limit: 100 })).data.map((each) => each.id)).not.toContain(id)
  })
})

describe('a remix', () => {
  it('goes to the account of its origin, with its length and price whatever the client says', async () => {
    const origin = await create({ model: 'sora-2-pro', seconds: '8', size: '1280x720' })
    const originAtVendor = vendorId()
    await expect(relay.openai.videos.remix(origin.id, { prompt })).rejects.toMatchObject({
      status: 400,
      code: 'task_not_done',
    })
    await finish()
    const rival = await startVideoServer('rival-key')
    const rivalId = await relay.addChannel({
      key: rival.key,
      base_url: rival.url,
      models: 'sora-2-pro',
      priority: 10,
    })
    server.calls.length = 0
    const [remix, charge] = await chargeOf(() => relay.openai.videos.remix(origin.id, { prompt: 'at night' }))
    expect(remix).toMatchObject({
      model: 'sora-2-pro',
      seconds: '8',
      size: '1280x720',
      prompt: 'at night',
      remixed_from_video_id: origin.id,
    })
    expect(charge).toBe(24n * SECOND)
    expect(server.calls).toMatchObject([
      { path: `/v1/videos/${originAtVendor}/remix`, body: { prompt: 'at night' } },
    ])
    expect(Object.keys(server.calls[0]?.body ?? {})).toEqual(['prompt'])
    const longer = await relay.post(`/v1/videos/${origin.id}/remix`, { prompt, seconds: '60' })
    expect(longer.status).toBe(200)
    expect(server.calls[1]?.body.seconds ?? '8').toBe('8')
    expect(rival.calls).toEqual([])
    await relay.root.call('PUT', '/api/channel/', { id: channelId, status: 2 })
    await expect(relay.openai.videos.remix(origin.id, { prompt })).rejects.toMatchObject({
      status: 400,
      code: 'task_channel_gone',
    })
    await relay.root.call('PUT', '/api/channel/', { id: channelId, status: 1 })
    await relay.root.call('DELETE', `/api/channel/${rivalId}`)
    await rival.close()
  })

  it.each([
    ['900 seconds', { seconds: '900' }, 600n],
    ['a size by its name', { size: '1080p' }, 8n],
    ['a shorter video', { seconds: '7' }, 7n],
  ])(
    'of a video whose vendor states %s is asked for and charged as far as it can be',
    async (_what, own, seconds) => {
      const origin = await create({ seconds: '8', size: '1280x720' })
      server.move(vendorId(), { status: 'completed', ...own })
      await poll()
      const [remix, charge] = await chargeOf(() =>
        relay.openai.videos.remix(origin.id, { prompt: 'at night' }),
      )
      expect(remix).toMatchObject({ remixed_from_video_id: origin.id, size: '1280x720' })
      expect(charge).toBe(seconds * SECOND)
    },
  )

  it('of a video that an earlier version stored with a size that is none has the usual one', async () => {
    const { id } = await create({ size: '1280x720' })
    await finish()
    const result = JSON.stringify({ seconds: '4', size: '720P' })
    await relay.api.services.knex('tasks').where({ public_id: id }).update({ result })
    const [response, charge] = await chargeOf(() => relay.post(`/v1/videos/${id}/remix`, { prompt }))
    expect(response.status).toBe(200)
    expect(charge).toBe(4n * SECOND)
  })
})

it('a channel test makes no video: it would be paid for', async () => {
  const ask = relay.root.call('GET', `/api/channel/test/${channelId}?model=sora-2`)
  await expect(ask).rejects.toThrow('channel_test_unsupported')
  expect(server.calls).toEqual([])
})

describe('C-DRAW-15: TaskEnabled', () => {
  it('off: addresses refuse, nobody asks, video models are offered nowhere and others stay; on again: it goes on', async () => {
    const { id } = await create()
    server.calls.length = 0
    await relay.setOption('TaskEnabled', 'false')
    const { videos } = relay.openai
    for (const ask of [
      () => create(),
      () => videos.retrieve(id),
      () => videos.list(),
      () => videos.downloadContent(id),
      () => videos.delete(id),
      () => videos.remix(id, { prompt }),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 403, code: 'feature_disabled' })
    await poll()
    expect(server.calls).toEqual([])
    const names = async () => (await relay.openai.models.list()).data.map((each) => each.id)
    const off = await names()
    expect(off).toContain('gpt-4o-mini')
    for (const name of ['sora-2', 'sora-2-pro', 'my-video']) expect(off).not.toContain(name)
    await relay.setOption('TaskEnabled', 'true')
    expect(await names()).toContain('my-video')
    await poll()
    expect(server.calls.map(({ path }) => path)).toContain(`/v1/videos/${vendorId()}`)
  })
})
