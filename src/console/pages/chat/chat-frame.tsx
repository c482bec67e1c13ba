import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { type ChatLink, fillChatLink } from '../../components/chat-link.ts'
import { buttonClass } from '../../components/ui/button.tsx'
import { ChatNotice } from './chat-notice.tsx'

/** A chat client. A website is shown in a frame; for an application there is a link that opens it. */
export function ChatFrame({ chat, apiKey }: { readonly chat: ChatLink; readonly apiKey: string }) {
  const { t } = useTranslation('chat')
  const address = fillChatLink(chat.link, useStatus().data, apiKey)
  if (address === undefined) return <ChatNotice tone="bad">{t('broken')}</ChatNotice>
  if (!/^https?:/i.test(address))
    return (
      <div className="mx-auto mt-[8vh] flex max-w-md flex-col items-center gap-4 text-center">
        <h1 className="text-xl font-semibold tracking-tight">{chat.name}</h1>
        <p className="text-muted">{t('program', { name: chat.name })}</p>
        <a href={address} className={buttonClass('primary')}>
          <ExternalLink size={15} aria-hidden />
          {t('open', { name: chat.name })}
        </a>
      </div>
    )
  return (
    <>
      <h1 className="sr-only">{chat.name}</h1>
      <iframe
        src={address}
        title={chat.name}
        // Scripts of the other site only run in its own origin, and it cannot navigate this window.
        sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-modals allow-downloads"
        allow="clipboard-write"
        referrerPolicy="no-referrer"
        className="fixed inset-x-0 top-14 h-[calc(100dvh-56px)] w-full bg-surface"
      />
    </>
  )
}
