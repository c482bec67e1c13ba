import { expect, vi } from 'vitest'
import type { Services } from '../../src/daemon/services.ts'

/**
 * Waits until every request that held money is charged or dropped. A request is held in the daemon's memory, then in a
 * settlement on its way to the store or in its own row; it may move from the first to the others, never back.
 */
export const untilSettled = ({ ledger, knex }: Pick<Services, 'ledger' | 'knex'>): Promise<void> =>
  vi.waitFor(
    async () => {
      expect(ledger.heldInMemory).toBe(0)
      expect(ledger.pending).toBe(0)
      expect(await knex('holds').where({ is_allowance: 0 }).pluck('id')).toEqual([])
    },
    { timeout: 60_000, interval: 20 },
  )
