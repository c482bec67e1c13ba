import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { sayDone } from '../../api/say-done.ts'
import { type BatchAction, BatchButtons, BatchMenu } from '../../components/list/batch-actions.tsx'
import { ListEmpty } from '../../components/list/list-empty.tsx'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Button } from '../../components/ui/button.tsx'
import { useConfirm } from '../../components/ui/confirm.tsx'
import { inForce } from '../../components/ui/table/filter-fold.tsx'
import { useSelection } from '../../components/ui/table/selection.ts'
import { useDrawer } from '../../state/drawer.ts'
import { BatchTagDialog } from './batch-tag-dialog.tsx'
import { useChannelColumns } from './channel-columns.tsx'
import { ChannelFilterBar, useChannelFilters } from './channel-filter-bar.tsx'
import { distinct, groupByTag, rowKey, toChannelRow, toRowSelection } from './channel-rows.ts'
import { TagDrawer } from './tag-drawer.tsx'
import {
  useChangeChannels,
  useDeleteChannels,
  useIsChangingChannels,
  useSetTagStatus,
} from './use-channel-actions.ts'
import { type Channel, isFiltered, readAllChannels, useChannels } from './use-channels.ts'
import { useCopyChannel } from './use-copy-channel.ts'

/** The list with its filters and all actions on channels. */
export function ChannelTable({
  edit,
  add,
  testModel,
}: {
  readonly edit: (channel: Channel) => void
  readonly add: () => void
  readonly testModel: (channel: Channel) => void
}) {
  const { t } = useTranslation(['channels', 'common'])
  const paging = useListPaging()
  const { filters, isById, isByTag, clear } = useChannelFilters()
  const list = useChannels({ filters, page: paging.page, pageSize: paging.pageSize, isById, isByTag })
  const channels = list.data?.items
  const [openTags, setOpenTags] = useState<ReadonlySet<string>>(new Set())
  const rows = channels && (isByTag ? groupByTag(channels, openTags) : channels.map(toChannelRow))
  const selected = useSelection(channels ?? [], (channel: Channel) => channel.id)
  const selection = toRowSelection(selected)
  const [toTag, setToTag] = useState<readonly Channel[]>([])
  const tagDrawer = useDrawer('tag')
  const [ask, confirmDialog] = useConfirm()
  const change = useChangeChannels()
  const isBusy = useIsChangingChannels()
  const removeChannels = useDeleteChannels()
  const setTagStatus = useSetTagStatus()
  const copy = useCopyChannel()

  const toggleTag = (tag: string) => {
    const next = new Set(openTags)
    if (!next.delete(tag)) next.add(tag)
    setOpenTags(next)
  }
  const setStatus = async (chosen: readonly Channel[], status: 1 | 2) => {
    try {
      const refused = await change.mutateAsync({ channels: chosen, change: { status } })
      const count = chosen.length - refused
      const verb = status === 1 ? 'enabled' : 'disabled'
      const undo = refused === 0 ? () => putBack(chosen, status) : undefined
      if (count > 0 && refused > 0) toast.warning(t('changedSome', { count, total: chosen.length }))
      else if (count === 1) sayDone({ text: t(`told.${verb}`, { name: chosen[0]?.name ?? '' }), undo })
      else if (count > 1) sayDone({ text: t(`told.${verb}Many`, { count }), undo })
    } catch {
      // A toast has shown the error, and the rows show what is stored.
    }
  }
  /** Reverts a status change for the channels that had the other status. */
  const putBack = async (chosen: readonly Channel[], status: 1 | 2) =>
    (await change.mutateAsync({
      channels: chosen.filter((channel) => (channel.status === 1) !== (status === 1)),
      change: { status: status === 1 ? 2 : 1 },
    })) === 0
  const remove = async (chosen: readonly Channel[]) => {
    const isSure = await ask({
      title: t('remove.title', { count: chosen.length }),
      text: t('remove.text', { name: chosen[0]?.name ?? '', count: chosen.length }),
      action: t('common:action.delete'),
      isDanger: true,
    })
    if (!isSure) return
    removeChannels.mutate(
      chosen.map((channel) => channel.id),
      {
        onSuccess: (count) =>
          sayDone({
            text:
              count === 1 && chosen[0]
                ? t('told.deleted', { name: chosen[0].name })
                : t('removed', { count }),
          }),
      },
    )
  }
  // The copy is disabled and opens in the editor, so that it can be adjusted before the first call.
  const duplicate = (channel: Channel) =>
    copy.mutate(channel, {
      onSuccess: (made) => {
        toast.success(t('duplicate.done', { name: made.name }))
        edit(made)
      },
    })
  const bulk: readonly BatchAction<Channel>[] = [
    { label: t('common:action.enable'), run: (chosen) => void setStatus(chosen, 1) },
    { label: t('common:action.disable'), run: (chosen) => void setStatus(chosen, 2) },
    { label: t('batchTag.action'), run: setToTag },
    { label: t('common:action.delete'), run: (chosen) => void remove(chosen) },
  ]
  const columns = useChannelColumns({
    edit,
    testModel,
    duplicate,
    setStatus: (channel, status) => void setStatus([channel], status),
    remove: (chosen) => void remove(chosen),
    toggleTag,
    editTag: (row) => tagDrawer.open(row.tag),
    setTagStatus: ({ tag, channels: members }, status) =>
      setTagStatus.mutate(
        { tag, status },
        {
          onSuccess: (count) =>
            sayDone({
              text: t(status === 1 ? 'told.enabledTag' : 'told.disabledTag', { count, tag }),
              // The previous statuses are only known if all channels of the tag are on the screen.
              undo: count === members.length ? () => putBack(members, status) : undefined,
            }),
        },
      ),
  })
  return (
    <>
      <ListTable
        list={list}
        paging={paging}
        label={t('title')}
        isDense
        storageKey="channels-table-columns"
        columns={columns}
        rows={rows}
        keyOf={rowKey}
        nameOf={(row) => (row.kind === 'tag' ? row.tag : row.channel.name)}
        isOff={(row) => row.kind === 'channel' && row.channel.status !== 1}
        onOpen={(row) => (row.kind === 'tag' ? toggleTag(row.tag) : edit(row.channel))}
        selection={selection}
        csv={{
          fileName: 'channels',
          load: async () => (await readAllChannels(filters, isById)).map(toChannelRow),
        }}
        filters={{
          content: (
            <>
              <ChannelFilterBar />
            </>
          ),
          count: inForce(
            filters.keyword !== '',
            filters.model !== '',
            filters.group !== '',
            filters.status !== 0,
            isByTag,
            isById,
          ),
        }}
        toolbar={
          <BatchMenu
            label={t('batch')}
            none={t('pickOne')}
            actions={bulk}
            rows={selected.rows}
            isBusy={isBusy}
          />
        }
        bulk={<BatchButtons actions={bulk} rows={selected.rows} isBusy={isBusy} />}
        empty={
          <ListEmpty
            isFiltered={isFiltered(filters)}
            filtered={t('empty.filtered')}
            clear={t('empty.clear')}
            onClear={clear}
            text={t('empty.text')}
            action={
              <Button kind="primary" onClick={add}>
                {t('add')}
              </Button>
            }
            command="tollgate channel create --type openai --name openai-main --models gpt-4o,gpt-4o-mini --key-env OPENAI_KEY"
          />
        }
      />
      {confirmDialog}
      {toTag.length > 0 && (
        <BatchTagDialog
          channels={toTag}
          tags={distinct((channels ?? []).map((channel) => channel.tag).filter((tag) => tag !== ''))}
          close={() => setToTag([])}
        />
      )}
      {tagDrawer.value !== undefined && (
        <TagDrawer
          key={tagDrawer.value}
          drawer={tagDrawer}
          channels={
            isByTag && !isFiltered(filters)
              ? channels?.filter((channel) => channel.tag === tagDrawer.value)
              : undefined
          }
        />
      )}
    </>
  )
}
