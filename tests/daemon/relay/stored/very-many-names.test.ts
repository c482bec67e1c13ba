import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../../src/daemon/db/database.ts'
import { VendorFiles } from '../../../../src/daemon/relay/stored/vendor-files.ts'
import { VendorStates } from '../../../../src/daemon/relay/stored/vendor-states.ts'
import { engines, openFresh } from '../../db/fresh-store.ts'

const [victim, thief] = [1, 2]
const account = { channelId: 7, key: 'one' }
const clock = { now: () => 1 }
const invented = (start: string) => Array.from({ length: 2_500 }, (_, index) => `${start}_${index}`)

describe.each(engines)('a request with very many names (%s)', (engine) => {
  let database: Database
  beforeEach(async () => {
    database = await openFresh(engine)
  })

  it('is recognized by what was made for another user, wherever that stands among the names', async () => {
    await new VendorStates(database.knex, clock).remember(victim, { needed: ['resp_1'], sealed: [] }, account)
    // Like another daemon, which has nothing in memory yet.
    const states = new VendorStates(database.knex, clock)
    const used = { needed: [...invented('resp'), 'resp_1'], sealed: [] }
    expect((await states.findUsed(thief, used)).others).toBe('resp_1')
    const { places, others } = await new VendorStates(database.knex, clock).findUsed(victim, used)
    expect([places.at(-1)?.channelId, others]).toEqual([account.channelId, undefined])
  })

  it('is recognized by the file of another user, wherever that stands among the names', async () => {
    const file = { id: 'file-1', userId: victim, protocol: 'openai', purpose: '', account } as const
    await new VendorFiles({ ...database, clock }).add({ ...file, described: {}, expiresMs: undefined })
    const owners = await new VendorFiles({ ...database, clock }).ownersOf([...invented('file'), file.id])
    expect([...owners].map(([id, { userId }]) => [id, userId])).toEqual([[file.id, victim]])
  })
})
