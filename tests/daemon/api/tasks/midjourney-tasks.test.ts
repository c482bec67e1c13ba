import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startMidjourneyServer } from '../../../support/tasks/midjourney-server.ts'
import type { Caller } from '../../../support/test-services.ts'
import { type Drawing, MODELS, startDrawing } from './midjourney-client.ts'

/** 0.1 dollars, in thousandths of a quota unit. */
const PRICE = 50_000_000n

let drawing: Drawing
let other: Caller
let otherKey: string
beforeAll(async () => {
  drawing = await startDrawing()
  other = await drawing.relay.api.createUser('another')
  otherKey = await drawing.relay.addToken({}, other)
})
afterAll(async () => {
  expect(await drawing.audit()).toBe('clean')
  await drawing.close()
})
beforeEach(() => {
  drawing.mj.calls.length = 0
})
const imagine = async (headers?: Record<string, string>) =>
  (await drawing.submit('/mj/submit/imagine', { prompt: 'a cat' }, headers)).result

describe('polling', () => {
  it('C-DRAW-10: what is polled updates the row, as clients fetch it', async () => {
    const { mj, poll, get } = drawing
    const id = await imagine()
    const buttons = [{ customId: 'MJ::JOB::upsample::1::h', emoji: '', label: 'U1', type: 2, style: 2 }]
    mj.move(id, {
      status: 'IN_PROGRESS',
      progress: '45%',
      startTime: 1_689_231_442_755,
      promptEn: 'A cat',
      buttons,
      properties: { finalPrompt: 'a cat --v 6' },
    })
    await poll()
    expect(await (await get(`/mj/task/${id}/fetch`)).json()).toEqual({
      id,
      action: 'IMAGINE',
      prompt: 'a cat',
      promptEn: 'A cat',
      description: '/imagine a cat',
      state: '',
      submitTime: expect.any(Number),
      startTime: 1_689_231_442_755,
      finishTime: 0,
      imageUrl: '',
      status: 'IN_PROGRESS',
      progress: '45%',
      failReason: '',
      buttons,
      properties: { finalPrompt: 'a cat --v 6' },
      customId: '',
      botType: '',
    })
    expect(mj.calls.at(-1)).toMatchObject({ path: '/mj/task/list-by-condition', secret: mj.key })
    mj.move(id, { status: 'SUCCESS' })
    await poll()
  })

  it('C-DRAW-09: a drawing that fails gives its whole charge back once, to account and token', async () => {
    const { relay, mj, poll, spent, fetchTask } = drawing
    const key = await relay.addToken({ name: 'limited', unlimited_quota: false, remain_quota: 100_000 })
    let id = ''
    expect(
      await spent(async () => {
        id = await imagine({ authorization: `Bearer ${key}` })
        mj.move(id, { status: 'FAILURE', failReason: 'Invalid parameter', progress: '10%' })
        await poll()
        await poll()
      }),
    ).toBe(0n)
    expect(await fetchTask(id)).toMatchObject({
      status: 'FAILURE',
      failReason: 'Invalid parameter',
      progress: '100%',
    })
    const { items } = await relay.root.call<{ items: { remain_quota: number }[] }>(
      'GET',
      '/api/token/search?keyword=limited',
    )
    expect(items[0]).toMatchObject({ remain_quota: 100_000 })
    const [log] = await relay.logs()
    expect(log).toMatchObject({ type: 4, quota: 50_000, content: expect.stringContaining(id) })
  })

  it('C-DRAW-09: a drawing that nobody finishes within an hour fails, and its charge comes back', async () => {
    const { relay, poll, spent, fetchTask } = drawing
    let id = ''
    expect(
      await spent(async () => {
        id = await imagine()
        relay.api.clock.advance(3_600_000 - 60_000)
        await poll()
        expect((await fetchTask(id)).status).toBe('SUBMITTED')
        relay.api.clock.advance(61_000)
        await poll()
      }),
    ).toBe(0n)
    expect(await fetchTask(id)).toMatchObject({ status: 'FAILURE', failReason: 'upstream timeout' })
  })
})

describe('fetching', () => {
  it('C-DRAW-12: fetch, list and seed answer for own tasks; foreign and unknown ones are told apart by nobody', async () => {
    const { get, draw, relay, mj, spent } = drawing
    const id = await draw()
    const list = async (key: string) => {
      const response = await relay.post(
        '/mj-fast/mj/task/list-by-condition',
        { ids: [id, 'unknown'] },
        { authorization: `Bearer ${key}` },
      )
      return ((await response.json()) as { id: string }[]).map((each) => each.id)
    }
    expect(await list(relay.key)).toEqual([id])
    expect(await list(otherKey)).toEqual([])
    for (const path of ['fetch', 'image-seed']) {
      const [foreign, unknown] = await Promise.all([
        get(`/mj/task/${id}/${path}`, otherKey),
        get(`/mj/task/unknown/${path}`, otherKey),
      ])
      expect([foreign.status, unknown.status]).toEqual([404, 404])
      expect(await foreign.json()).toMatchObject({ code: 3, properties: { error: 'task_not_found' } })
    }
    expect((await get(`/mj/task/${id}/fetch`, 'sk-unknown')).status).toBe(401)
    expect(
      await spent(async () => {
        const seed = await get(`/mj/task/${id}/image-seed`)
        expect(await seed.json()).toEqual({
          code: 1,
          description: '成功',
          result: '2103210321',
          properties: {},
        })
      }),
    ).toBe(0n)
    expect(mj.calls.at(-1)).toMatchObject({ path: `/mj/task/${id}/image-seed`, secret: mj.key })
    mj.move(id, { failReason: `not with ${mj.key} at ${mj.url}` })
    const { description } = (await (await get(`/mj/task/${id}/image-seed`)).json()) as { description: string }
    expect(description).toBe('not with *** at http://upstream')
  })
})

describe('going on', () => {
  it('C-DRAW-13: a follow-up goes to the channel and key of its task, only for its owner, and not while that is off', async () => {
    const { relay, submit, draw, mj, channelId } = drawing
    const taskId = await draw()
    const rival = await startMidjourneyServer('the-other-secret')
    const rivalId = await relay.addChannel({
      type: 2,
      key: rival.key,
      base_url: rival.url,
      models: MODELS,
      priority: 10,
    })
    const upscale = { taskId, action: 'UPSCALE', index: 1 }
    expect((await submit('/mj/submit/change', upscale)).code).toBe(1)
    expect(mj.calls.at(-1)).toMatchObject({ path: '/mj/submit/change', secret: mj.key, body: upscale })
    expect(rival.calls).toEqual([])
    const foreign = await submit('/mj/submit/change', upscale, { authorization: `Bearer ${otherKey}` })
    expect(foreign).toMatchObject({ status: 404, code: 3 })
    await relay.root.call('PUT', '/api/channel/', { id: channelId, status: 2 })
    const refused = { status: 400, properties: { error: 'task_channel_gone' } }
    expect(await submit('/mj/submit/change', upscale)).toMatchObject(refused)
    expect((await drawing.get(`/mj/task/${taskId}/image-seed`)).status).toBe(400)
    await relay.root.call('PUT', '/api/channel/', { id: channelId, status: 1 })
    expect(rival.calls).toEqual([])
    await relay.root.call('DELETE', `/api/channel/${rivalId}`)
    await rival.close()
  })

  it('a follow-up is refused with a token of a group that the channel does not serve, and costs nothing', async () => {
    const { relay, submit, draw, mj, spent, channelId } = drawing
    await relay.setOption('GroupRatio', JSON.stringify({ default: 1, vip: 1, cheap: 0.01 }))
    await relay.setOption('UserUsableGroups', JSON.stringify({ default: '', cheap: '' }))
    const cheap = { authorization: `Bearer ${await relay.addToken({ group: 'cheap' })}` }
    const upscale = { taskId: await draw(), action: 'UPSCALE', index: 1 }
    mj.calls.length = 0
    const refused = { status: 403, properties: { error: 'task_of_other_group' } }
    const cost = await spent(async () =>
      expect(await submit('/mj/submit/change', upscale, cheap)).toMatchObject(refused),
    )
    expect(cost).toBe(0n)
    expect(mj.calls).toEqual([])
    await relay.root.call('PUT', '/api/channel/', { id: channelId, group: 'default,cheap' })
    expect((await submit('/mj/submit/change', upscale, cheap)).code).toBe(1)
    await relay.root.call('PUT', '/api/channel/', { id: channelId, group: 'default' })
  })

  it('a proxy that has forgotten the task is told to the client, and its channel stays', async () => {
    const { submit, draw, mj, relay, channelId } = drawing
    const taskId = await draw()
    await relay.setOption('AutomaticDisableChannelEnabled', 'true')
    mj.answerNext({ code: 3, description: '关联任务不存在或已失效' })
    expect(await submit('/mj/submit/change', { taskId, action: 'REROLL' })).toMatchObject({
      status: 200,
      code: 3,
      description: '关联任务不存在或已失效',
    })
    await relay.setOption('AutomaticDisableChannelEnabled', 'false')
    expect(await relay.root.call('GET', `/api/channel/${channelId}`)).toMatchObject({ status: 1 })
  })
})

describe('channels that cannot', () => {
  it('C-TYPE-02: without an account (3) the channel is disabled as 3 and the next one is asked; with a full queue (23) only that', async () => {
    const { relay, submit, mj, newest } = drawing
    const first = await startMidjourneyServer('first-secret')
    const id = await relay.addChannel({
      type: 2,
      key: first.key,
      base_url: first.url,
      models: 'mj_imagine',
      priority: 10,
      auto_ban: 1,
    })
    const statusOf = async () =>
      (await relay.root.call<{ status: number }>('GET', `/api/channel/${id}`)).status
    await relay.setOption('RetryTimes', '2')
    await relay.setOption('AutomaticDisableChannelEnabled', 'true')
    first.answerNext({ code: 23, description: '队列已满，请稍后尝试' })
    expect((await submit('/mj/submit/imagine', { prompt: 'x' })).code).toBe(1)
    expect([first.calls.length, mj.calls.length, await statusOf()]).toEqual([1, 1, 1])
    relay.api.clock.advance(10_000)
    first.answerNext({ code: 3, description: '无可用的账号实例' })
    expect((await submit('/mj/submit/imagine', { prompt: 'x' })).code).toBe(1)
    expect([first.calls.length, mj.calls.length]).toEqual([2, 2])
    await expect.poll(statusOf).toBe(3)
    expect(await newest()).toMatchObject({ channel_id: drawing.channelId, status: 'SUBMITTED' })
    await relay.setOption('RetryTimes', '0')
    await relay.setOption('AutomaticDisableChannelEnabled', 'false')
    mj.answerNext({ code: 23, description: '队列已满，请稍后尝试' })
    expect(await submit('/mj/submit/imagine', { prompt: 'x' })).toMatchObject({ status: 429, code: 23 })
    await relay.root.call('DELETE', `/api/channel/${id}`)
    await first.close()
  })

  it('a test of such a channel and its list of models are refused by name', async () => {
    const { relay, channelId } = drawing
    const test = await relay.root.request('GET', `/api/channel/test/${channelId}`)
    expect(test.body).toMatchObject({ success: false, code: 'channel_test_unsupported' })
    expect(test.body.message).toContain('Midjourney Proxy Plus')
    const models = await relay.root.request('GET', `/api/channel/fetch_models/${channelId}`)
    expect(models.body).toMatchObject({ success: false, code: 'fetch_models_failed' })
  })
})

describe('C-DRAW-14: the rules of calls hold for drawing', () => {
  it('status, addresses, models, group, quota and rate limits refuse before the proxy is asked', async () => {
    const { relay, submit, mj } = drawing
    const tokenWith = (columns: Readonly<Record<string, unknown>>) => relay.addToken(columns)
    const disabled = await tokenWith({ name: 'disabled' })
    await relay.api.services.knex('tokens').where({ name: 'disabled' }).update({ status: 2 })
    const refusals: readonly (readonly [string, number, string])[] = [
      [disabled, 401, 'token_disabled'],
      [await tokenWith({ allow_ips: '10.9.9.9' }), 403, 'token_ip_forbidden'],
      [
        await tokenWith({ model_limits_enabled: true, model_limits: 'mj_upscale' }),
        403,
        'token_model_forbidden',
      ],
      [await tokenWith({ unlimited_quota: false, remain_quota: 10 }), 403, 'quota_not_enough'],
      [otherKey, 403, 'quota_not_enough'],
      ['', 401, 'token_missing'],
    ]
    for (const [key, status, error] of refusals) {
      const told = await submit('/mj/submit/imagine', { prompt: 'x' }, { authorization: key })
      expect([error, told.status, told.code]).toEqual([error, status, 4])
      expect(told.properties).toEqual({ error })
    }
    const poor = await submit('/mj/submit/imagine', { prompt: 'x' }, { authorization: `Bearer ${otherKey}` })
    expect(poor.description).toMatch(/^quota_not_enough/)
    expect(mj.calls).toEqual([])
  })

  it('a token limited to mj_uploads may upload, and is limited by how often', async () => {
    const { relay, submit } = drawing
    const key = await relay.addToken({
      model_limits_enabled: true,
      model_limits: 'mj_uploads',
      rate_limit_enabled: true,
      rate_limit_period: 1,
      rate_limit_count: 1,
      rate_limit_success: 1,
    })
    const upload = () =>
      submit(
        '/mj/submit/upload-discord-images',
        { base64Array: ['data:image/png;base64,AA=='] },
        { authorization: `Bearer ${key}` },
      )
    expect((await upload()).code).toBe(1)
    expect((await upload()).status).toBe(429)
  })
})

describe('a conversation', () => {
  it('by plain HTTP: imagine, upscale, vary, describe, blend, zoom, a failure and a time-out, and the bill is right', async () => {
    const { relay, submit, mj, poll, spent, draw, fetchTask } = drawing
    const picture = 'data:image/png;base64,iVBORw0KGgo='
    const done = async (path: string, body: unknown) => {
      const { result, code } = await submit(path, body)
      expect(code).toBe(1)
      mj.move(result, { status: 'SUCCESS', progress: '100%' })
      await poll()
      expect((await fetchTask(result)).status).toBe('SUCCESS')
      return result
    }
    for (const id of mj.tasks.keys()) mj.move(id, { status: 'SUCCESS' })
    await poll()
    const cost = await spent(async () => {
      const grid = await draw('a lighthouse')
      const single = await done('/mj/submit/change', { taskId: grid, action: 'UPSCALE', index: 1 })
      await done('/mj/submit/simple-change', { content: `${grid} V2` })
      await done('/mj/submit/describe', { base64: picture })
      await done('/mj/submit/blend', { base64Array: [picture, picture] })
      const button = { taskId: single, customId: 'MJ::CustomZoom::h' }
      const dialog = await submit('/mj/submit/action', button)
      expect(dialog.code).toBe(21)
      await done('/mj/submit/modal', { taskId: dialog.result, prompt: 'a lighthouse --zoom 1.8' })
      const failing = await submit('/mj/submit/change', { taskId: grid, action: 'REROLL' })
      mj.move(failing.result, { status: 'FAILURE', failReason: 'banned' })
      await poll()
      await imagine()
      relay.api.clock.advance(3_600_001)
      await poll()
    })
    // The full price for imagine, vary, blend and modal; half of it for upscale and describe.
    expect(cost).toBe(PRICE * 5n)
  })
})
