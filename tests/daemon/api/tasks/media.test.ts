import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SunoServer, startSunoServer } from '../../../support/tasks/suno-server.ts'
import { startVideoServer, VIDEO_BYTES, type VideoServer } from '../../../support/tasks/video-server.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import type { Caller } from '../../../support/test-services.ts'

interface Row {
  readonly id: number
  readonly task_id: string
  readonly media: readonly { readonly kind: string; readonly part: number; readonly url: string }[]
}

let relay: TestRelay
let videos: VideoServer
let suno: SunoServer
let owner: Caller
let ownerKey: string

beforeAll(async () => {
  ;[relay, videos, suno] = await Promise.all([startTestRelay(), startVideoServer(), startSunoServer()])
  await relay.addChannel({ key: videos.key, base_url: videos.url, models: 'sora-2' })
  await relay.addChannel({ type: 36, key: suno.key, base_url: suno.url, models: 'suno_music' })
  await relay.setOption('QuotaForNewUser', '50000000')
  owner = await relay.api.createUser('director')
  ownerKey = await relay.addToken({}, owner)
})
afterAll(async () => {
  await relay.close()
  await videos.close()
  await suno.close()
})
beforeEach(() => {
  videos.calls.length = 0
  suno.ranges.length = 0
})

const submit = async (path: string, body: object, key = ownerKey) =>
  (await relay.post(path, body, { authorization: `Bearer ${key}` })).json() as Promise<{
    id?: string
    data?: string
  }>
const rowOf = async (taskId: string, who: Caller, list = '/api/task/self'): Promise<Row> => {
  const { items } = await who.call<{ items: Row[] }>('GET', `${list}?task_id=${taskId}`)
  const [row] = items
  if (row === undefined) throw new Error(`no task ${taskId}`)
  return row
}
/** Makes a finished video. It belongs to the owner unless another user's key is given. */
async function makeVideo(key?: string): Promise<{ id: string; vendorId: string }> {
  const { id = '' } = await submit('/v1/videos', { model: 'sora-2', prompt: 'a ship' }, key)
  const vendorId = [...videos.videos.keys()].at(-1) ?? ''
  videos.move(vendorId, { status: 'completed', progress: 100 })
  await relay.api.services.tasks.pass()
  return { id, vendorId }
}
const linkOf = async (taskId: string, who = owner, list?: string) =>
  (await rowOf(taskId, who, list)).media[0]?.url ?? ''
const open = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(relay.url + url, { headers: { 'accept-language': 'en', ...headers } })
const changed = (url: string, name: string, value: string) => {
  const link = new URL(url, relay.url)
  link.searchParams.set(name, value)
  return link.pathname + link.search
}
const refusal = async (url: string): Promise<[number, string | undefined]> => {
  const answer = await open(url)
  const { error } = (await answer.json()) as { error?: { code?: string } }
  return [answer.status, error?.code]
}
const refused = [403, 'task_link_refused']

describe('the link to a video', () => {
  it('plays it whole and in ranges, and saves it, without saying where the vendor has it', async () => {
    const { id } = await makeVideo()
    const url = await linkOf(id)
    const whole = await open(url)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')]).toEqual([
      200,
      'video/mp4',
      'bytes',
    ])
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(VIDEO_BYTES)
    const part = await open(url, { range: 'bytes=1000-1999' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/300000'])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(VIDEO_BYTES.subarray(1000, 2000))
    expect(part.headers.get('content-disposition')).toBeNull()
    const saved = await open(`${url}&download=1`)
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="task-\d+-1\.mp4"$/)
    const told = [...whole.headers, ...part.headers, ...saved.headers].flat().join(' ')
    expect(told).not.toContain(new URL(videos.url).host)
    expect([whole.headers.get('cache-control'), whole.headers.get('content-security-policy')]).toEqual([
      'private, no-store',
      "sandbox; default-src 'none'",
    ])
    expect(videos.calls.filter(({ path }) => path.endsWith('/content')).map(({ range }) => range)).toEqual([
      undefined,
      'bytes=1000-1999',
      undefined,
    ])
  })

  it('is only in the lists of the owner and of administrators, and nobody can make it another’s', async () => {
    const { id } = await makeVideo()
    const { id: other } = await makeVideo()
    const url = await linkOf(id)
    const stranger = await relay.api.createUser('stranger')
    expect(await stranger.call('GET', `/api/task/self?task_id=${id}`)).toMatchObject({ items: [] })
    expect((await open(await linkOf(id, relay.root, '/api/task/'))).status).toBe(200)
    const { id: rowId } = await rowOf(other, owner)
    for (const forged of [
      url.replace(/tasks\/\d+/, `tasks/${rowId}`),
      changed(url, 'user', String(stranger.id)),
      changed(url, 'user', '1'),
      changed(url, 'part', '1'),
      changed(url, 'kind', 'audio'),
      changed(url, 'until', '9999999999'),
      changed(url, 'sign', '0'.repeat(64)),
      changed(url, 'sign', ''),
      url.replace(/\?.*/, ''),
      url.replace(/tasks\/\d+/, 'tasks/0x1'),
    ])
      expect([forged, await refusal(forged)]).toEqual([forged, refused])
    expect(videos.calls.filter(({ path }) => path.endsWith('/content')).length).toBe(1)
  })

  it('ends after two hours at most, with the rights of its reader, and with the video', async () => {
    const { id, vendorId } = await makeVideo()
    const url = await linkOf(id)
    const admin = await relay.api.createUser('helper')
    await relay.root.call('POST', '/api/user/manage', { id: admin.id, action: 'promote' })
    const ofAdmin = await linkOf(id, admin, '/api/task/')
    expect((await open(ofAdmin)).status).toBe(200)
    await relay.root.call('POST', '/api/user/manage', { id: admin.id, action: 'demote' })
    await expect.poll(() => refusal(ofAdmin)).toEqual(refused)
    const banned = await relay.api.createUser('banned')
    const ofBanned = await linkOf((await makeVideo(await relay.addToken({}, banned))).id, banned)
    expect((await open(ofBanned)).status).toBe(200)
    await relay.root.call('POST', '/api/user/manage', { id: banned.id, action: 'disable' })
    await expect.poll(() => refusal(ofBanned)).toEqual([403, 'user_banned'])

    relay.api.clock.advance(2 * 3_600_000)
    expect(await refusal(url)).toEqual(refused)
    const again = await linkOf(id)
    expect((await open(again)).status).toBe(200)
    // The vendor has deleted the video.
    await relay.api.services.knex('tasks').where({ public_id: id }).update({ vendor_id: 'gone' })
    const gone = await open(again)
    const text = await gone.text()
    expect([gone.status, text]).toEqual([404, expect.stringContaining('the provider no longer has')])
    expect(text).not.toContain(new URL(videos.url).host)
    await relay.api.services.knex('tasks').where({ public_id: id }).update({ vendor_id: vendorId })
    await fetch(`${relay.url}/v1/videos/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ownerKey}` },
    })
    expect(await refusal(again)).toEqual(refused)
    expect((await rowOf(id, owner)).media).toEqual([])
  })

  it('stays the same for an hour, and works in demo mode, where nothing is written', async () => {
    const { id } = await makeVideo()
    const url = await linkOf(id)
    const hour = (link: string) => new URLSearchParams(link.split('?')[1]).get('until')
    relay.api.clock.advance(1000)
    const next = await linkOf(id)
    if (hour(next) === hour(url)) expect(next).toBe(url)
    await relay.setOption('DemoSiteEnabled', 'true')
    expect((await open(await linkOf(id))).status).toBe(200)
    await relay.setOption('DemoSiteEnabled', 'false')
    await relay.setOption('TaskEnabled', 'false')
    await expect.poll(async () => (await refusal(next))[1]).toBe('feature_disabled')
    await relay.setOption('TaskEnabled', 'true')
  })
})

describe('the links to songs', () => {
  it('are there for each song that has sound or film, once the task is finished, and open that one', async () => {
    const { data: id = '' } = await submit('/suno/submit/music', { prompt: 'the sea' })
    const sound = suno.serveFile('/files/b.mp3', {
      bytes: Buffer.from('0123456789'),
      contentType: 'audio/mpeg',
    })
    const film = suno.serveFile('/files/b.mp4', { bytes: Buffer.from('a film'), contentType: 'video/mp4' })
    const page = suno.serveFile('/files/page', { bytes: Buffer.from('<script>'), contentType: 'text/html' })
    const expired = suno.serveFile('/files/expired', 403)
    const clips = [
      { id: 'a', audio_url: 'javascript:alert(1)', video_url: 'file:///etc/passwd' },
      { id: 'b', audio_url: sound, video_url: film },
      null,
      { id: 'd', audio_url: page },
      { id: 'e', audio_url: expired },
      { id: 'f', audio_url: 'http://169.254.169.254/latest/meta-data' },
    ]
    suno.move(id, { status: 'IN_PROGRESS', data: clips })
    await relay.api.services.tasks.pass()
    expect((await rowOf(id, owner)).media).toEqual([])
    suno.move(id, { status: 'SUCCESS', progress: '100%', data: clips })
    await relay.api.services.tasks.pass()
    const { media } = await rowOf(id, owner)
    expect(media.map(({ kind, part }) => `${part} ${kind}`)).toEqual([
      '1 video',
      '1 audio',
      '3 audio',
      '4 audio',
      '5 audio',
    ])
    const [filmLink = '', soundLink = '', pageLink = '', expiredLink = '', inside = ''] = media.map(
      ({ url }) => url,
    )
    expect(await (await open(filmLink)).text()).toBe('a film')
    const part = await open(soundLink, { range: 'bytes=2-4' })
    expect([part.status, part.headers.get('content-type'), await part.text()]).toEqual([
      206,
      'audio/mpeg',
      '234',
    ])
    expect((await open(pageLink)).headers.get('content-type')).toBe('application/octet-stream')
    expect(await refusal(expiredLink)).toEqual([404, 'task_content_missing'])
    const guarded = await open(inside)
    expect(guarded.status).toBe(502)
    expect(await guarded.text()).not.toContain('169.254')
    expect(await refusal(changed(soundLink, 'part', '3'))).toEqual(refused)
  })
})
