import { LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useDocumentTitle } from '../../components/page.tsx'
import type { Provider } from '../../components/third-party/providers.ts'
import { session } from '../../state/session.ts'
import { useReturnFrom } from './use-return-from.ts'

/** The page to which providers send people back. It is shown while the daemon asks the provider for their identity. */
export function OauthPage() {
  const { t } = useTranslation('thirdParty')
  const [path] = useLocation()
  const provider = path.split('/')[2] as Exclude<Provider, 'wechat'>
  // As it was on arrival, because the user is signed in afterwards.
  const [isBinding] = useState(() => session.user() !== undefined)
  const heading = t(isBinding ? 'return.bindHeading' : 'return.heading', { provider: t(`name.${provider}`) })
  useDocumentTitle(heading)
  useReturnFrom(provider)
  return (
    <div className="mx-auto mt-[18vh] flex w-full max-w-[360px] flex-col items-center gap-4 text-center">
      <LoaderCircle size={24} className="animate-spin text-muted" aria-hidden />
      <h1 className="text-lg font-semibold tracking-tight">{heading}</h1>
      <p className="text-muted" role="status">
        {t('return.wait')}
      </p>
    </div>
  )
}
