import { expect, it } from 'vitest'
import { runTaskLoop } from './task-loop.ts'

/** Number of kills under load per engine, in addition to those in the middle of a poll. */
const cycles = Number(process.env.TOLLGATE_TASK_KILLS ?? 1)

it.each(['postgres', 'sqlite'] as const)(
  'reliability 1: tasks survive the kill of daemons on %s: what a client was told of exists, and a failure is given back once',
  {
    timeout: 120_000 + cycles * 30_000,
  },
  async (engine) => {
    const report = await runTaskLoop(engine, cycles)
    const { known, lost, kills, refunds, refundsBeforeKill } = report
    console.info(
      `${engine}: ${kills} kills, ${known} tasks, ${lost} submissions lost, ${refunds} refunds, ${refundsBeforeKill} before the last kill`,
    )
    expect(report.problems).toEqual([])
    expect(known).toBeGreaterThanOrEqual(10 * cycles)
    expect(refundsBeforeKill).toBeGreaterThan(0)
    expect(refunds).toBeGreaterThan(refundsBeforeKill)
  },
)
