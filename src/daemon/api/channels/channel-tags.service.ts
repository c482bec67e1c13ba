import { readModelMapping } from '../../channels/channel-columns.ts'
import { type ChannelRow, channelStatus } from '../../channels/channel-row.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Services } from '../../services.ts'
import type { Author } from '../author.ts'
import { type ChannelChange, changeChannels } from './change-channels.ts'
import { describeChannelChange } from './channel-audit.ts'
import { readGroups, readModels } from './channel-input.ts'

/** An edit of all channels with a tag. Empty, null and absent fields leave a channel's field unchanged. */
export interface TagEdit {
  readonly tag?: string
  readonly new_tag?: string | null
  /** Whether to remove the tag from the channels. */
  readonly remove_tag?: boolean
  readonly model_mapping?: string | null
  readonly groups?: string | null
  readonly models?: string | null
  readonly priority?: number | null
  readonly weight?: number | null
}

/** Changes all channels with a tag, and assigns tags. Each method returns the number of channels. */
export const channelTagsService = (services: Pick<Services, 'knex' | 'secrets' | 'clock' | 'changes'>) => ({
  /**
   * @throws AppError `tag_required`, `tag_new_and_removed`, `channel_not_found` if no channel has the tag, or an error
   *   with the invalid field
   */
  edit(edit: TagEdit, author: Author): Promise<number> {
    const columns: Partial<ChannelRow> = {}
    const newTag = edit.new_tag?.trim() ?? ''
    if (edit.remove_tag && newTag !== '') throw new AppError('tag_new_and_removed', { field: 'new_tag' })
    if (edit.remove_tag || newTag !== '') columns.tag = newTag
    if (edit.model_mapping?.trim()) {
      readModelMapping(edit.model_mapping)
      columns.model_mapping = edit.model_mapping.trim()
    }
    if (edit.groups?.trim()) columns.group_names = readGroups(edit.groups)
    if (edit.models?.trim()) columns.models = readModels(edit.models)
    if (edit.priority !== undefined && edit.priority !== null) columns.priority = edit.priority
    if (edit.weight !== undefined && edit.weight !== null) columns.weight = edit.weight
    return changeTag(services, edit.tag, author, () => columns)
  },

  /** @throws AppError `tag_required`, `channel_not_found` */
  enable: (tag: string | undefined, author: Author): Promise<number> =>
    changeTag(services, tag, author, (row) =>
      row.status === channelStatus.enabled ? {} : { status: channelStatus.enabled, other_info: '' },
    ),

  /** @throws AppError `tag_required`, `channel_not_found` */
  disable: (tag: string | undefined, author: Author): Promise<number> =>
    changeTag(services, tag, author, () => ({ status: channelStatus.disabled })),

  /** @throws AppError `selection_required`, `tag_required` */
  async give(
    ids: readonly number[] | undefined,
    tag: string | null | undefined,
    author: Author,
  ): Promise<number> {
    if (!ids || ids.length === 0) throw new AppError('selection_required', { field: 'ids' })
    const name = tag?.trim()
    if (!name) throw new AppError('tag_required', { field: 'tag' })
    return changeChannels(services, async (change) => {
      const rows = await change.repository.lockByIds(ids)
      await changeRows(change, rows, author, () => ({ tag: name }))
      return rows.length
    })
  },
})

async function changeTag(
  services: Pick<Services, 'knex' | 'secrets' | 'clock' | 'changes'>,
  tag: string | undefined,
  author: Author,
  toColumns: (row: ChannelRow) => Partial<ChannelRow>,
): Promise<number> {
  const name = tag?.trim()
  if (!name) throw new AppError('tag_required', { field: 'tag' })
  return changeChannels(services, async (change) => {
    const rows = await change.repository.lockByTag(name)
    if (rows.length === 0) throw new AppError('channel_not_found', { field: 'tag' })
    await changeRows(change, rows, author, toColumns)
    return rows.length
  })
}

async function changeRows(
  { repository, secrets, note }: ChannelChange,
  rows: readonly ChannelRow[],
  author: Author,
  toColumns: (row: ChannelRow) => Partial<ChannelRow>,
): Promise<void> {
  for (const row of rows) {
    const wanted = Object.entries(toColumns(row))
    const columns = Object.fromEntries(
      wanted.filter(([column, value]) => row[column as keyof ChannelRow] !== value),
    )
    if (Object.keys(columns).length === 0) continue
    await repository.update(row.id, columns)
    await note(author, 'channel.update', row.id, describeChannelChange(row, columns, secrets))
  }
}
