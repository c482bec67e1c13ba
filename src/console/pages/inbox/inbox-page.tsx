import { useTranslation } from 'react-i18next'
import { type ListPaging, useLastPage } from '../../components/list/use-list-paging.ts'
import { Page } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { PageSkeleton } from '../../components/shell/page-skeleton.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Paging } from '../../components/ui/table/paging.tsx'
import { ToggleButton } from '../../components/ui/toggle-button.tsx'
import { useAddress } from '../../state/address.ts'
import { InboxRow } from './inbox-row.tsx'
import { INBOX_PAGE_SIZE, useInbox } from './use-inbox.ts'

/** Messages from administrators to the user, newest first. */
export function InboxPage() {
  const { t } = useTranslation('inbox')
  const address = useAddress()
  const page = address.page()
  const isUnreadOnly = address.get('unread') !== ''
  const inbox = useInbox(page, isUnreadOnly)
  const paging: Pick<ListPaging, 'page' | 'pageSize' | 'onPage'> = {
    page,
    pageSize: INBOX_PAGE_SIZE,
    onPage: (p, options) => address.set({ p: p === 1 ? undefined : p }, options),
  }
  const isPassed = useLastPage(paging, inbox, inbox.data?.items.length)
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
        {({ items, total }) =>
          isPassed ? (
            <PageSkeleton />
          ) : (
            <div className="rounded-lg border bg-surface" aria-busy={inbox.isPlaceholderData}>
              {items.length === 0 ? (
                <EmptyState text={t(empty)} />
              ) : (
                <ul aria-label={t('title')} className={inbox.isPlaceholderData ? 'opacity-60' : undefined}>
                  {items.map((message) => (
                    <InboxRow key={message.id} message={message} />
                  ))}
                </ul>
              )}
              {total > INBOX_PAGE_SIZE && <Paging {...paging} total={total} />}
            </div>
          )
        }
      </QueryView>
    </Page>
  )
}
