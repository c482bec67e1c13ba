import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryView } from '../../components/query-view.tsx'
import { Paging } from '../../components/ui/table/paging.tsx'
import { toDateText } from '../../format.ts'
import { secondsOf } from './message-columns.tsx'
import { RECIPIENTS_PAGE_SIZE, useMessageRecipients } from './use-message-recipients.ts'

/** The recipients of a message, ten at a time, and when each opened it. */
export function RecipientList({ messageId }: { readonly messageId: number }) {
  const { t } = useTranslation('messages')
  const [page, setPage] = useState(1)
  const recipients = useMessageRecipients(messageId, page)
  return (
    <section aria-label={t('recipients.title')}>
      <h3 className="mb-1.5 text-sm font-medium">{t('recipients.title')}</h3>
      <QueryView
        query={recipients}
        loading={<div className="h-24 animate-pulse rounded-lg bg-sunken" data-skeleton />}
      >
        {({ items, total }) => (
          <div className="overflow-hidden rounded-lg border" aria-busy={recipients.isPlaceholderData}>
            <table className="w-full table-fixed border-collapse text-[13.5px] tabular-nums">
              <thead>
                <tr className="border-b bg-sunken text-left text-xs text-muted">
                  <th scope="col" className="px-3 py-2 font-medium">
                    {t('recipients.user')}
                  </th>
                  <th scope="col" className="w-48 px-3 py-2 font-medium max-sm:w-40">
                    {t('recipients.readAt')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((each) => (
                  <tr key={each.user_id} className="border-b last:border-b-0">
                    <td className="truncate px-3 py-2">
                      {each.username}
                      {each.display_name !== each.username && (
                        <span className="ml-2 text-xs text-muted">{each.display_name}</span>
                      )}
                    </td>
                    <td className="px-3 py-2 text-muted">
                      {each.read_at === null ? t('recipients.unread') : toDateText(secondsOf(each.read_at))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {total > RECIPIENTS_PAGE_SIZE && (
              <Paging page={page} pageSize={RECIPIENTS_PAGE_SIZE} total={total} onPage={setPage} />
            )}
          </div>
        )}
      </QueryView>
    </section>
  )
}
