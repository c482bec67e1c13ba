import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { links } from '../../routes.ts'
import { ChatNotice } from './chat-notice.tsx'

/** Time to read the explanation before the redirect. */
const READ_MS = 1500

/**
 * Shown because a chat needs the key of a token. Redirects to the page that creates tokens, unless a new key would be
 * hidden too.
 */
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
