import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Drawing, startDrawing } from './midjourney-client.ts'

/** 0.1 and 0.05 dollars, in thousandths of a quota unit. */
const PRICE = 50_000_000n
const HALF = 25_000_000n

let drawing: Drawing
beforeAll(async () => {
  drawing = await startDrawing()
})
afterAll(async () => {
  expect(await drawing.audit()).toBe('clean')
  await drawing.close()
})
beforeEach(() => {
  drawing.mj.calls.length = 0
})

describe('handing in', () => {
  it('C-TYPE-02 C-TYPE-05 C-DRAW-09: imagine goes to the channel with mj-api-secret, is charged once, and becomes a row', async () => {
    const { relay, mj, submit, spent, newest, channelId } = drawing
    let id = ''
    const cost = await spent(async () => {
      const told = await submit('/mj/submit/imagine', {
        prompt: 'a cat',
        botType: 'MID_JOURNEY',
        state: 'mine',
      })
      expect(told).toMatchObject({ status: 200, code: 1, description: '成功', properties: {} })
      id = told.result
    })
    expect(cost).toBe(PRICE)
    expect(mj.calls).toEqual([
      {
        path: '/mj/submit/imagine',
        secret: mj.key,
        body: { prompt: 'a cat', botType: 'MID_JOURNEY', state: 'mine' },
      },
    ])
    const row = await newest()
    expect(row).toMatchObject({ action: 'IMAGINE', model: 'mj_imagine', code: 1, status: 'SUBMITTED' })
    expect(Number(row.quota)).toBe(50_000_000)
    expect(JSON.parse(row.result)).toEqual({
      prompt_en: '',
      description: '成功',
      state: 'mine',
      image_url: '',
      buttons: [],
      properties: {},
      custom_id: '',
      bot_type: 'MID_JOURNEY',
      mode: '',
    })
    const [log] = await relay.logs()
    expect(log).toMatchObject({ type: 2, model_name: 'mj_imagine', quota: 50_000, channel: channelId })
    expect(JSON.parse(log?.other ?? '')).toMatchObject({ model_price: 0.1, action: 'IMAGINE', task_id: id })
  })

  it('C-DRAW-07: each of the 16 actions is handed in by its address, and priced by its own name', async () => {
    const { submit, newest, spent, draw } = drawing
    const taskId = await draw()
    const press = (customId: string) => ['/mj/submit/action', { taskId, customId }] as const
    const picture = 'data:image/png;base64,iVBORw0KGgo='
    const asked: readonly (readonly [action: string, cost: bigint, call: readonly [string, unknown]])[] = [
      ['IMAGINE', PRICE, ['/mj/submit/imagine', { prompt: 'x' }]],
      ['UPSCALE', HALF, ['/mj/submit/change', { taskId, action: 'UPSCALE', index: 2 }]],
      ['VARIATION', PRICE, ['/mj/submit/simple-change', { content: `${taskId} V3` }]],
      ['REROLL', PRICE, ['/mj/submit/change', { taskId, action: 'REROLL' }]],
      ['HIGH_VARIATION', PRICE, press('MJ::JOB::high_variation::1::h::SOLO')],
      ['LOW_VARIATION', PRICE, press('MJ::JOB::low_variation::1::h::SOLO')],
      ['PAN', PRICE, press('MJ::JOB::pan_left::1::h::SOLO')],
      ['ZOOM', PRICE, press('MJ::Outpaint::50::1::h::SOLO')],
      ['CUSTOM_ZOOM', 0n, press('MJ::CustomZoom::h')],
      ['INPAINT', 0n, press('MJ::Inpaint::1::h::SOLO')],
      ['DESCRIBE', HALF, ['/mj/submit/describe', { base64: picture }]],
      ['BLEND', PRICE, ['/mj/submit/blend', { base64Array: [picture, picture], dimensions: 'SQUARE' }]],
      ['SHORTEN', PRICE, ['/mj/submit/shorten', { prompt: 'a long text' }]],
      ['UPLOAD', HALF, ['/mj/submit/upload-discord-images', { base64Array: [picture] }]],
      ['SWAP_FACE', HALF, ['/mj/insight-face/swap', { sourceBase64: picture, targetBase64: picture }]],
    ]
    for (const [action, cost, [path, body]] of asked) {
      expect([action, await spent(() => submit(path, body))]).toEqual([action, cost])
      expect(await newest()).toMatchObject({ action })
      expect(drawing.mj.calls.at(-1)).toMatchObject({ path, body })
    }
    const dialog = await submit(...press('MJ::Inpaint::1::h::SOLO'))
    expect(await spent(() => submit('/mj/submit/modal', { taskId: dialog.result, prompt: 'x' }))).toBe(PRICE)
    expect(await newest()).toMatchObject({ action: 'MODAL' })
  })

  it('a submission that lacks something is refused in the form of such servers before anybody is asked', async () => {
    const { submit, mj, spent, draw } = drawing
    const taskId = await draw()
    mj.calls.length = 0
    const wrong: readonly (readonly [string, unknown, string])[] = [
      ['/mj/submit/imagine', {}, "'prompt' is missing"],
      ['/mj/submit/change', { taskId, action: 'UPSCALE' }, "'index' must be a number from 1 to 4"],
      ['/mj/submit/change', { taskId, action: 'PAN' }, "no action 'PAN'"],
      ['/mj/submit/simple-change', { content: `${taskId} U9` }, 'U1 to U4, V1 to V4 or R'],
      ['/mj/submit/action', { taskId, customId: 'MJ::BOOKMARK::1' }, 'no button'],
      ['/mj/submit/blend', { base64Array: ['a'] }, '2 to 5 pictures'],
      ['/mj/submit/describe', {}, 'there is no picture'],
      ['/mj/submit/imagine', { prompt: 'x', NotifyHook: 'x' }, "must be written 'notifyHook'"],
    ]
    expect(
      await spent(async () => {
        for (const [path, body, words] of wrong)
          expect(await submit(path, body)).toMatchObject({
            status: 400,
            code: 4,
            description: expect.stringContaining(words),
          })
      }),
    ).toBe(0n)
    expect(mj.calls).toEqual([])
  })

  it('C-DRAW-12: the mode is a prefix here and upstream, and has its own price where there is one', async () => {
    const { relay, submit, mj, spent } = drawing
    const imagine = (mode: string) => submit(`/mj-${mode}/mj/submit/imagine`, { prompt: 'x' })
    expect(await spent(() => imagine('turbo'))).toBe(PRICE)
    const prices = JSON.parse(
      (await relay.root.call<{ key: string; value: string }[]>('GET', '/api/option/')).find(
        ({ key }) => key === 'ModelPrice',
      )?.value ?? '{}',
    )
    await relay.setOption(
      'ModelPrice',
      JSON.stringify({ ...prices, mj_imagine: 0.1, mj_relax_imagine: 0.02 }),
    )
    expect(await spent(() => imagine('relax'))).toBe(10_000_000n)
    expect(await spent(() => imagine('fast'))).toBe(PRICE)
    expect(mj.calls.map(({ path }) => path)).toEqual(
      ['turbo', 'relax', 'fast'].map((mode) => `/mj-${mode}/mj/submit/imagine`),
    )
    const row = await drawing.newest()
    expect(row.model).toBe('mj_imagine')
    expect(JSON.parse(row.result)).toMatchObject({ mode: 'fast' })
  })

  it('a key as mj-api-secret counts where Authorization is empty or a placeholder', async () => {
    const { relay, submit } = drawing
    const imagine = (headers: Record<string, string>) =>
      submit('/mj/submit/imagine', { prompt: 'x' }, headers)
    const secret = { 'mj-api-secret': relay.key }
    expect((await imagine({ authorization: '', ...secret })).code).toBe(1)
    expect((await imagine({ authorization: 'Bearer midjourney-proxy', ...secret })).code).toBe(1)
    expect((await imagine({ authorization: 'Bearer sk-wrong', ...secret })).status).toBe(401)
    expect((await imagine({ authorization: '' })).status).toBe(401)
  })

  it('a browser client on another site may call, as it may call the other routes', async () => {
    const { relay } = drawing
    for (const path of ['/mj/submit/imagine', '/mj-fast/mj/submit/imagine', '/suno/submit/music']) {
      const asked = await fetch(relay.url + path, {
        method: 'OPTIONS',
        headers: { origin: 'https://client.example', 'access-control-request-method': 'POST' },
      })
      expect([path, asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([path, 204, '*'])
    }
  })
})

describe('answers of the proxy', () => {
  it('C-DRAW-09: 22 is told as 1, and charged once', async () => {
    const { submit, mj, spent, newest } = drawing
    mj.answerNext({ code: 22, description: '排队中', result: 'queued-1', properties: { numberOfQueues: 1 } })
    expect(
      await spent(async () => {
        expect(await submit('/mj/submit/imagine', { prompt: 'x' })).toMatchObject({
          code: 1,
          result: 'queued-1',
          properties: { numberOfQueues: 1 },
        })
      }),
    ).toBe(PRICE)
    expect(await newest()).toMatchObject({ code: 22, status: 'NOT_START' })
  })

  it('21 with a picture fills the row and is told as 1; the same task again costs nothing', async () => {
    const { submit, mj, spent, draw, fetchTask } = drawing
    const taskId = await draw()
    const properties = { status: 'SUCCESS', imageUrl: 'https://cdn.discordapp.com/u2.png' }
    const exists = { code: 21, description: '任务已存在', result: 'upscaled-1', properties }
    const upscale = () => submit('/mj/submit/change', { taskId, action: 'UPSCALE', index: 2 })
    mj.answerNext(exists)
    expect(
      await spent(async () => {
        expect(await upscale()).toMatchObject({ code: 1, result: 'upscaled-1' })
      }),
    ).toBe(HALF)
    expect(await fetchTask('upscaled-1')).toMatchObject({ status: 'SUCCESS', progress: '100%' })
    expect((await fetchTask('upscaled-1')).imageUrl).toContain('/mj/image/upscaled-1')
    mj.answerNext(exists)
    expect(await spent(upscale)).toBe(0n)
  })

  it('a dialog stays 21, waits as MODAL, and its modal step is charged although the proxy goes on with the same task', async () => {
    const { submit, mj, spent, draw, fetchTask, poll } = drawing
    const taskId = await draw()
    const dialog = await submit('/mj/submit/action', { taskId, customId: 'MJ::CustomZoom::h' })
    expect(dialog).toMatchObject({ code: 21, properties: { finalPrompt: 'a cat', remix: true } })
    await poll()
    expect(await fetchTask(dialog.result)).toMatchObject({ status: 'MODAL', action: 'CUSTOM_ZOOM' })
    const modal = () => submit('/mj/submit/modal', { taskId: dialog.result, prompt: 'a cat --zoom 2' })
    expect(await spent(modal)).toBe(PRICE)
    expect(await fetchTask(dialog.result)).toMatchObject({ status: 'SUBMITTED', action: 'MODAL' })
    mj.move(dialog.result, { status: 'FAILURE', failReason: 'no' })
    expect(await spent(poll)).toBe(-PRICE)
    expect(await fetchTask(dialog.result)).toMatchObject({ status: 'FAILURE', action: 'MODAL' })
  })

  it('an upload is done with its answer', async () => {
    const { submit, newest, mj } = drawing
    mj.answerNext({ code: 1, description: '成功', result: ['https://cdn.example/1.png'] })
    const told = await submit('/mj/submit/upload-discord-images', {
      base64Array: ['data:image/png;base64,AA=='],
    })
    expect(told).toMatchObject({ code: 1, result: ['https://cdn.example/1.png'] })
    const row = await newest()
    expect(row).toMatchObject({
      action: 'UPLOAD',
      status: 'SUCCESS',
      vendor_id: expect.stringMatching(/^upload-/),
    })
  })

  it('every other number is a row with its reason, and costs nothing', async () => {
    const { submit, mj, spent, newest } = drawing
    const banned = {
      code: 24,
      description: '可能包含敏感词',
      properties: { bannedWord: 'nude', promptEn: 'nude' },
    }
    mj.answerNext(banned)
    expect(
      await spent(async () => {
        expect(await submit('/mj/submit/imagine', { prompt: 'x' })).toEqual({
          status: 200,
          ...banned,
          result: '',
        })
      }),
    ).toBe(0n)
    expect(await newest()).toMatchObject({ status: 'FAILURE', code: 24, fail_reason: '可能包含敏感词' })
    mj.answerNext({ code: 4, description: 'wrong' }, 400)
    expect(await submit('/mj/submit/imagine', { prompt: 'x' })).toMatchObject({
      status: 400,
      code: 4,
      description: expect.stringContaining('wrong'),
    })
    mj.answerNext({ code: 1, description: '成功', result: '' })
    expect(await submit('/mj/submit/imagine', { prompt: 'x' })).toMatchObject({ status: 502, code: 9 })
  })

  it('what the proxy names of itself is shown to nobody: account, hook and key', async () => {
    const { submit, mj, fetchTask, poll } = drawing
    const { result } = await submit('/mj/submit/imagine', { prompt: 'x' })
    mj.move(result, {
      status: 'IN_PROGRESS',
      properties: { notifyHook: 'https://site.example/?key=x', discordInstanceId: '1', finalPrompt: 'x' },
    })
    await poll()
    expect((await fetchTask(result)).properties).toEqual({ finalPrompt: 'x' })
    const said = `${mj.key} at ${mj.url}`
    mj.answerNext({ code: 24, description: said, properties: { bannedWord: said } })
    const refused = JSON.stringify(await submit('/mj/submit/imagine', { prompt: 'x' }))
    const { fail_reason } = await drawing.newest()
    for (const text of [fail_reason, refused]) {
      expect(text).toContain('*** at http://upstream')
      expect(text).not.toContain(mj.key)
      expect(text).not.toContain('127.0.0.1')
    }
  })

  it('an accepted drawing tells no key and no host of the proxy either: at once, while it runs and when it is done', async () => {
    const { submit, mj, fetchTask, poll } = drawing
    const said = `${mj.key} at\n${mj.url}`
    mj.answerNext({ code: 22, description: said, result: 'queued-9', properties: { messageContent: said } })
    const accepted = await submit('/mj/submit/imagine', { prompt: 'x' })
    const queued = await fetchTask('queued-9')
    const { result } = await submit('/mj/submit/imagine', { prompt: 'y' })
    mj.move(result, { status: 'SUCCESS', description: said, promptEn: said, imageUrl: `${mj.url}/1.png` })
    await poll()
    const done = await fetchTask(result)
    for (const { description } of [accepted, queued, done])
      expect(description).toBe('*** at\nhttp://upstream')
    expect(JSON.stringify([accepted, queued, done])).not.toContain(mj.key)
    const { items } = await drawing.relay.root.call<{ items: { image_url: string; prompt_en: string }[] }>(
      'GET',
      `/api/mj/?mj_id=${result}`,
    )
    expect(items[0]?.prompt_en).toBe('*** at\nhttp://upstream')
  })

  it('the addresses that a proxy gives to uploads stay whole', async () => {
    const { submit, mj } = drawing
    const urls = [`${mj.url}/attachments/1.png`]
    mj.answerNext({ code: 1, description: 'ok', result: urls })
    const upload = { base64Array: ['data:image/png;base64,AAAA'] }
    expect((await submit('/mj/submit/upload-discord-images', upload)).result).toEqual(urls)
  })
})
