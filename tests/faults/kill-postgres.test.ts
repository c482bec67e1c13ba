import { expect, it } from 'vitest'
import { describeKills, medianReadyMs, runKillLoop } from './kill-loop.ts'

it('20 kills under load on PostgreSQL lose nothing, double nothing and leave no hold', async () => {
  const report = await runKillLoop({ engine: 'postgres', cycles: 20 })
  console.info(`PostgreSQL: ${describeKills(report)}`)
  expect(report.problems).toEqual([])
  expect(report.readyMs).toHaveLength(20)
  // A second on an idle machine; the margin is for one that runs other tests beside.
  expect(medianReadyMs(report)).toBeLessThan(3_000)
  expect(report.outcomes.ok).toBeGreaterThan(200)
  expect(report.outcomes.unknown).toBeGreaterThan(50)
})
