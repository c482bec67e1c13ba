import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Paging } from '../../components/ui/table/paging.tsx'
import { ToggleButton } from '../../components/ui/toggle-button.tsx'
import { useAddress } from '../../state/address.ts'
import { InboxRow } from './inbox-row.tsx'
import { INBOX_PAGE_SIZE, useInbox } from './use-inbox.ts'

/** What administrators sent to the user, newest first. */
export function InboxPage() {
  const { t } = useTranslation('inbox')
  const address = useAddress()
  const page = address.page()
  const isUnreadOnly = address.get('unread') !== ''
  const inbox = useInbox(page, isUnreadOnly)
  const empty = isUnreadOnly ? 'emptyUnread' : 'empty'
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <ToggleButton
          isOn={isUnreadOnly}
          onChange={(isOn) => address.set({ unread: isOn ? 'true' : undefined, p: undefined })}
        >
          {t('unreadOnly')}
        </ToggleButton>
      }
    >
      <QueryView query={inbox} failed={t('loadFailed')}>
        {({ items, total }) => (
          <div className="rounded-lg border bg-surface" aria-busy={inbox.isPlaceholderData}>
            {items.length === 0 ? (
              <EmptyState text={t(total === 0 ? empty : 'emptyPage')} />
            ) : (
              <ul aria-label={t('title')} className={inbox.isPlaceholderData ? 'opacity-60' : undefined}>
                {items.map((message) => (
                  <InboxRow key={message.id} message={message} />
                ))}
              </ul>
            )}
            {total > INBOX_PAGE_SIZE && (
              <Paging
                page={page}
                pageSize={INBOX_PAGE_SIZE}
                total={total}
                onPage={(p) => address.set({ p: p === 1 ? undefined : p })}
              />
            )}
          </div>
        )}
      </QueryView>
    </Page>
  )
}
