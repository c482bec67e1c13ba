import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ChannelListRow, distinct, type ListRow } from './channel-rows.ts'
import type { Channel } from './use-channels.ts'

/** A channel's name and type, or a tag and its number of channels. */
export function NameCell({
  row,
  typeLabel,
  edit,
  toggleTag,
}: {
  readonly row: ListRow
  readonly typeLabel: (channel: Channel) => string
  readonly edit: (channel: Channel) => void
  readonly toggleTag: (tag: string) => void
}) {
  const { t } = useTranslation('channels')
  if (row.kind === 'channel') return <ChannelName row={row} typeLabel={typeLabel} edit={edit} />
  const types = distinct(row.channels.map(typeLabel))
  return (
    <button
      type="button"
      aria-expanded={row.isOpen}
      className="flex max-w-full items-center gap-1.5 rounded-sm text-left"
      title={row.tag}
      onClick={() => toggleTag(row.tag)}
    >
      <ChevronRight
        size={15}
        aria-hidden
        className={`shrink-0 text-muted transition-transform ${row.isOpen ? 'rotate-90' : ''}`}
      />
      <span className="min-w-0">
        <span className="block truncate font-medium">{row.tag}</span>
        <span className="block truncate text-xs leading-4 text-muted">
          {t('tag.members', { count: row.channels.length, types: types.join(', ') })}
        </span>
      </span>
    </button>
  )
}

function ChannelName({
  row,
  typeLabel,
  edit,
}: {
  readonly row: ChannelListRow
  readonly typeLabel: (channel: Channel) => string
  readonly edit: (channel: Channel) => void
}) {
  return (
    <button
      type="button"
      className={`block max-w-full rounded-sm text-left ${row.isMember ? 'ml-5' : ''}`}
      title={row.channel.name}
      onClick={() => edit(row.channel)}
    >
      <span className="block truncate font-medium hover:underline">{row.channel.name}</span>
      <span className="block truncate text-xs leading-4 text-muted">{typeLabel(row.channel)}</span>
    </button>
  )
}
