import { useTranslation } from 'react-i18next'
import { Redirect, useParams } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { chatLinksOf } from '../../components/chat-link.ts'
import { useDocumentTitle } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { links } from '../../routes.ts'
import { useSessionUser } from '../../state/session.ts'
import { ChatFrame } from './chat-frame.tsx'
import { ChatNotice } from './chat-notice.tsx'
import { NoToken } from './no-token.tsx'
import { useChatKey } from './use-chat-key.ts'

/**
 * One of the site's chat clients, with this gateway and a key of the user filled in; without a number, the first one.
 */
export function ChatPage() {
  const { t } = useTranslation('chat')
  const user = useSessionUser()
  const status = useStatus().data
  const { id = '0' } = useParams()
  const chat = /^\d{1,4}$/.test(id) ? chatLinksOf(status)[Number(id)] : undefined
  const key = useChatKey()
  useDocumentTitle(chat?.name ?? t('title'))
  // The page is public, but a chat needs somebody's key.
  if (!user) return <Redirect to={links.login({ returnTo: location.pathname + location.search })} replace />
  if (!chat) return <ChatNotice tone="warn">{t('unknown')}</ChatNotice>
  return (
    <QueryView query={key}>
      {({ key: apiKey, isHidden }) =>
        apiKey === null ? <NoToken isHidden={isHidden} /> : <ChatFrame chat={chat} apiKey={apiKey} />
      }
    </QueryView>
  )
}
