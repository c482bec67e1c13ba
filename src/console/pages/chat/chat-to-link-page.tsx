import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { fillChatLink } from '../../components/chat-link.ts'
import { useDocumentTitle } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { ChatNotice } from './chat-notice.tsx'
import { NoToken } from './no-token.tsx'
import { useChatKey } from './use-chat-key.ts'

/** Redirects to the site's first chat client, with this gateway and a key of the user filled in. */
export function ChatToLinkPage() {
  const { t } = useTranslation('chat')
  useDocumentTitle(t('title'))
  return (
    <QueryView query={useChatKey()}>
      {({ key, isHidden }) => (key === null ? <NoToken isHidden={isHidden} /> : <LeadOn apiKey={key} />)}
    </QueryView>
  )
}

function LeadOn({ apiKey }: { readonly apiKey: string }) {
  const { t } = useTranslation('chat')
  const status = useStatus().data
  const link = status?.chat_link ?? ''
  const address = fillChatLink(link, status, apiKey)
  useEffect(() => {
    if (address !== undefined) location.replace(address)
  }, [address])
  if (address === undefined) return <ChatNotice tone="warn">{t(link === '' ? 'none' : 'broken')}</ChatNotice>
  return (
    <div className="mx-auto mt-[8vh] max-w-md text-center text-muted">
      <h1 className="sr-only">{t('title')}</h1>
      <p role="status">
        {t('leading')}{' '}
        <a href={address} className="text-accent-text underline">
          {t('follow')}
        </a>
      </p>
    </div>
  )
}
