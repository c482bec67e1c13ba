import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { classNames } from '../../components/class-names.ts'
import { dateTime, relativeTime } from '../../format.ts'
import { links } from '../../routes.ts'
import { previewOf } from './preview.ts'
import type { InboxMessage } from './use-inbox.ts'

/** A message in the list: unread ones have a dot and a heavier title. */
export function InboxRow({ message }: { readonly message: InboxMessage }) {
  const { t } = useTranslation('inbox')
  const { id, title, content, format, is_read: isRead } = message
  const preview = useMemo(() => previewOf(content, format), [content, format])
  const sent = Date.parse(message.created_at) / 1000
  return (
    <li className="border-b last:border-b-0" data-message={isRead ? 'read' : 'unread'}>
      <Link
        href={links.inboxMessage(id)}
        className="grid grid-cols-[8px_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-3 transition-colors hover:bg-bg focus-visible:-outline-offset-2"
      >
        <span className={classNames('size-2 self-center rounded-full', !isRead && 'bg-accent')}>
          {!isRead && <span className="sr-only">{t('unread')}</span>}
        </span>
        <span className={classNames('truncate', isRead ? 'text-muted' : 'font-semibold')}>{title}</span>
        <time
          dateTime={message.created_at}
          title={dateTime(sent)}
          className="text-xs whitespace-nowrap text-muted tabular-nums"
        >
          {relativeTime(sent)}
        </time>
        <span className="col-start-2 col-end-4 text-sm wrap-anywhere text-muted" data-preview>
          {preview}
        </span>
      </Link>
    </li>
  )
}
