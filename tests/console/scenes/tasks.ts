import type { Page } from 'playwright-core'
import { silence } from '../../support/silence.ts'
import type { PageScenes } from '../support/scene.ts'
import { writeTasks } from '../support/written-tasks.ts'

const minute = 60_000

const openFirst = async (page: Page) => {
  await page
    .getByRole('button', { name: /Details of/ })
    .first()
    .click()
  await page.locator('[data-detail]').waitFor()
}

/** Scenes of drawing, music and video tasks in every state. */
export const tasks: PageScenes = {
  fill: async (site) => {
    const now = Date.now()
    const picture = `${site.url}/favicon.svg`
    writeTasks(site, [
      {
        publicId: 'data-mj-1',
        submitMs: now - 8 * minute,
        finishMs: now - 7 * minute,
        prompt: 'data-一座雾中的灯塔，黄昏，胶片质感',
        result: { prompt_en: 'data-a lighthouse in the fog, dusk, film grain', image_url: picture },
      },
      {
        publicId: 'data-mj-2',
        action: 'UPSCALE',
        submitMs: now - 5 * minute,
        finishMs: now - 3 * minute,
        result: { image_url: picture },
      },
      {
        publicId: 'data-mj-3',
        action: 'VARIATION',
        submitMs: now - 2 * minute,
        status: 'IN_PROGRESS',
        progress: 45,
        prompt: 'data-harbour at night',
      },
      {
        publicId: null,
        submitMs: now - minute,
        status: 'FAILURE',
        code: 24,
        quota: 0,
        prompt: 'data-something forbidden',
        failReason: 'data-banned prompt detected, please check your words',
      },
      {
        publicId: 'data-mj-5',
        action: 'CUSTOM_ZOOM',
        submitMs: now - minute,
        status: 'MODAL',
        code: 21,
        quota: 0,
      },
      {
        publicId: 'data-song-1',
        platform: 'suno',
        action: 'MUSIC',
        model: 'suno_music',
        submitMs: now - 4 * minute,
        finishMs: now - 2 * minute,
        prompt: 'data-a song of the sea',
        result: {
          data: [
            {
              id: 'data-clip-1',
              title: 'data-Salt and Light',
              status: 'complete',
              audio_url: 'https://cdn.example/1.mp3',
              video_url: 'https://cdn.example/1.mp4',
              image_url: picture,
              metadata: { tags: 'data-folk, slow', prompt: 'data-[Verse]\nThe tide comes in' },
            },
          ],
        },
      },
      {
        publicId: 'data-song-2',
        platform: 'suno',
        action: 'MUSIC',
        model: 'suno_music',
        submitMs: now - minute,
        status: 'QUEUED',
        progress: 10,
      },
      {
        publicId: 'data-lyrics-1',
        platform: 'suno',
        action: 'LYRICS',
        model: 'suno_lyrics',
        quota: 5_000_000,
        submitMs: now - 3 * minute,
        finishMs: now - 3 * minute + 12_000,
        prompt: 'data-the sea',
        result: {
          data: { title: 'data-Salt and Light', text: 'data-[Verse]\nThe tide comes in\nThe tide goes out' },
        },
      },
      {
        publicId: 'data-video-1',
        platform: 'video',
        action: 'VIDEO',
        model: 'sora-2',
        submitMs: now - 6 * minute,
        finishMs: now - 5 * minute,
        status: 'FAILURE',
        failReason: 'data-the upstream took too long',
        result: { seconds: '4', size: '720x1280' },
      },
      {
        publicId: 'data-video-2',
        platform: 'video',
        action: 'VIDEO',
        model: 'sora-2',
        submitMs: now - 9 * minute,
        finishMs: now - 7 * minute,
        prompt: 'data-a ship in the harbour',
        result: { seconds: '4', size: '720x1280' },
      },
    ])
  },
  data: [
    /^data-/,
    /^(suno_music|suno_lyrics|sora-2|mj_imagine|720x1280|a lighthouse in the fog|Midjourney|Suno|24)$/,
    /^\d+ data-/,
    /^\d\d-\d\d [\d:]+$/,
  ],
  scenes: [
    { name: 'drawing-log', path: '/app/logs/drawing' },
    {
      name: 'drawing-log-row',
      path: '/app/logs/drawing?id=data-mj-1',
      act: openFirst,
    },
    {
      name: 'drawing-log-failed',
      path: '/app/logs/drawing?status=FAILURE',
      act: openFirst,
    },
    { name: 'drawing-log-none', path: '/app/logs/drawing?id=nothing-like-it' },
    { name: 'task-log', path: '/app/logs/tasks' },
    {
      name: 'task-log-music',
      path: '/app/logs/tasks?from=all&id=data-song-1',
      act: openFirst,
    },
    {
      name: 'task-log-lyrics',
      path: '/app/logs/tasks?from=all&id=data-lyrics-1',
      act: openFirst,
    },
    {
      name: 'task-log-video',
      path: '/app/logs/tasks?from=all&id=data-video-2',
      act: async (page) => {
        const body = Buffer.from(await silence(2).arrayBuffer())
        await page.route('**/pg/tasks/**', (route) => route.fulfill({ contentType: 'audio/wav', body }))
        await openFirst(page)
        await page.locator('video').waitFor()
      },
    },
    {
      name: 'task-log-video-gone',
      path: '/app/logs/tasks?from=all&id=data-video-2',
      act: async (page) => {
        await page.unroute('**/pg/tasks/**')
        const error = { message: 'data-no longer there' }
        await page.route('**/pg/tasks/**', (route) => route.fulfill({ status: 404, json: { error } }))
        await openFirst(page)
        await page.getByText('data-no longer there').waitFor()
      },
    },
    { name: 'task-log-none', path: '/app/logs/tasks?id=nothing-like-it' },
  ],
}
