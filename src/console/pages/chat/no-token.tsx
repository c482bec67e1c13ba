import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { links } from '../../routes.ts'
import { ChatNotice } from './chat-notice.tsx'

/** How long it can be read why one is sent elsewhere. */
const READ_MS = 1500

/** A chat needs a token; leads to where one is made. */
export function NoToken() {
  const { t } = useTranslation('chat')
  const [, navigate] = useLocation()
  useEffect(() => {
    const timer = setTimeout(() => navigate(links.tokens(), { replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return <ChatNotice tone="bad">{t('noToken')}</ChatNotice>
}
