import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/daemon/config/config.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay()
  await relay.setOption('ModelRatio', '{"slow":1}')
  await relay.addChannel({ models: 'slow', setting: '{"first_byte_timeout":1,"idle_timeout":1}' })
})
afterAll(() => relay.close())

describe('finding relay 12: time-outs', () => {
  it('are those of official clients where nobody sets others', () => {
    expect(readConfig([], {}, false)).toMatchObject({ firstByteTimeoutMs: 600_000, idleTimeoutMs: 600_000 })
  })

  it.each([
    ['before the headers', { holdAt: 'headers' }, false],
    ['before the first event', { holdAt: 0 }, true],
  ] as const)(
    'a channel has its own, and what was cut off %s has a row in the log, though errors are not logged',
    async (_name, behaviour, stream) => {
      await relay.setOption('LogErrorEnabled', 'false')
      const balance = await relay.balance()
      relay.upstream.next(behaviour)
      const messages = [{ role: 'user', content: 'Hi' }]
      const answer = await relay.post('/v1/chat/completions', { model: 'slow', messages, stream })
      expect(answer.status).toBe(504)
      const [row] = await relay.logs()
      expect(row).toMatchObject({
        type: 6,
        request_id: answer.headers.get('x-request-id'),
        model_name: 'slow',
        quota: 0,
      })
      expect(JSON.parse(row?.other ?? '{}')).toMatchObject({
        status_code: 504,
        error_code: 'upstream_timeout',
      })
      expect(await relay.balance()).toBe(balance)
      const chinese = await relay.root.request<{ items: { content: string }[] }>(
        'GET',
        '/api/log/',
        undefined,
        {
          'accept-language': 'zh-CN',
        },
      )
      expect([row?.content, chinese.body.data.items[0]?.content]).toEqual([
        'the provider did not begin to answer in time',
        '上游未能及时开始响应',
      ])
    },
  )

  it('other failures have none while errors are not logged', async () => {
    const before = (await relay.logs()).length
    relay.upstream.next({ status: 500 })
    const messages = [{ role: 'user', content: 'Hi' }]
    expect((await relay.post('/v1/chat/completions', { model: 'slow', messages })).status).toBe(500)
    expect(await relay.logs()).toHaveLength(before)
  })
})
