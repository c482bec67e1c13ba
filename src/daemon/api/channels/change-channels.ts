import type { Knex } from 'knex'
import { announce } from '../../db/changes.ts'
import type { SecretBox } from '../../db/secrets.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { ownersRepository } from '../owners/owners.repository.ts'
import type { ChannelFacts } from './channel-audit.ts'
import { channelsRepository } from './channels.repository.ts'

export interface ChannelChange {
  readonly trx: Knex.Transaction
  readonly repository: ReturnType<typeof channelsRepository>
  readonly secrets: SecretBox
  /** Writes the audit row, removes the label of a deleted channel, and announces the change to every daemon. */
  note(
    author: Author,
    action: `channel.${string}`,
    id: number,
    facts: readonly [before: ChannelFacts | undefined, after: ChannelFacts | undefined],
  ): Promise<void>
}

/**
 * Runs one transaction over channels. When the promise resolves, this daemon already routes by the change; the others
 * follow within seconds.
 */
export async function changeChannels<Result>(
  services: Pick<Services, 'knex' | 'secrets' | 'clock' | 'changes'>,
  work: (change: ChannelChange) => Promise<Result>,
): Promise<Result> {
  const changed: number[] = []
  const result = await services.knex.transaction(async (trx) =>
    work({
      trx,
      repository: channelsRepository(trx),
      secrets: services.secrets,
      async note(author, action, id, [before, after]) {
        await recordChange(trx, author, { action, targetKind: 'channel', targetId: id, before, after })
        if (after === undefined) await ownersRepository(trx).remove('channel', [id])
        await announce(trx, 'channels', id, services.clock)
        changed.push(id)
      },
    }),
  )
  for (const id of changed) await services.changes.changed('channels', id)
  return result
}
