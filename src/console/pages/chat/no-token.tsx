import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { links } from '../../routes.ts'
import { ChatNotice } from './chat-notice.tsx'

/** How long it can be read why one is sent elsewhere. */
const READ_MS = 1500

/** A chat needs the key of a token; leads to where one is made, unless a new one would stay hidden too. */
export function NoToken({ isHidden }: { readonly isHidden: boolean }) {
  const { t } = useTranslation('chat')
  const [, navigate] = useLocation()
  useEffect(() => {
    if (isHidden) return
    const timer = setTimeout(() => navigate(links.tokens(), { replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [navigate, isHidden])
  return <ChatNotice tone="bad">{t(isHidden ? 'keysHidden' : 'noToken')}</ChatNotice>
}
