import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Drawing, startDrawing } from './midjourney-client.ts'

const PRICE = 50_000_000n

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

/** Submits a request and returns the body that the proxy receives. */
const sent = async (body: Readonly<Record<string, unknown>>) => {
  await drawing.submit('/mj/submit/imagine', body)
  return drawing.mj.calls.at(-1)?.body
}
const withOption = async <T>(name: string, value: boolean, run: () => Promise<T>): Promise<T> => {
  await drawing.relay.setOption(name, String(value))
  try {
    return await run()
  } finally {
    await drawing.relay.setOption(name, String(!value))
  }
}

describe('options', () => {
  it("A-OPT-069: the client's notifyHook is passed on with MjNotifyEnabled, and left out without", async () => {
    const body = { prompt: 'x', notifyHook: 'https://client.example/hook' }
    expect(await sent(body)).toEqual({ prompt: 'x' })
    await withOption('MjNotifyEnabled', true, async () => {
      expect(await sent(body)).toEqual(body)
      expect(await drawing.relay.api.anonymous.call('GET', '/api/status')).toMatchObject({
        mj_notify_enabled: true,
      })
    })
  })

  it('A-OPT-070: accountFilter is passed on with MjAccountFilterEnabled, and left out without', async () => {
    const body = { prompt: 'x', accountFilter: { modes: ['FAST'] } }
    expect(await sent(body)).toEqual({ prompt: 'x' })
    await withOption('MjAccountFilterEnabled', true, async () => expect(await sent(body)).toEqual(body))
  })

  it('A-OPT-001 A-OPT-071: with MjForwardUrlEnabled the picture has an address at ServerAddress, without it the one of the vendor', async () => {
    const { draw, mj, fetchTask, relay, submit, poll } = drawing
    const { result: id } = await submit('/mj/submit/imagine', { prompt: 'x' })
    const imageUrl = mj.attach('1.png', 'image/png', Buffer.from('x'))
    mj.move(id, { status: 'IN_PROGRESS', progress: '30%', imageUrl })
    await poll()
    const running = (await fetchTask(id)).imageUrl
    expect(running).toMatch(
      new RegExp(`^${relay.url}/mj/image/${id}\\?user=1&sign=[0-9a-f]{64}&progress=30$`),
    )
    mj.move(id, { status: 'SUCCESS', progress: '100%' })
    await poll()
    expect((await fetchTask(id)).imageUrl).toBe(running.replace('&progress=30', ''))
    await withOption('MjForwardUrlEnabled', false, async () =>
      expect((await fetchTask(id)).imageUrl).toBe(imageUrl),
    )
    expect((await fetchTask(await draw())).imageUrl).toBe('')
    await relay.setOption('ServerAddress', 'https://pictures.example/')
    await expect
      .poll(async () => (await fetchTask(id)).imageUrl)
      .toBe(running.replace('&progress=30', '').replace(relay.url, 'https://pictures.example'))
    await relay.setOption('ServerAddress', relay.url)
  })

  it('A-OPT-071: lists show the same address, to users and administrators', async () => {
    const { relay, mj, submit, poll, fetchTask } = drawing
    const { result: id } = await submit('/mj/submit/imagine', { prompt: 'x' })
    mj.move(id, { status: 'SUCCESS', imageUrl: mj.attach('2.png', 'image/png', Buffer.from('x')) })
    await poll()
    const { imageUrl } = await fetchTask(id)
    for (const path of ['/api/mj/self/', '/api/mj/']) {
      const { items } = await relay.root.call<{ items: { image_url: string }[] }>(
        'GET',
        `${path}?mj_id=${id}`,
      )
      expect(items.map((each) => each.image_url)).toEqual([imageUrl])
    }
    const tasks = await relay.root.request('GET', '/api/task/self?platform=midjourney')
    expect(tasks.text).not.toContain(mj.url)
  })

  it('A-OPT-072: with MjModeClearEnabled --fast, --relax and --turbo leave the prompt, and only they', async () => {
    const prompt = 'a cat --relax --ar 3:2 --fast --turbo-like --turbo'
    expect(await sent({ prompt })).toEqual({ prompt })
    await withOption('MjModeClearEnabled', true, async () =>
      expect(await sent({ prompt })).toEqual({ prompt: 'a cat --ar 3:2 --turbo-like' }),
    )
  })

  it('with MjModeClearEnabled very many spaces do not hold up other requests', async () => {
    const prompt = `a cat${' '.repeat(60_000)}on a mat --fast`
    await withOption('MjModeClearEnabled', true, async () => {
      const begunMs = performance.now()
      expect(await sent({ prompt })).toEqual({ prompt: prompt.replace(' --fast', '') })
      // This took ten seconds while the spaces were scanned again from each one.
      expect(performance.now() - begunMs).toBeLessThan(4_000)
    })
  })

  it('A-OPT-073: with MjActionCheckSuccessEnabled nothing goes on from a task that has not succeeded', async () => {
    const { submit, mj } = drawing
    const { result: taskId } = await submit('/mj/submit/imagine', { prompt: 'x' })
    const change = () => submit('/mj/submit/change', { taskId, action: 'REROLL' })
    expect(await change()).toMatchObject({ status: 400, properties: { error: 'task_not_done' } })
    expect(mj.calls).toHaveLength(1)
    await withOption('MjActionCheckSuccessEnabled', false, async () => expect((await change()).code).toBe(1))
  })

  it('A-OPT-068 C-DRAW-15: DrawingEnabled off: routes refuse, nobody asks the proxy, its models are offered nowhere; on again: it goes on', async () => {
    const { relay, submit, get, poll, mj } = drawing
    const { result: id } = await submit('/mj/submit/imagine', { prompt: 'x' })
    const names = async () => (await relay.openai.models.list()).data.map((each) => each.id)
    const enabled = async () =>
      (await relay.api.anonymous.call<{ enable_drawing: boolean }>('GET', '/api/status')).enable_drawing
    expect([await enabled(), (await names()).includes('mj_imagine')]).toEqual([true, true])
    mj.calls.length = 0
    await withOption('DrawingEnabled', false, async () => {
      const refused = { status: 403, properties: { error: 'feature_disabled' } }
      expect(await submit('/mj/submit/imagine', { prompt: 'x' })).toMatchObject(refused)
      for (const path of [`/mj/task/${id}/fetch`, `/mj/task/${id}/image-seed`, `/mj/image/${id}`])
        expect((await get(path)).status).toBe(403)
      expect((await relay.post('/mj/notify', {})).status).toBe(403)
      await poll()
      expect(mj.calls).toEqual([])
      expect([await enabled(), (await names()).includes('mj_imagine')]).toEqual([false, false])
    })
    await poll()
    expect(mj.calls.map(({ path }) => path)).toEqual(['/mj/task/list-by-condition'])
    expect(await names()).toContain('mj_imagine')
  })
})

describe('C-DRAW-10: notices', () => {
  const pushed = () =>
    withOption('MjNotifyEnabled', true, async () => {
      const { result } = await drawing.submit('/mj/submit/imagine', { prompt: 'x' })
      return result
    })

  it('the proxy is given an address for this task alone, and what it tells there updates the row', async () => {
    const { mj, fetchTask, relay } = drawing
    const id = await pushed()
    const hook = String(mj.calls.at(-1)?.body.notifyHook)
    expect(hook).toMatch(new RegExp(`^${relay.url}/mj/notify\\?task=[\\w-]+&key=[\\w-]{32}$`))
    mj.move(id, { status: 'IN_PROGRESS', progress: '60%' })
    expect((await mj.push(id)).status).toBe(200)
    expect(await fetchTask(id)).toMatchObject({ status: 'IN_PROGRESS', progress: '60%' })
    const { hook_hash, result } = await drawing.newest()
    const key = new URL(hook).searchParams.get('key') ?? 'none'
    expect(`${hook_hash}${result}${JSON.stringify(await fetchTask(id))}`).not.toContain(key)
  })

  it('a failure that is told gives the charge back once, however often it is told and polled', async () => {
    const { mj, fetchTask, poll, spent } = drawing
    let id = ''
    expect(
      await spent(async () => {
        id = await pushed()
        mj.move(id, { status: 'FAILURE', failReason: 'no' })
        await Promise.all([mj.push(id), mj.push(id), poll(), mj.push(id)])
        await poll()
      }),
    ).toBe(0n)
    expect(await fetchTask(id)).toMatchObject({ status: 'FAILURE', failReason: 'no' })
  })

  it('what is told of a failure is shown without the key and the host of the proxy', async () => {
    const { mj, fetchTask } = drawing
    const id = await pushed()
    mj.move(id, { status: 'FAILURE', failReason: `${mj.key} at ${mj.url}` })
    await mj.push(id)
    expect(await fetchTask(id)).toMatchObject({ status: 'FAILURE', failReason: '*** at http://upstream' })
  })

  it('without the key, with the key of another task and for another id nothing happens', async () => {
    const { mj, fetchTask, relay, spent } = drawing
    const id = await pushed()
    const hook = new URL(String(mj.calls.at(-1)?.body.notifyHook))
    const otherId = await pushed()
    const otherHook = new URL(String(mj.calls.at(-1)?.body.notifyHook))
    const failure = (of: string) => ({ id: of, status: 'FAILURE', failReason: 'give it back' })
    const tell = async (task: string, key: string, body: unknown) =>
      (await relay.post(`/mj/notify?task=${task}&key=${key}`, body)).status
    const task = hook.searchParams.get('task') ?? ''
    const otherKey = otherHook.searchParams.get('key') ?? ''
    expect(
      await spent(async () => {
        expect(await tell(task, '', failure(id))).toBe(404)
        expect(await tell(task, otherKey, failure(id))).toBe(404)
        expect(await tell('unknown', otherKey, failure(id))).toBe(404)
        expect(await tell('%00', otherKey, failure(id))).toBe(404)
        // The right key for somebody else's task.
        expect(await tell(otherHook.searchParams.get('task') ?? '', otherKey, failure(id))).toBe(200)
      }),
    ).toBe(0n)
    expect((await fetchTask(id)).status).toBe('SUBMITTED')
    expect((await fetchTask(otherId)).status).toBe('SUBMITTED')
  })

  it('a body that is no JSON or too long is refused', async () => {
    const { mj, relay } = drawing
    await pushed()
    const { search } = new URL(String(mj.calls.at(-1)?.body.notifyHook))
    expect((await relay.post(`/mj/notify${search}`, 'not json')).status).toBe(400)
    expect((await relay.post(`/mj/notify${search}`, { id: 'x'.repeat(300_000) })).status).toBe(413)
    expect(await drawing.spent(async () => drawing.poll())).toBeLessThan(PRICE)
  })

  it('wrong notices from one address are counted, and right ones are not', async () => {
    const { mj, relay } = drawing
    const id = await pushed()
    for (let i = 0; i < 70; i += 1) expect((await mj.push(id)).status).toBe(200)
    const statuses: number[] = []
    for (let i = 0; i < 62; i += 1) statuses.push((await relay.post('/mj/notify?task=x&key=y', {})).status)
    expect(statuses.at(0)).toBe(404)
    expect(statuses.at(-1)).toBe(429)
  })
})
