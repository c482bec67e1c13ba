import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'

/** Maximum number of devices per account; the least recently used one is forgotten first. */
const DEVICES_MAX = 20

/**
 * Remembers browsers in which somebody has signed in to an account, by a random cookie. Wrong passwords from strangers
 * do not slow down a sign-in from one of them.
 */
export const knownDevices = (db: Knex, secrets: SecretBox) => {
  const hashOf = (deviceId: string): string => secrets.hash(`device:${deviceId}`)

  return {
    /** @returns the key under which the device is counted; undefined = not known to the account */
    async find(userId: number, deviceId: string | undefined): Promise<string | undefined> {
      if (deviceId === undefined) return undefined
      const known = { device_hash: hashOf(deviceId), user_id: userId }
      return (await db('known_devices').where(known).first('user_id')) && known.device_hash
    },

    /**
     * Records a completed sign-in. The device gets a new id for all accounts that know it, which makes an id that
     * somebody planted in the browser useless.
     *
     * @returns the new id, which is not stored anywhere
     */
    async remember(userId: number, former: string | undefined, nowMs: number): Promise<string> {
      const id = randomBytes(32).toString('base64url')
      const device_hash = hashOf(id)
      if (former !== undefined)
        await db('known_devices')
          .where({ device_hash: hashOf(former) })
          .update({ device_hash })
      await db('known_devices')
        .insert({ device_hash, user_id: userId, used_ms: nowMs })
        .onConflict(['device_hash', 'user_id'])
        .merge({ used_ms: nowMs })
      const old = await db('known_devices')
        .where({ user_id: userId })
        .orderBy('used_ms', 'desc')
        .offset(DEVICES_MAX)
        .limit(DEVICES_MAX)
        .pluck('device_hash')
      if (old.length > 0)
        await db('known_devices').where({ user_id: userId }).whereIn('device_hash', old).del()
      return id
    },
  }
}
