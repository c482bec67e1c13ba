import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRealtimeClient } from '../../../support/realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '../../../support/realtime-upstream.ts'
import { startTestRelay, type TestRelay } from '../../../support/test-relay.ts'

const model = 'gpt-realtime-2.1'
let relay: TestRelay
let upstream: RealtimeUpstream

beforeEach(async () => {
  relay = await startTestRelay()
  upstream = await startRealtimeUpstream()
  await relay.setOption('ModelRatio', JSON.stringify({ [model]: 2 }))
  await relay.addChannel({ base_url: upstream.url, models: model })
})
afterEach(() => upstream.close())

it('a daemon that stops ends its sessions with an error event, close 1001, and charges them', async () => {
  const client = openRealtimeClient(relay.url, model, { key: relay.key })
  const peer = await upstream.session()
  await client.frame()
  peer.respond({ textIn: 100, textOut: 10 })
  await client.frame()
  await client.frame()
  const settled = new Promise((resolve) => {
    const { ledger } = relay.api.services
    const submit = ledger.submit.bind(ledger)
    ledger.submit = (operation) => {
      if (operation.op === 'settle') resolve(operation.cost)
      return submit(operation)
    }
  })
  const stopped = relay.close()
  const event = await client.event()
  expect(event.error).toMatchObject({ code: 'shutting_down' })
  expect(await client.closed).toEqual({ code: 1001, reason: 'shutting_down' })
  await peer.closed
  // (100 + 10 x 6) x 2: the model's built-in output price is six times the input price.
  expect(await settled).toBe(320_000n)
  await stopped
})

it('a daemon that stops does not wait for an upstream that does not answer', async () => {
  const letThrough = upstream.stall()
  const asked = upstream.asked()
  const client = openRealtimeClient(relay.url, model, { key: relay.key })
  await asked
  const stopped = relay.close()
  expect((await client.event()).error).toMatchObject({ code: 'shutting_down' })
  await stopped
  letThrough()
})
