import { Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/ui/badge.tsx'
import { IconButton } from '../../components/ui/button.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { toDateText, wholeNumber } from '../../format.ts'
import type { Message } from './use-messages.ts'

export interface MessageRowActions {
  readonly view: (message: Message) => void
  readonly edit: (message: Message) => void
  readonly remove: (message: Message) => void
}

/** Parses a time from the API. @returns unix seconds */
export const secondsOf = (iso: string): number => Date.parse(iso) / 1000

export function FormatTag({ format }: { readonly format: Message['format'] }) {
  const { t } = useTranslation('messages')
  return <Badge tone={format === 'html' ? 'info' : 'neutral'}>{t(`format.${format}`)}</Badge>
}

/** Returns the columns of the list of messages. */
export function useMessageColumns({ view, edit, remove }: MessageRowActions): readonly Column<Message>[] {
  const { t } = useTranslation(['messages', 'common'])
  const readOf = ({ stats }: Message): string =>
    t('readOf', { read: wholeNumber(stats.read_count), total: wholeNumber(stats.total_recipients) })
  return [
    {
      id: 'id',
      header: t('column.id'),
      align: 'right',
      cell: (message) => <span className="text-muted">{message.id}</span>,
      csv: (message) => message.id,
    },
    {
      id: 'title',
      header: t('column.title'),
      isFixed: true,
      card: 'title',
      cell: (message) => (
        <button
          type="button"
          className="block max-w-96 truncate rounded-sm text-left font-medium hover:underline max-sm:max-w-full"
          onClick={() => view(message)}
        >
          {message.title}
        </button>
      ),
      csv: (message) => message.title,
    },
    {
      id: 'format',
      header: t('column.format'),
      card: 'corner',
      cell: (message) => <FormatTag format={message.format} />,
      csv: (message) => t(`format.${message.format}`),
    },
    {
      id: 'recipients',
      header: t('column.recipients'),
      align: 'right',
      cell: (message) => (
        <button type="button" className="rounded-sm hover:underline" onClick={() => view(message)}>
          {wholeNumber(message.stats.total_recipients)}
        </button>
      ),
      csv: (message) => message.stats.total_recipients,
    },
    {
      id: 'read',
      header: t('column.read'),
      align: 'right',
      cell: (message) => <span className="text-muted">{readOf(message)}</span>,
      csv: (message) => message.stats.read_count,
    },
    {
      id: 'created',
      header: t('column.created'),
      cell: (message) => <span className="text-muted">{toDateText(secondsOf(message.created_at))}</span>,
      csv: (message) => toDateText(secondsOf(message.created_at)),
    },
    {
      id: 'actions',
      header: '',
      isFixed: true,
      align: 'right',
      pin: 'end',
      card: 'foot',
      cell: (message) => (
        <div className="flex justify-end gap-0.5">
          <IconButton
            size="icon-sm"
            label={t('action.edit', { title: message.title })}
            icon={<Pencil size={15} aria-hidden />}
            onClick={() => edit(message)}
          />
          <IconButton
            size="icon-sm"
            label={t('action.delete', { title: message.title })}
            icon={<Trash2 size={15} aria-hidden />}
            onClick={() => remove(message)}
          />
        </div>
      ),
    },
  ]
}
