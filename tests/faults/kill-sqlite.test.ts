import { expect, it } from 'vitest'
import { describeKills, medianReadyMs, runKillLoop } from './kill-loop.ts'

it('50 kills under load on SQLite lose nothing, double nothing and leave no hold', async () => {
  const report = await runKillLoop({ engine: 'sqlite', cycles: 50 })
  console.info(`SQLite: ${describeKills(report)}`)
  expect(report.problems).toEqual([])
  expect(report.readyMs).toHaveLength(50)
  // A second on an idle machine; the margin is for one that runs other tests beside.
  expect(medianReadyMs(report)).toBeLessThan(3_000)
  expect(report.outcomes.ok).toBeGreaterThan(500)
  expect(report.outcomes.unknown).toBeGreaterThan(100)
})
