import { Ban, CircleCheck, Copy, Ellipsis, FlaskConical, Pencil, Trash2, Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClass } from '../../components/ui/button.tsx'
import { Menu, MenuAction } from '../../components/ui/menu.tsx'
import type { ListRow, TagListRow } from './channel-rows.ts'
import { useTestChannel, useUpdateBalance } from './use-channel-actions.ts'
import type { Channel } from './use-channels.ts'

/** Actions on a row, provided by the page. */
export interface RowActions {
  readonly edit: (channel: Channel) => void
  readonly testModel: (channel: Channel) => void
  readonly duplicate: (channel: Channel) => void
  readonly setStatus: (channel: Channel, status: 1 | 2) => void
  readonly remove: (channels: readonly Channel[]) => void
  readonly toggleTag: (tag: string) => void
  readonly editTag: (row: TagListRow) => void
  readonly setTagStatus: (row: TagListRow, status: 1 | 2) => void
}

export function RowActionsCell({
  row,
  canAskBalance,
  ...actions
}: RowActions & { readonly row: ListRow; readonly canAskBalance: boolean }) {
  return row.kind === 'tag' ? (
    <TagActions row={row} {...actions} />
  ) : (
    <ChannelActions channel={row.channel} canAskBalance={canAskBalance} {...actions} />
  )
}

const menuClass = buttonClass('ghost', 'icon-sm')

function ChannelActions({
  channel,
  canAskBalance,
  ...actions
}: RowActions & { readonly channel: Channel; readonly canAskBalance: boolean }) {
  const { t } = useTranslation(['channels', 'common'])
  const test = useTestChannel()
  const updateBalance = useUpdateBalance()
  const isEnabled = channel.status === 1
  return (
    <div className="flex justify-end gap-0.5">
      <Button
        kind="ghost"
        size="sm"
        aria-label={t('test.of', { name: channel.name })}
        isBusy={test.isPending}
        onClick={() => test.mutate(channel)}
      >
        {t('test.run')}
      </Button>
      <Menu
        label={t('actionsOf', { name: channel.name })}
        className={menuClass}
        button={<Ellipsis size={15} aria-hidden />}
      >
        <MenuAction icon={<Pencil size={14} aria-hidden />} onSelect={() => actions.edit(channel)}>
          {t('common:action.edit')}
        </MenuAction>
        <MenuAction
          icon={isEnabled ? <Ban size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />}
          onSelect={() => actions.setStatus(channel, isEnabled ? 2 : 1)}
        >
          {t(isEnabled ? 'common:action.disable' : 'common:action.enable')}
        </MenuAction>
        <MenuAction icon={<FlaskConical size={14} aria-hidden />} onSelect={() => actions.testModel(channel)}>
          {t('test.model')}
        </MenuAction>
        {canAskBalance && (
          <MenuAction icon={<Wallet size={14} aria-hidden />} onSelect={() => updateBalance.mutate(channel)}>
            {t('balance.update')}
          </MenuAction>
        )}
        <MenuAction icon={<Copy size={14} aria-hidden />} onSelect={() => actions.duplicate(channel)}>
          {t('duplicate.action')}
        </MenuAction>
        <MenuAction
          isDanger
          icon={<Trash2 size={14} aria-hidden />}
          onSelect={() => actions.remove([channel])}
        >
          {t('common:action.delete')}
        </MenuAction>
      </Menu>
    </div>
  )
}

function TagActions({ row, ...actions }: RowActions & { readonly row: TagListRow }) {
  const { t } = useTranslation(['channels', 'common'])
  return (
    <div className="flex justify-end gap-0.5">
      <Button
        kind="ghost"
        size="sm"
        aria-label={t('tag.editOf', { tag: row.tag })}
        onClick={() => actions.editTag(row)}
      >
        {t('common:action.edit')}
      </Button>
      <Menu
        label={t('actionsOf', { name: row.tag })}
        className={menuClass}
        button={<Ellipsis size={15} aria-hidden />}
      >
        <MenuAction icon={<Pencil size={14} aria-hidden />} onSelect={() => actions.editTag(row)}>
          {t('tag.edit')}
        </MenuAction>
        <MenuAction
          icon={<CircleCheck size={14} aria-hidden />}
          onSelect={() => actions.setTagStatus(row, 1)}
        >
          {t('tag.enableAll')}
        </MenuAction>
        <MenuAction icon={<Ban size={14} aria-hidden />} onSelect={() => actions.setTagStatus(row, 2)}>
          {t('tag.disableAll')}
        </MenuAction>
        <MenuAction
          isDanger
          icon={<Trash2 size={14} aria-hidden />}
          onSelect={() => actions.remove(row.channels)}
        >
          {t('tag.deleteAll')}
        </MenuAction>
      </Menu>
    </div>
  )
}
