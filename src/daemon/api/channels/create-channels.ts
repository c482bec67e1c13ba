import type { ChannelRow } from '../../channels/channel-row.ts'
import { unixSeconds } from '../../clock.ts'
import { announce } from '../../db/changes.ts'
import type { Body, Data } from '../../http/contract.ts'
import type { Services } from '../../services.ts'
import { recordChanges } from '../audit-events/record-change.ts'
import { takeNameTurn } from '../bulk/name-turn.ts'
import { labelNew, labelsOf } from '../bulk/new-labels.ts'
import { accepted, type BulkAuthor, isFit, orRefusal, refused } from '../bulk/outcomes.ts'
import { channelFacts } from './channel-audit.ts'
import { toNewRow } from './channel-input.ts'
import { channelsRepository } from './channels.repository.ts'
import { refuseGuardedHosts } from './guarded-hosts.ts'

type Outcome = Data<'createChannels'>[number]
type NewRow = Omit<ChannelRow, 'id'>

/**
 * Creates the channels whose names are free, in one transaction with their labels. Routes are built once for all of
 * them, and this daemon already uses them when the promise resolves.
 */
export async function createChannels(
  services: Pick<Services, 'knex' | 'engine' | 'secrets' | 'clock' | 'changes' | 'options'>,
  { channels, owner }: Body<'createChannels'>,
  { author, language }: BulkAuthor,
): Promise<Outcome[]> {
  const { knex, secrets, clock, changes } = services
  const nowSeconds = unixSeconds(clock)
  const rows = await Promise.all(
    channels.map((input) =>
      orRefusal(() => {
        const row = toNewRow(input, secrets, nowSeconds)
        refuseGuardedHosts(row, services)
        return row
      }),
    ),
  )
  const wanted = rows.filter(isFit)
  const { created, taken, labels } = await knex.transaction(async (trx) => {
    await takeNameTurn(trx, 'channels', services)
    const repository = channelsRepository(trx)
    const taken = await repository.idsByName(wanted.map(({ name }) => name))
    const fresh = [...new Map(wanted.toReversed().map((row) => [row.name, row])).values()]
      .reverse()
      .filter(({ name }) => !taken.has(name))
    const ids = await repository.insertMany(fresh)
    await recordChanges(
      trx,
      author,
      fresh.map((row, at) => ({
        action: 'channel.create',
        targetKind: 'channel',
        targetId: ids[at] ?? 0,
        after: { ...channelFacts(row, row.type, secrets), ...(owner === undefined ? {} : { owner }) },
      })),
    )
    await labelNew(trx, { kind: 'channel', refs: ids, owner, nowSeconds })
    if (ids.length > 0) await announce(trx, 'channels', '', clock)
    return {
      created: new Map<NewRow, number>(fresh.map((row, at) => [row, ids[at] ?? 0])),
      taken: new Map([...taken, ...fresh.map((row, at) => [row.name, ids[at] ?? 0] as const)]),
      labels: await labelsOf(trx, 'channel', [...taken.values()]),
    }
  })
  if (created.size > 0) await changes.changed('channels')
  return rows.map((row): Outcome => {
    if (!isFit(row)) return { ...refused(row, language), id: 0 }
    const id = created.get(row)
    if (id !== undefined) return { ...accepted(owner), outcome: 'created', id }
    const present = taken.get(row.name) ?? 0
    return { ...accepted(labels.get(String(present)) ?? ''), outcome: 'exists', id: present }
  })
}
