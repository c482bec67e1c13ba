import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Notice } from '../../components/ui/notice.tsx'
import { links } from '../../routes.ts'

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
  return (
    <Notice tone="bad" className="mx-auto mt-[8vh] max-w-md">
      {t('noToken')}
    </Notice>
  )
}
