import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAudit } from '../../../../src/daemon/ledger/audit.ts'
import { type SunoServer, startSunoServer } from '../../../support/tasks/suno-server.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

/** `suno_music` costs 0.1 dollars and `suno_lyrics` 0.01; in thousandths of a quota unit. */
const MUSIC = 50_000_000n
const LYRICS = 5_000_000n

let relay: TestRelay
let suno: SunoServer
let channelId: number

beforeAll(async () => {
  ;[relay, suno] = await Promise.all([startTestRelay(), startSunoServer()])
  channelId = await relay.addChannel({
    type: 36,
    key: suno.key,
    base_url: suno.url,
    models: 'suno_music,suno_lyrics',
  })
})
afterAll(async () => {
  await relay.close()
  await suno.close()
})
beforeEach(async () => {
  suno.calls.length = 0
})

interface Told {
  readonly code: string
  readonly message: string
  readonly data: unknown
}
const submit = async (
  action: string,
  body: unknown,
  key = relay.key,
): Promise<{ status: number; body: Told }> => {
  const response = await relay.post(`/suno/submit/${action}`, body, { authorization: `Bearer ${key}` })
  return { status: response.status, body: (await response.json()) as Told }
}
const fetchTask = async (id: string, key = relay.key) => {
  const response = await fetch(`${relay.url}/suno/fetch/${id}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  return { status: response.status, body: (await response.json()) as Told }
}
const music = async () => String((await submit('music', { prompt: 'a song of the sea' })).body.data)

describe('music', () => {
  it('C-TYPE-36, C-MUSIC-07: a submission goes to the channel, is charged its price once, and the vendor answers for itself', async () => {
    const before = await relay.balance()
    const { status, body } = await submit('music', {
      prompt: 'la la',
      tags: 'pop',
      notify_hook: 'http://evil.example/',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ code: 'success', data: expect.stringMatching(/^5f0c/) })
    expect(before - (await relay.balance())).toBe(MUSIC)
    expect(suno.calls).toEqual([
      {
        path: '/suno/submit/MUSIC',
        authorization: `Bearer ${suno.key}`,
        body: { prompt: 'la la', tags: 'pop', mv: 'chirp-v3-0' },
      },
    ])
    const [row] = await relay.logs()
    expect(row).toMatchObject({ type: 2, model_name: 'suno_music', quota: 50_000, channel: channelId })
    expect(JSON.parse(row?.other ?? '')).toMatchObject({
      model_price: 0.1,
      action: 'MUSIC',
      task_id: body.data,
    })
    suno.move(String(body.data), { status: 'SUCCESS' })
    await relay.api.services.tasks.pass()
  })

  it('C-MUSIC-07: a task that fails gives the whole charge back once, to account and token, however often it is told', async () => {
    const key = await relay.addToken({ name: 'limited', unlimited_quota: false, remain_quota: 100_000 })
    const before = await relay.balance()
    const id = String((await submit('music', { prompt: 'x' }, key)).body.data)
    suno.move(id, { status: 'FAILURE', fail_reason: 'the words are not allowed', finish_time: 1_780_000_030 })
    await relay.api.services.tasks.pass()
    await relay.api.services.tasks.pass()
    expect(await relay.balance()).toBe(before)
    expect((await fetchTask(id, key)).body.data).toMatchObject({
      status: 'FAILURE',
      fail_reason: 'the words are not allowed',
      progress: '100%',
    })
    const { items } = await relay.root.call<{ items: { name: string; remain_quota: number }[] }>(
      'GET',
      '/api/token/search?keyword=limited',
    )
    expect(items[0]).toMatchObject({ remain_quota: 100_000 })
    const [refund] = await relay.logs()
    expect(refund).toMatchObject({ type: 4, quota: 50_000 })
    expect(refund?.content).toContain(id)
    expect((await runAudit(relay.api.services.knex)).state).toBe('clean')
  })

  it('C-MUSIC-07: what the vendor refuses costs nothing, and is kept with its reason', async () => {
    const before = await relay.balance()
    suno.refuseNext(400, { code: 'invalid_request', message: 'too long', data: null })
    const { status, body } = await submit('music', { prompt: 'x' })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('too long') })
    expect(await relay.balance()).toBe(before)
    const row = await relay.api.services.knex('tasks').orderBy('id', 'desc').first()
    expect(row).toMatchObject({ status: 'FAILURE', fail_reason: 'too long', quota: 0 })
  })

  it.each([
    ['says nothing', [500, ''], 'bad response status code 500', '上游返回了错误状态码 500'],
    ['accepts nothing', [200, { code: 'success', data: 7 }], 'the task was not accepted', '任务未被接受'],
    [
      'sends no JSON',
      [200, undefined],
      "the provider's response could not be read",
      '上游返回的内容无法解析',
    ],
  ] as const)(
    'a vendor that %s: the log of tasks says so in words, in the language of its reader',
    async (_what, [status, answer], en, zh) => {
      suno.refuseNext(status, answer)
      await submit('music', { prompt: 'x' })
      const reasonIn = async (language: string) => {
        type Page = { items: { fail_reason: string }[] }
        const headers = { 'accept-language': language }
        const { body } = await relay.root.request<Page>(
          'GET',
          '/api/task/self?page_size=1',
          undefined,
          headers,
        )
        return body.data.items[0]?.fail_reason
      }
      expect([await reasonIn('en'), await reasonIn('zh')]).toEqual([en, zh])
    },
  )

  it('a vendor that hangs up: the log of tasks says that it cannot be reached', async () => {
    suno.setSilent(true)
    await submit('music', { prompt: 'x' })
    suno.setSilent(false)
    const { items } = await relay.root.call<{ items: { fail_reason: string }[] }>(
      'GET',
      '/api/task/self?page_size=1',
    )
    expect(items[0]?.fail_reason).toBe('the provider cannot be reached, try again later')
  })

  it('what a failed task is told with is shown without the key', async () => {
    const id = await music()
    const said = { error: [`not with ${suno.key}`, 7, null] }
    suno.move(id, { status: 'FAILURE', fail_reason: `no ${suno.key}`, data: said })
    await relay.api.services.tasks.pass()
    expect((await fetchTask(id)).body.data).toMatchObject({
      fail_reason: 'no ***',
      data: { error: ['not with ***', 7, null] },
    })
  })

  it('a task that is done has its clips, and its charge stays', async () => {
    const id = await music()
    const clips = [{ id: 'clip-1', status: 'complete', audio_url: 'https://cdn.example/1.mp3' }]
    suno.move(id, { status: 'IN_PROGRESS', progress: '40%', start_time: 1_780_000_010 })
    await relay.api.services.tasks.pass()
    expect((await fetchTask(id)).body.data).toMatchObject({ status: 'IN_PROGRESS', progress: '40%' })
    const before = await relay.balance()
    suno.move(id, { status: 'SUCCESS', finish_time: 1_780_000_050, data: clips })
    await relay.api.services.tasks.pass()
    expect((await fetchTask(id)).body.data).toMatchObject({
      status: 'SUCCESS',
      progress: '100%',
      start_time: 1_780_000_010,
      finish_time: 1_780_000_050,
      data: clips,
    })
    expect(await relay.balance()).toBe(before)
  })

  it('a task that nobody finishes fails after two hours, and its charge comes back', async () => {
    const before = await relay.balance()
    const id = await music()
    relay.api.clock.advance(2 * 3_600_000 + 1000)
    await relay.api.services.tasks.pass()
    expect((await fetchTask(id)).body.data).toMatchObject({
      status: 'FAILURE',
      fail_reason: 'upstream timeout',
    })
    expect(await relay.balance()).toBe(before)
  })

  it('a vendor that is silent for a while loses nobody a task', async () => {
    const id = await music()
    suno.setSilent(true)
    await relay.api.services.tasks.pass()
    suno.setSilent(false)
    suno.move(id, { status: 'QUEUED' })
    await relay.api.services.tasks.pass()
    expect((await fetchTask(id)).body.data).toMatchObject({ status: 'QUEUED' })
  })
})

describe('C-MUSIC-08: fetching and going on', () => {
  it("a list has the caller's tasks that exist, and nobody else's", async () => {
    const id = await music()
    const other = await relay.api.createUser('another')
    const otherKey = await relay.addToken({}, other)
    const list = async (key: string) => {
      const response = await relay.post(
        '/suno/fetch',
        { ids: [id, 'nothing'] },
        { authorization: `Bearer ${key}` },
      )
      return ((await response.json()) as { data: { task_id: string }[] }).data.map(({ task_id }) => task_id)
    }
    expect(await list(relay.key)).toEqual([id])
    expect(await list(otherKey)).toEqual([])
    expect(await fetchTask(id, otherKey)).toMatchObject({ status: 400, body: { code: 'task_not_exist' } })
  })

  it('lyrics without a prompt, an unknown action and a continuation of nothing are refused before anybody is asked', async () => {
    expect(await submit('lyrics', {})).toMatchObject({ status: 400, body: { code: 'prompt_empty' } })
    expect(await submit('video', { prompt: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_action' },
    })
    expect(await submit('music', { prompt: 'x', continue_clip_id: 'clip-1' })).toMatchObject({ status: 400 })
    const unknown = { prompt: 'x', continue_clip_id: 'clip-1', task_id: 'not-mine' }
    expect(await submit('music', unknown)).toMatchObject({ body: { code: 'task_not_exist' } })
    expect(suno.calls).toEqual([])
  })

  it('lyrics are charged their own price, whatever the case of the action', async () => {
    const before = await relay.balance()
    expect((await submit('Lyrics', { prompt: 'the sea' })).body.code).toBe('success')
    expect(before - (await relay.balance())).toBe(LYRICS)
  })

  it('a continuation goes to the account that made the clip, and is refused when that is gone', async () => {
    const id = await music()
    const second = await startSunoServer('other-key')
    const rival = await relay.addChannel({
      type: 36,
      key: second.key,
      base_url: second.url,
      models: 'suno_music',
      priority: 10,
    })
    const body = { prompt: 'x', task_id: id, continue_clip_id: 'clip-1', continue_at: 30 }
    expect((await submit('music', body)).status).toBe(200)
    expect(second.calls).toEqual([])
    await relay.root.call('PUT', '/api/channel/', { id: channelId, status: 2 })
    expect(await submit('music', body)).toMatchObject({ status: 400, body: { code: 'task_channel_gone' } })
    await relay.root.call('PUT', '/api/channel/', { id: channelId, status: 1 })
    await relay.root.call('DELETE', `/api/channel/${rival}`)
    await second.close()
  })
})

describe('C-DRAW-14: the rules of calls hold for tasks', () => {
  it('without quota, with a token for other models and without a token nothing is handed in', async () => {
    const poor = await relay.api.createUser('poor')
    expect(await submit('music', { prompt: 'x' }, await relay.addToken({}, poor))).toMatchObject({
      status: 403,
      body: { code: 'quota_not_enough' },
    })
    const narrow = await relay.addToken({ model_limits_enabled: true, model_limits: 'gpt-4o-mini' })
    expect((await submit('music', { prompt: 'x' }, narrow)).status).toBe(403)
    expect((await submit('music', { prompt: 'x' }, 'sk-unknown')).status).toBe(401)
    expect(suno.calls).toEqual([])
  })
})

describe('C-DRAW-15: TaskEnabled', () => {
  it('off: routes refuse, nobody asks the vendor, its models are offered nowhere; on again: it goes on', async () => {
    const id = await music()
    suno.calls.length = 0
    await relay.setOption('TaskEnabled', 'false')
    expect(await submit('music', { prompt: 'x' })).toMatchObject({
      status: 403,
      body: { code: 'feature_disabled' },
    })
    expect((await fetchTask(id)).status).toBe(403)
    await relay.api.services.tasks.pass()
    expect(suno.calls).toEqual([])
    const names = async () => (await relay.openai.models.list()).data.map((each) => each.id)
    expect(await names()).not.toContain('suno_music')
    await relay.setOption('TaskEnabled', 'true')
    expect(await names()).toContain('suno_music')
    await relay.api.services.tasks.pass()
    expect(suno.calls.map(({ path }) => path)).toEqual(['/suno/fetch'])
  })
})
