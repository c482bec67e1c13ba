import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type SunoServer, startSunoServer } from '../support/tasks/suno-server.ts'
import { type Site, startSite } from './support/site.ts'
import { moveTask, writeTasks } from './support/written-tasks.ts'

const path = '/app/logs/tasks'
const startOfToday = new Date().setHours(0, 0, 0, 0)

const statuses = {
  '': ['Submitting', '提交中'],
  NOT_START: ['Not started', '未启动'],
  SUBMITTED: ['Submitted', '已提交'],
  QUEUED: ['Queued', '排队中'],
  IN_PROGRESS: ['In progress', '执行中'],
  SUCCESS: ['Succeeded', '成功'],
  FAILURE: ['Failed', '失败'],
  UNKNOWN: ['Unknown', '未知'],
} as const

let site: Site
let suno: SunoServer
let userId: number
const songOf = { music: '', lyrics: '' }

beforeAll(async () => {
  ;[site, suno] = await Promise.all([startSite(), startSunoServer()])
  const account = { username: 'singer', password: adminPassword }
  userId = (await site.admin.call<{ id: number }>('POST', '/api/user/', account)).id
  await site.admin.createChannel({
    name: 'singers',
    type: 36,
    key: suno.key,
    base_url: suno.url,
    models: 'suno_music,suno_lyrics',
  })
  const { key } = await site.admin.createToken({ name: 'songs', unlimited_quota: true })
  for (const action of ['music', 'lyrics'] as const) {
    const answer = await fetch(`${site.url}/suno/submit/${action}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'the sea' }),
    })
    songOf[action] = String(((await answer.json()) as { data: unknown }).data)
  }
  const base = { platform: 'suno', action: 'MUSIC', model: 'suno_music', userId }
  const nowMs = Date.now()
  writeTasks(site, [
    ...Object.keys(statuses).map((status) => ({
      ...base,
      publicId: `status-${status || 'none'}`,
      status,
      submitMs: nowMs,
    })),
    { ...base, publicId: 'yesterday', submitMs: startOfToday - 1000 },
    { ...base, publicId: 'clock-behind', submitMs: nowMs, finishMs: nowMs - 60_000 },
    { ...base, publicId: 'video', platform: 'video', action: 'VIDEO', model: 'sora-2', submitMs: nowMs },
    { ...base, publicId: 'elsewhere', submitMs: nowMs, channelId: 77 },
    {
      ...base,
      publicId: 'song',
      submitMs: nowMs,
      result: {
        data: [
          {
            id: 'c1',
            title: 'Salt and Light',
            audio_url: 'https://cdn.example/1.mp3',
            video_url: 'https://cdn.example/1.mp4',
            metadata: { tags: 'folk', prompt: 'The tide comes in' },
          },
          { id: 'c2', title: '<b>bold</b>', audio_url: 'javascript:alert(1)' },
        ],
      },
    },
    {
      ...base,
      publicId: 'words',
      action: 'LYRICS',
      submitMs: nowMs,
      result: { data: { title: 'Salt and Light', text: 'The tide comes in\nThe tide goes out' } },
    },
  ])
})
afterAll(async () => {
  await site?.close()
  await suno?.close()
})

const rows = (page: Page) => page.locator('tbody tr[data-row]')
const rowOf = (page: Page, id: string) => rows(page).filter({ hasText: id })
const open = async (query = '', who: 'singer' | 'root' = 'singer', language: 'en' | 'zh' = 'en') => {
  const visitor = await site.visitAs(who, adminPassword)
  await visitor.context.addInitScript((name) => {
    localStorage.setItem('i18nextLng', name)
    localStorage.setItem('page-size', '100')
  }, language)
  await visitor.page.goto(`${path}${query}`)
  await rows(visitor.page).first().waitFor()
  return visitor
}
const headsOf = (page: Page) => page.getByRole('columnheader').allTextContents()

it('C-MUSIC-01 the page begins with today and has filters', async () => {
  const { page, leave } = await open()
  expect(await rowOf(page, 'yesterday').count()).toBe(0)
  const today = new Date(startOfToday)
  const two = (value: number) => String(value).padStart(2, '0')
  expect(await page.getByRole('button', { name: /^Submitted: / }).getAttribute('aria-label')).toContain(
    `${today.getFullYear()}-${two(today.getMonth() + 1)}-${two(today.getDate())} 00:00`,
  )
  await page.goto(`${path}?from=all&id=yesterday`)
  await rowOf(page, 'yesterday').waitFor()
  await page.goto(path)
  await page.getByRole('button', { name: /^Platform: / }).click()
  await page.getByRole('option', { name: 'Video' }).click()
  await expect.poll(() => rows(page).count()).toBe(1)
  await rowOf(page, 'video').waitFor()
  await leave()
})

it('an address that opens a row which this page does not have shows it, before the others', async () => {
  const { items } = await site.admin.call<{ items: { id: number }[] }>('GET', '/api/task/?task_id=yesterday')
  for (const who of ['singer', 'root'] as const) {
    const { page, leave } = await open(`?row=${items[0]?.id}`, who)
    await rowOf(page, 'yesterday').waitFor()
    expect(await rows(page).first().textContent()).toContain('yesterday')
    expect(await page.locator('[data-detail]').count()).toBe(1)
    expect(await rows(page).count()).toBeGreaterThan(1)
    await rowOf(page, 'yesterday').getByRole('button').first().click()
    await expect.poll(() => rowOf(page, 'yesterday').count()).toBe(0)
    await leave()
  }
})

it('a task that its provider says ended before it was submitted has no duration, in the file neither', async () => {
  const { page, leave } = await open()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  const place = head?.split(',').indexOf('Duration') ?? -1
  expect(place).toBeGreaterThan(0)
  expect(lines.find((line) => line.includes('clock-behind'))?.split(',')[place]).toBe('')
  await leave()
})

it('C-MUSIC-03 C-MUSIC-04 administrators see and filter channels, users do not', async () => {
  const columns = [
    'Details',
    'Submitted',
    'Platform',
    'Action',
    'Status',
    'Progress',
    'Duration',
    'Result',
    'Failure reason',
    'Task ID',
    'Finished',
    'Cost',
  ]
  const user = await open()
  expect(await headsOf(user.page)).toEqual(columns)
  expect(await user.page.getByLabel('Channel ID').count()).toBe(0)
  await user.leave()
  const admin = await open('', 'root')
  expect(await headsOf(admin.page)).toEqual([...columns.slice(0, 9), 'User', 'Channel', ...columns.slice(9)])
  await admin.page.getByLabel('Channel ID').fill('77')
  await expect.poll(() => rows(admin.page).count()).toBe(1)
  await rowOf(admin.page, 'elsewhere').waitFor()
  await admin.leave()
})

it.each([
  ['en', 0],
  ['zh', 1],
] as const)('C-MUSIC-05 the eight statuses have names in %s', async (language, index) => {
  const { page, leave } = await open('', 'singer', language)
  const at = (await headsOf(page)).indexOf(language === 'en' ? 'Status' : '状态')
  for (const [status, texts] of Object.entries(statuses)) {
    const row = rowOf(page, `status-${status || 'none'}`)
    expect(await row.locator('td').nth(at).textContent()).toBe(texts[index])
  }
  await leave()
})

it('C-MUSIC-06 music and lyrics that clients handed in are named, in both languages', async () => {
  for (const [language, music, lyrics] of [
    ['en', 'Music', 'Lyrics'],
    ['zh', '生成音乐', '生成歌词'],
  ] as const) {
    const { page, leave } = await open('', 'root', language)
    await rowOf(page, songOf.music).getByText(music, { exact: true }).waitFor()
    await rowOf(page, songOf.lyrics).getByText(lyrics, { exact: true }).waitFor()
    await rowOf(page, songOf.music).getByText('Suno', { exact: true }).waitFor()
    await leave()
  }
})

it('songs have players and lyrics are there to read; nothing leads to where the vendor has them', async () => {
  const { page, complaints, leave } = await open('?id=song')
  await rows(page)
    .first()
    .getByRole('button', { name: /Details of/ })
    .click()
  const detail = page.locator('[data-detail]')
  await detail.getByText('Salt and Light').waitFor()
  expect([
    await detail.getByLabel('Audio: Salt and Light').count(),
    await detail.getByLabel('Video: Salt and Light').count(),
    await detail.locator('audio, video').count(),
  ]).toEqual([1, 1, 2])
  expect(await detail.innerHTML()).not.toMatch(/cdn\.example|javascript:/)
  await detail.getByText('<b>bold</b>').waitFor()
  await detail.getByText('The tide comes in').waitFor()
  await page.goto(`${path}?id=words`)
  await rows(page)
    .first()
    .getByRole('button', { name: /Details of/ })
    .click()
  await page.locator('[data-detail]').getByText('The tide goes out').waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('a song that is being made appears when it is done, without a reload', async () => {
  writeTasks(site, [
    {
      publicId: 'moving',
      platform: 'suno',
      action: 'MUSIC',
      submitMs: Date.now(),
      status: 'QUEUED',
      progress: 5,
      userId,
    },
  ])
  const { page, leave } = await open('?id=moving')
  await rows(page).getByText('5%', { exact: true }).waitFor()
  const result = { data: [{ id: 'c', title: 'Finished song', audio_url: 'https://cdn.example/2.mp3' }] }
  moveTask(site, 'moving', { status: 'SUCCESS', progress: 100, result })
  await rows(page).getByText('Finished song').waitFor()
  await leave()
})

it('songs with long words stay in their part, one that came twice is there twice, and no time is NaN', async () => {
  const tags = 'energetic folk rock with a female voice, '.repeat(10)
  const song = { id: 'c', title: 'T'.repeat(300), audio_url: 'https://cdn.example/3.mp3', metadata: { tags } }
  const base = { userId, submitMs: Date.now() }
  writeTasks(site, [
    {
      ...base,
      publicId: 'wide',
      platform: 'suno',
      action: 'MUSIC',
      result: { data: [song, { ...song, title: 'Second' }] },
    },
    { ...base, publicId: 'endless', platform: 'video', action: 'VIDEO', result: { expires_at: 1e300 } },
    {
      ...base,
      publicId: 'silent',
      platform: 'suno',
      action: 'MUSIC',
      status: 'FAILURE',
      result: { data: { error: 'x' } },
    },
  ])
  const { page, leave } = await open('?id=wide')
  const look = async (id: string) => {
    await page.goto(`${path}?id=${id}`)
    await rowOf(page, id)
      .getByRole('button', { name: /Details of/ })
      .click()
    return page.locator('[data-detail]')
  }
  const songs = (await look('wide')).locator('li')
  await songs.nth(1).waitFor()
  expect(await songs.count()).toBe(2)
  const part = await page.locator('[data-detail] section').first().boundingBox()
  for (const each of await songs.all())
    expect((await each.boundingBox())?.width).toBeLessThanOrEqual(part?.width ?? 0)
  expect(part?.width).toBeLessThan(700)
  expect(await (await look('endless')).textContent()).not.toContain('NaN')
  expect(await (await look('silent')).textContent()).not.toContain('Untitled')
  await leave()
})
