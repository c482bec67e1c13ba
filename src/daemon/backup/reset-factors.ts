import { removeSecondFactors } from '../api/second-factor/user-factors.service.ts'
import { usersRepository } from '../api/users/users.repository.ts'
import { systemClock } from '../clock.ts'
import { openExisting } from './open-existing.ts'
import { authorOnMachine } from './reset-password.ts'
import type { StorePlace } from './store-place.ts'
import { StoreRefusal } from './store-refusal.ts'

export interface FactorsReset {
  readonly id: number
  readonly username: string
  readonly role: number
}

export interface FactorsResetOptions {
  readonly username: string
  readonly nowMs: number
}

/**
 * Removes the second factors of an account and ends its sessions. This restores access for people who have the machine
 * and the password, but neither the factor nor a recovery code.
 *
 * @throws StoreRefusal `absent`, `in-use`, `no-user`
 * @throws StartError if the store is newer, damaged or unreachable
 */
export async function resetFactorsOffline(
  place: StorePlace,
  { username, nowMs }: FactorsResetOptions,
): Promise<FactorsReset> {
  const database = await openExisting(place)
  try {
    const { knex, secrets } = database
    return await knex.transaction(async (trx) => {
      const user = await usersRepository(trx).findByAccount(username)
      if (!user || user.deletedTime !== undefined) throw new StoreRefusal('no-user', { username })
      await removeSecondFactors(trx, { secrets, clock: systemClock }, authorOnMachine(nowMs), user.id)
      return { id: user.id, username: user.username, role: user.role }
    })
  } finally {
    await database.close()
  }
}
