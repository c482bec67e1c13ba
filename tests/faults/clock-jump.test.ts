import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAudit } from '../../src/daemon/ledger/audit.ts'
import { startTestRelay, type TestRelay } from '../support/test-relay.ts'

let relay: TestRelay

beforeAll(async () => {
  relay = await startTestRelay()
  await relay.addChannel()
})
afterAll(() => relay.close())

const hour = 3_600_000
const ask = (stream: boolean) =>
  relay
    .post('/v1/chat/completions', {
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: 'hi' }],
      stream,
    })
    .then(async (response) => ({ status: response.status, text: await response.text() }))

it('F70 a clock that jumps an hour back, an hour on and ten years on under load changes no charge', async () => {
  const { knex, clock } = relay.api.services
  const readBalance = async () =>
    BigInt(
      (await knex('wallets').where({ user_id: 1, kind: 1 }).first<{ balance: number }>('balance')).balance,
    )
  const before = await readBalance()
  let answered = 0
  for (const jump of [-hour, 2 * hour, -hour, 10 * 365 * 24 * hour, -5 * 365 * 24 * hour]) {
    const running = Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0))
    await relay.upstream.received(answered + 5)
    relay.api.clock.advance(jump)
    for (const { status } of await Promise.all([...running, ask(true), ask(false)])) {
      expect(status).toBe(200)
      answered += 1
    }
  }
  expect(answered).toBe(110)
  // (9 + 12 x 4) x 0.075 = 4.275 quota each.
  expect(before - (await readBalance())).toBe(110n * 4_275n)
  expect(await knex('holds').where({ is_allowance: 0 }).select('id')).toEqual([])
  const report = await runAudit(knex, { nowMs: clock.now() })
  expect(report.state).toBe('clean')
})
