import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { baseAddress, curlSnippet } from '../../components/snippets.ts'
import { LinkButton } from '../../components/ui/button.tsx'
import { CodeBlock } from '../../components/ui/code-block.tsx'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { useSessionUser } from '../../state/session.ts'

export function Welcome() {
  const { t } = useTranslation('home')
  const user = useSessionUser()
  const status = useStatus().data
  if (!status) return null
  const address = baseAddress(status)
  return (
    <div className="mx-auto grid max-w-5xl gap-10 pt-[8vh] md:grid-cols-[1fr_1.3fr] md:items-center">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{status.system_name}</h1>
        <p className="mt-3 text-lg text-muted">{t('lead')}</p>
        <div className="mt-6 flex flex-wrap gap-2">
          {user ? (
            <LinkButton kind="primary" href={links.tokens()}>
              {t('openConsole')}
            </LinkButton>
          ) : (
            <LinkButton kind="primary" href={links.login()}>
              {t('login')}
            </LinkButton>
          )}
          {hasPage('pricing') && <LinkButton href={links.pricing()}>{t('pricing')}</LinkButton>}
        </div>
      </div>
      <div className="min-w-0">
        <p className="mb-2 text-sm text-muted">{t('example')}</p>
        <CodeBlock label={t('example')} code={curlSnippet({ address, key: '$TOLLGATE_KEY' })} />
      </div>
    </div>
  )
}
