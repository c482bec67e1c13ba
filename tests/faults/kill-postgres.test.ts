import { expect, it } from 'vitest'
import { describeKills, runKillLoop } from './kill-loop.ts'

/** Covers every moment of the loop once; `npm run test:kill -- 1000 postgres` runs more cycles. */
const cycles = 7

it('reliability 1: kills under load on PostgreSQL lose nothing, double nothing and leave no hold', async () => {
  const report = await runKillLoop({ engine: 'postgres', cycles })
  console.info(`PostgreSQL: ${describeKills(report)}`)
  expect(report.problems).toEqual([])
  expect(report.readyMs).toHaveLength(cycles)
  expect(report.outcomes.ok).toBeGreaterThan(10 * cycles)
  expect(report.outcomes.unknown).toBeGreaterThan(2 * cycles)
  // Most kills happen while requests are held in memory.
  expect(report.lent).toBeGreaterThan(cycles / 2)
})
