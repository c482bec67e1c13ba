import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keyHint } from '../../src/daemon/channels/key-hint.ts'
import { adminPassword } from '../support/gateway/admin.ts'
import { silence } from '../support/silence.ts'
import { type SunoServer, startSunoServer } from '../support/tasks/suno-server.ts'
import { widths } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { writeTasks } from './support/written-tasks.ts'

/** Seconds of audio, more than a browser loads before a user seeks. */
const SECONDS = 1200

let site: Site
let vendor: SunoServer

beforeAll(async () => {
  ;[site, vendor] = await Promise.all([startSite(), startSunoServer()])
  const account = { username: 'singer', password: adminPassword }
  const { id: userId } = await site.admin.call<{ id: number }>('POST', '/api/user/', account)
  const bytes = Buffer.from(await silence(SECONDS).arrayBuffer())
  const file = { bytes, contentType: 'audio/wav' }
  const sound = vendor.serveFile('/files/song.wav', file)
  // Only playback matters, so the video is an audio file too.
  vendor.serveFile('/v1/videos/ship/content', file)
  const expired = vendor.serveFile('/files/expired.wav', 403)
  const channel = { key: vendor.key, base_url: vendor.url }
  const { id: songs } = await site.admin.createChannel({
    ...channel,
    name: 'singers',
    type: 36,
    models: 'suno_music',
  })
  const { id: films } = await site.admin.createChannel({ ...channel, name: 'films', models: 'sora-2' })
  const common = { userId, submitMs: Date.now() }
  const song = { ...common, platform: 'suno', action: 'MUSIC', channelId: songs }
  writeTasks(site, [
    {
      ...song,
      publicId: 'song',
      keyHint: keyHint(songs, vendor.key),
      result: { data: [{ title: 'Salt and Light', audio_url: sound }] },
    },
    {
      ...song,
      publicId: 'old-song',
      keyHint: keyHint(songs, vendor.key),
      result: { data: [{ title: 'Long ago', audio_url: expired }] },
    },
    {
      ...common,
      publicId: 'ship',
      platform: 'video',
      action: 'VIDEO',
      model: 'sora-2',
      channelId: films,
      keyHint: keyHint(films, vendor.key),
      prompt: 'a ship',
      result: { seconds: '4' },
    },
  ])
})
afterAll(async () => {
  await site?.close()
  await vendor?.close()
})

const open = async (page: Page, id: string) => {
  await page.goto(`/app/logs/tasks?id=${id}`)
  await page.getByRole('button', { name: /Details of/ }).click()
  await page.locator('[data-detail]').waitFor()
}
/** Plays from a position. @returns the new position, rounded down to 10 seconds, and the duration, in seconds */
const playFrom = (player: Locator, from: number) =>
  player.evaluate(async (media: HTMLMediaElement, at) => {
    media.muted = true
    await media.play()
    media.currentTime = at
    await new Promise((resolve) => media.addEventListener('seeked', resolve, { once: true }))
    media.pause()
    return [Math.floor(media.currentTime / 10) * 10, Math.round(media.duration)]
  }, from)

it('a song is played in its row, from any place of it, by its owner and by administrators', async () => {
  for (const [who, at] of [
    ['singer', 600],
    ['root', 1000],
  ] as const) {
    const { page, complaints, leave } = await site.visitAs(who, adminPassword)
    vendor.ranges.length = 0
    await open(page, 'song')
    const player = page.getByLabel('Audio: Salt and Light')
    expect(await playFrom(player, at)).toEqual([at, SECONDS])
    const starts = vendor.ranges.map((range) => Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0))
    expect(Math.max(...starts)).toBeGreaterThan(at * 8000 * 0.8)
    expect(complaints).toEqual([])
    await leave()
  }
})

it('a video is played in its row and saved, on a phone too', async () => {
  const { page, complaints, leave } = await site.visitAs('singer', adminPassword, { width: widths.phone })
  await open(page, 'ship')
  const player = page.getByLabel('Video: a ship')
  expect(await playFrom(player, 300)).toEqual([300, SECONDS])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download video' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^task-\d+-1\.mp4$/)
  expect(complaints).toEqual([])
  await leave()
})

it('where the vendor no longer has it, the page says so in a sentence', async () => {
  const { page, leave } = await site.visitAs('singer', adminPassword)
  await open(page, 'old-song')
  await page.getByLabel('Audio: Long ago').evaluate((media: HTMLMediaElement) => {
    media.play().catch(() => undefined)
  })
  await page.getByText('the provider no longer has this content of old-song').waitFor()
  await leave()
})
