import type { Knex } from 'knex'
import type { ChannelRow } from '../../channels/channel-row.ts'
import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Body } from '../../http/contract.ts'
import { type Page, readPaging, toPage } from '../../http/paging.ts'
import type { Services } from '../../services.ts'
import type { Author } from '../author.ts'
import { refuseMoved } from '../refuse-moved.ts'
import { changeChannels } from './change-channels.ts'
import { type ChannelAnswer, toChannelAnswer } from './channel-answer.ts'
import { channelFacts, describeChannelChange } from './channel-audit.ts'
import { freeName, toCopiedRow } from './channel-copy.ts'
import { type ChannelInput, toChangedColumns, toNewRow } from './channel-input.ts'
import { shareOf } from './channel-share.ts'
import { type ChannelFilter, channelsRepository } from './channels.repository.ts'
import { refuseGuardedHosts } from './guarded-hosts.ts'

export interface ChannelQuery extends ChannelFilter {
  readonly p?: number
  readonly page_size?: number
  readonly size?: number
  readonly id_sort?: boolean
  readonly tag_mode?: boolean
}

export type ChannelUpdate = ChannelInput & Pick<Body<'updateChannel'>, 'before'>

/** Lists, creates, changes and deletes channels. */
export const channelsService = (
  services: Pick<Services, 'knex' | 'secrets' | 'clock' | 'changes' | 'options' | 'snapshot'>,
) => {
  const { knex, secrets, clock } = services

  const readAnswer = async (db: Knex, id: number): Promise<ChannelAnswer> => {
    const row = await channelsRepository(db).findById(id)
    if (!row) throw new AppError('channel_not_found')
    return toChannelAnswer(row, secrets)
  }

  /** Adds the share of calls. Only for lists, because routing learns of a change shortly after the database. */
  const withShare = (answer: ChannelAnswer): ChannelAnswer => {
    const share = shareOf(services.snapshot(), answer.id)
    return share ? { ...answer, share } : answer
  }

  return {
    async list(query: ChannelQuery): Promise<Page<ChannelAnswer>> {
      const paging = readPaging(query)
      const order = { byId: query.id_sort === true }
      const repository = channelsRepository(knex)
      const [rows, total] = query.tag_mode
        ? await Promise.all([repository.listByTag(query, order, paging), repository.countByTag(query)])
        : await Promise.all([repository.list(query, order, paging), repository.count(query)])
      return toPage(
        rows.map((row) => withShare(toChannelAnswer(row, secrets))),
        total,
        paging,
      )
    },

    /** @throws AppError `channel_not_found` */
    get: (id: number): Promise<ChannelAnswer> => readAnswer(knex, id),

    /** @throws AppError with the invalid field */
    async create(input: ChannelInput, author: Author): Promise<ChannelAnswer> {
      const row = toNewRow(input, secrets, unixSeconds(clock))
      refuseGuardedHosts(row, services)
      return changeChannels(services, async ({ repository, trx, note }) => {
        const id = await repository.insert(row)
        await note(author, 'channel.create', id, [undefined, channelFacts(row, row.type, secrets)])
        return readAnswer(trx, id)
      })
    },

    /**
     * Changes a channel. Absent fields stay; an empty key keeps the stored one.
     *
     * @throws AppError `channel_not_found`, `revision_moved`, `channel_key_for_new_host`, `channel_key_for_new_proxy`,
     *   or an error with the invalid field
     */
    async update(id: number, input: ChannelUpdate, author: Author): Promise<ChannelAnswer> {
      return changeChannels(services, async ({ repository, trx, note }) => {
        const before = await repository.lockById(id)
        if (!before) throw new AppError('channel_not_found')
        const columns = toChangedColumns(before, input, secrets)
        refuseMoved(input.before, {
          before: toChannelAnswer({ ...before, used: null }, secrets),
          after: toChannelAnswer({ ...before, ...columns, used: null }, secrets),
        })
        refuseGuardedHosts(columns, services)
        if (Object.keys(columns).length > 0) {
          await repository.update(id, columns)
          await note(author, 'channel.update', id, describeChannelChange(before, columns, secrets))
        }
        return readAnswer(trx, id)
      })
    },

    /**
     * Copies keys and settings to a disabled channel with another name.
     * @throws AppError `channel_not_found`
     */
    async copy(id: number, author: Author): Promise<ChannelAnswer> {
      return changeChannels(services, async ({ repository, trx, note }) => {
        const original = await repository.lockById(id)
        if (!original) throw new AppError('channel_not_found')
        const row = toCopiedRow(original, await freeName(original.name, repository), unixSeconds(clock))
        const copyId = await repository.insert(row)
        await note(author, 'channel.create', copyId, [undefined, channelFacts(row, row.type, secrets)])
        return readAnswer(trx, copyId)
      })
    },

    /** @throws AppError `channel_not_found` */
    async remove(id: number, author: Author): Promise<void> {
      const removed = await this.removeMany([id], author)
      if (removed === 0) throw new AppError('channel_not_found')
    },

    /** @returns the number of deleted channels. @throws AppError `selection_required` */
    async removeMany(ids: readonly number[], author: Author): Promise<number> {
      if (ids.length === 0) throw new AppError('selection_required', { field: 'ids' })
      return changeChannels(services, async ({ repository, note }) => {
        const rows = await repository.lockByIds(ids)
        await removeRows(rows, repository, (row) =>
          note(author, 'channel.delete', row.id, [channelFacts(row, row.type, secrets), undefined]),
        )
        return rows.length
      })
    },

    /** Deletes the channels with status 2 and 3. @returns their number */
    async removeDisabled(author: Author): Promise<number> {
      return changeChannels(services, async ({ repository, note }) => {
        const rows = await repository.lockDisabled()
        await removeRows(rows, repository, (row) =>
          note(author, 'channel.delete', row.id, [channelFacts(row, row.type, secrets), undefined]),
        )
        return rows.length
      })
    },
  }
}

async function removeRows(
  rows: readonly ChannelRow[],
  repository: ReturnType<typeof channelsRepository>,
  note: (row: ChannelRow) => Promise<void>,
): Promise<void> {
  for (const row of rows) await note(row)
  await repository.remove(rows.map((row) => row.id))
}
