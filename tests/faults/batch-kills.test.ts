import { expect, it } from 'vitest'
import { runBatchLoop } from './batch-loop.ts'

/** Kills per engine; by default, one for each moment of the loop. */
const cycles = Number(process.env.TOLLGATE_BATCH_KILLS ?? 3)

it.each(['postgres', 'sqlite'] as const)(
  'relay 17: batches survive the kill of daemons on %s: each is charged exactly once, or was never taken and holds nothing',
  {
    timeout: 120_000 + cycles * 30_000,
  },
  async (engine) => {
    const { problems, ...report } = await runBatchLoop(engine, cycles)
    console.info(`${engine}: ${JSON.stringify(report)}`)
    expect(problems).toEqual([])
    expect(report.known).toBeGreaterThanOrEqual(cycles)
    expect(report.run).toBeGreaterThanOrEqual(report.known)
    expect(report.chargedBefore).toBeGreaterThan(0)
  },
)
