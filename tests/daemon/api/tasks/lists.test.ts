import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchingTasks, type TaskFilter } from '../../../../src/daemon/api/tasks/tasks.repository.ts'
import { storedTask, storeTasks } from '../../../support/tasks/stored-tasks.ts'
import { type SunoServer, startSunoServer } from '../../../support/tasks/suno-server.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'
import type { Caller } from '../../../support/test-services.ts'

/** 2026-11-20 in milliseconds. */
const DAY_MS = 1_795_132_800_000

let relay: TestRelay
let suno: SunoServer
let user: Caller
let sunoChannel: number

interface Page<Row> {
  readonly items: readonly Row[]
  readonly page: number
  readonly page_size: number
  readonly total: number
}
type Row = Readonly<Record<string, unknown>>

const list = (path: string, who: Caller = relay.root) => who.call<Page<Row>>('GET', path)
const idsOf = async (path: string, who?: Caller) =>
  (await list(path, who)).items.map((row) => String(row.mj_id ?? row.task_id))

beforeAll(async () => {
  ;[relay, suno] = await Promise.all([startTestRelay(), startSunoServer()])
  sunoChannel = await relay.addChannel({
    name: 'music maker',
    type: 36,
    key: suno.key,
    base_url: suno.url,
    models: 'suno_music,suno_lyrics',
  })
  user = await relay.api.createUser('painter')
  const shared = { userId: user.id, channelId: sunoChannel }
  await storeTasks(relay.api.services.knex, [
    { publicId: 'mj-1', submitMs: DAY_MS, ...shared },
    {
      publicId: 'mj-2',
      submitMs: DAY_MS + 1000,
      startMs: DAY_MS + 1500,
      finishMs: DAY_MS + 61_000,
      code: 22,
      prompt: '雾中的灯塔',
      result: {
        prompt_en: 'a lighthouse in the fog',
        description: 'Submit success',
        state: 'mine',
        image_url: 'https://cdn.example/1.png',
        buttons: [{ customId: 'MJ::JOB::upsample::1::x', label: 'U1' }],
        properties: { seed: 7 },
        bot_type: 'MID_JOURNEY',
      },
      ...shared,
    },
    {
      publicId: 'mj-3',
      submitMs: DAY_MS + 2000,
      status: 'IN_PROGRESS',
      progress: 30,
      action: 'UPSCALE',
      channelId: 77,
    },
    {
      publicId: null,
      submitMs: DAY_MS + 3000,
      status: 'FAILURE',
      code: 24,
      failReason: 'banned prompt',
      quota: 0,
      ...shared,
    },
    {
      publicId: 'video-1',
      platform: 'video',
      action: 'VIDEO',
      model: 'sora-2',
      submitMs: DAY_MS + 4000,
      result: { seconds: '4', size: '720x1280', file: 'https://vendor.example/secret' },
      ...shared,
    },
  ])
})
afterAll(async () => {
  await relay.close()
  await suno.close()
})

async function makeMusic(owner: Caller): Promise<string> {
  const key = await relay.addToken({}, owner)
  const response = await relay.post(
    '/suno/submit/music',
    { prompt: 'a song of the sea' },
    { authorization: `Bearer ${key}` },
  )
  return String(((await response.json()) as { data: unknown }).data)
}

describe('drawing', () => {
  it('C-DRAW-04: a row has everything that is known of the task, times in milliseconds', async () => {
    const { items } = await list('/api/mj/?mj_id=mj-2')
    expect(items).toEqual([
      {
        id: expect.any(Number),
        code: 22,
        user_id: user.id,
        username: 'painter',
        action: 'IMAGINE',
        mj_id: 'mj-2',
        prompt: '雾中的灯塔',
        prompt_en: 'a lighthouse in the fog',
        description: 'Submit success',
        state: 'mine',
        submit_time: DAY_MS + 1000,
        start_time: DAY_MS + 1500,
        finish_time: DAY_MS + 61_000,
        image_url: expect.stringMatching(/^\/mj\/image\/mj-2\?user=\d+&sign=[0-9a-f]{64}$/),
        status: 'SUCCESS',
        progress: '100%',
        fail_reason: '',
        channel_id: sunoChannel,
        channel_name: 'music maker',
        quota: 50_000,
        quota_exact: '50000',
        buttons: '[{"customId":"MJ::JOB::upsample::1::x","label":"U1"}]',
        properties: '{"seed":7}',
      },
    ])
  })

  it('C-DRAW-11: the picture is a signed link of this site, in both lists, and the vendor’s own where forwarding is off', async () => {
    const addresses = async () => [
      (await list('/api/mj/self?mj_id=mj-2', user)).items[0]?.image_url,
      (await list('/api/task/self?platform=midjourney&task_id=mj-2', user)).items.map(
        ({ data }) => (data as Row).image_url,
      )[0],
    ]
    const [link, same] = await addresses()
    expect(link).toMatch(/^\/mj\/image\/mj-2\?/)
    expect(same).toBe(link)
    await relay.setOption('MjForwardUrlEnabled', 'false')
    expect(await addresses()).toEqual(['https://cdn.example/1.png', 'https://cdn.example/1.png'])
    await relay.setOption('MjForwardUrlEnabled', 'true')
  })

  it('C-DRAW-02: users have their own tasks, newest first, with and without the last slash', async () => {
    const own = ['', 'mj-2', 'mj-1']
    expect(await idsOf('/api/mj/self', user)).toEqual(own)
    expect(await idsOf('/api/mj/self/', user)).toEqual(own)
    expect(await idsOf('/api/mj/self')).toEqual(['mj-3'])
  })

  it('C-DRAW-02: everybody’s tasks are for administrators only, with and without the last slash', async () => {
    const all = ['', 'mj-3', 'mj-2', 'mj-1']
    expect(await idsOf('/api/mj/')).toEqual(all)
    expect(await idsOf('/api/mj')).toEqual(all)
    for (const path of ['/api/mj/', '/api/mj']) expect((await user.request('GET', path)).status).toBe(403)
  })

  it('C-DRAW-03, C-DRAW-04: users see no channel and cannot ask for one; administrators can', async () => {
    const { items } = await list(`/api/mj/self?channel_id=77`, user)
    expect(items).toHaveLength(3)
    for (const row of items) {
      expect(row).not.toHaveProperty('channel_id')
      expect(row).not.toHaveProperty('channel_name')
      expect(row).not.toHaveProperty('username')
    }
    expect(await idsOf('/api/mj/?channel_id=77')).toEqual(['mj-3'])
    for (const everything of ['0', ''])
      expect(await idsOf(`/api/mj/?channel_id=${everything}`)).toHaveLength(4)
  })

  it('the time is in milliseconds, both ends included, and pages add up', async () => {
    const from = DAY_MS + 1000
    expect(await idsOf(`/api/mj/?start_timestamp=${from}&end_timestamp=${from + 1000}`)).toEqual([
      'mj-3',
      'mj-2',
    ])
    expect(await list('/api/mj/?p=2&page_size=3')).toMatchObject({
      items: [{ mj_id: 'mj-1' }],
      page: 2,
      page_size: 3,
      total: 4,
    })
    expect(await idsOf('/api/mj/?p=0&size=1')).toEqual([''])
  })

  it('status and action narrow the list; what is open says how far it is, what failed says why', async () => {
    expect(await list('/api/mj/?status=in_progress&action=upscale')).toMatchObject({
      items: [{ mj_id: 'mj-3', progress: '30%', finish_time: 0 }],
      total: 1,
    })
    expect((await list('/api/mj/?status=FAILURE')).items[0]).toMatchObject({
      code: 24,
      fail_reason: 'banned prompt',
      quota: 0,
    })
  })
})

describe('music and video', () => {
  it('C-MUSIC-04, C-MUSIC-06: a song that a client handed in is in the list, from its submission to its clips', async () => {
    const id = await makeMusic(relay.root)
    const [begun] = (await list(`/api/task/?task_id=${id}`)).items
    expect(begun).toMatchObject({ status: 'NOT_START', progress: '0%', data: null, finish_time: 0 })
    const clips = [{ id: 'clip-1', title: 'Sea', audio_url: 'https://cdn.example/1.mp3' }]
    suno.move(id, {
      status: 'SUCCESS',
      start_time: 1_780_000_010,
      finish_time: 1_780_000_050,
      data: clips,
    })
    await relay.api.services.tasks.pass()
    const stored = await relay.api.services.knex('tasks').where({ public_id: id }).first()
    const submitted = Math.floor(Number(stored?.submit_ms) / 1000)
    expect((await list(`/api/task/?task_id=${id}`)).items).toEqual([
      {
        id: expect.any(Number),
        created_at: submitted,
        updated_at: Math.floor(Number(stored?.changed_ms) / 1000),
        task_id: id,
        platform: 'suno',
        user_id: relay.root.id,
        username: 'root',
        channel_id: sunoChannel,
        channel_name: 'music maker',
        quota: 50_000,
        quota_exact: '50000',
        action: 'MUSIC',
        status: 'SUCCESS',
        fail_reason: '',
        submit_time: submitted,
        start_time: 1_780_000_010,
        finish_time: 1_780_000_050,
        progress: '100%',
        properties: { input: 'a song of the sea', model: 'suno_music' },
        media: [{ kind: 'audio', part: 0, url: expect.stringContaining('/content?kind=audio&part=0&') }],
        data: clips,
      },
    ])
  })

  it('C-MUSIC-02, C-MUSIC-03: users have their own tasks without channels; all of them are for administrators', async () => {
    const others = await list('/api/task/self')
    expect(others.items.map((row) => row.user_id)).not.toContain(user.id)
    const { items } = await list(`/api/task/self/?channel_id=9`, user)
    expect(items).toMatchObject([
      { task_id: 'video-1', platform: 'video', data: { seconds: '4', size: '720x1280' } },
    ])
    expect(items[0]).not.toHaveProperty('channel_id')
    for (const path of ['/api/task/', '/api/task']) expect((await user.request('GET', path)).status).toBe(403)
    expect(await idsOf(`/api/task/?channel_id=${sunoChannel}&platform=video`)).toEqual(['video-1'])
    expect(await idsOf('/api/task/?channel_id=9')).toEqual([])
  })

  it('drawing is listed only for those who ask for it, and an unknown platform finds nothing', async () => {
    expect(await idsOf('/api/task/self', user)).toEqual(['video-1'])
    expect(await idsOf('/api/task/self?platform=midjourney,video', user)).toEqual([
      'video-1',
      '',
      'mj-2',
      'mj-1',
    ])
    expect(await idsOf('/api/task/self?platform=midjourney,suno,video', user)).toHaveLength(4)
    expect(await idsOf('/api/task/self?platform=nothing', user)).toEqual([])
  })

  it('the time is in seconds, both ends included', async () => {
    const at = DAY_MS / 1000 + 4
    const range = (from: number, until: number) =>
      idsOf(`/api/task/?start_timestamp=${from}&end_timestamp=${until}`)
    expect(await range(at, at)).toEqual(['video-1'])
    expect(await range(at - 100, at - 1)).toEqual([])
  })
})

describe('many tasks', () => {
  const base = { fromMs: DAY_MS + 500_000, beforeMs: DAY_MS + 600_000 }
  const both = ['suno', 'video'] as const
  const filters: readonly (readonly [string, string, TaskFilter])[] = [
    ['the drawings of a time', 'tasks_drawn', { platforms: ['midjourney'], ...base }],
    ['the newest drawings', 'tasks_drawn', { platforms: ['midjourney'] }],
    ['music and video of a time', 'tasks_made', { platforms: both, ...base }],
    ['the newest music and video', 'tasks_made', { platforms: both }],
    ['tasks of every kind', 'tasks_submitted', { platforms: ['midjourney', ...both] }],
    ['the drawings of a user', 'tasks_user_submitted', { platforms: ['midjourney'], userId: 1, ...base }],
    ['the newest tasks of a user', 'tasks_user_submitted', { platforms: both, userId: 1 }],
    [
      'the drawings of a channel',
      'tasks_channel_submitted',
      { platforms: ['midjourney'], channelId: 3, ...base },
    ],
    ['tasks of one name', 'tasks_named', { platforms: both, publicId: 'bulk-17' }],
    ['own tasks of one name', 'tasks_public', { platforms: both, userId: 1, publicId: 'bulk-17' }],
  ]

  beforeAll(async () => {
    const { knex } = relay.api.services
    const rows = Array.from({ length: 6_000 }, (_, index) => ({
      ...storedTask({
        publicId: `bulk-${index}`,
        platform: index % 2 === 0 ? 'midjourney' : 'suno',
        userId: index % 3 === 0 ? user.id : 1,
        channelId: index % 40,
        submitMs: DAY_MS + index * 1000,
      }),
    }))
    await knex.batchInsert('tasks', rows, 100)
    await knex.raw('ANALYZE')
  })

  it.each(filters)('%s are found by an index of their own', async (_, index, filter) => {
    const { knex } = relay.api.services
    const isPostgres = knex.client.config.client === 'pg'
    const query = matchingTasks(knex, filter)
      .orderBy([
        { column: 'submit_ms', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(10)
      .toSQL()
      .toNative()
    const explained = await knex.raw(
      `EXPLAIN ${isPostgres ? '' : 'QUERY PLAN '}${query.sql.replace(/\$\d+/g, '?')}`,
      query.bindings as string[],
    )
    const plan = JSON.stringify(isPostgres ? explained.rows : explained)
    // PostgreSQL chooses among the indexes by its statistics.
    if (isPostgres) expect(plan).not.toContain('Seq Scan')
    else expect(plan).toContain(`INDEX ${index}`)
  })
})

it('what an earlier version stored of a failure is shown without the key: to clients, users and administrators', async () => {
  const said = `not with ${suno.key}`
  await storeTasks(relay.api.services.knex, [
    {
      publicId: 'failed-earlier',
      platform: 'suno',
      action: 'MUSIC',
      model: 'suno_music',
      channelId: sunoChannel,
      status: 'FAILURE',
      failReason: said,
      result: { data: { error: [said] } },
      submitMs: DAY_MS,
    },
  ])
  const texts = await Promise.all([
    relay.post('/suno/fetch', { ids: ['failed-earlier'] }).then((response) => response.text()),
    ...['/api/task/self', '/api/task/'].map(async (path) =>
      JSON.stringify(await list(`${path}?task_id=failed-earlier`)),
    ),
  ])
  for (const text of texts) {
    expect(text).toContain('"error":["not with ***"]')
    expect(text).not.toContain(suno.key)
  }
})

it('a row is found by its ID, in its own list and by those who may see it', async () => {
  const [row] = (await list('/api/mj/self?mj_id=mj-1', user)).items
  expect(await idsOf(`/api/mj/self?id=${row?.id}`, user)).toEqual(['mj-1'])
  expect(await idsOf(`/api/mj/?id=${row?.id}`)).toEqual(['mj-1'])
  expect(await idsOf(`/api/mj/self?id=${row?.id}`)).toEqual([])
  expect(await idsOf(`/api/task/?id=${row?.id}`)).toEqual([])
})
