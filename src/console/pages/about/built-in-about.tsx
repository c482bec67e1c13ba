import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { baseAddress } from '../../components/snippets.ts'
import { buttonClass, LinkButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { dateTime } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'

/** What this program is and which version is running, shown if the administrator has written no text. */
export function BuiltInAbout() {
  const { t } = useTranslation(['about', 'common'])
  const status = useStatus().data
  if (!status) return null
  const address = baseAddress(status)
  return (
    <div className="max-w-2xl">
      <Card title={status.system_name}>
        <p className="text-muted">{t('text')}</p>
        <dl className="mt-4 divide-y border-t">
          <Fact name={t('address')}>
            <code className="min-w-0 font-mono wrap-anywhere">{address}</code>
            <CopyButton text={address} label={t('copyAddress')} />
          </Fact>
          <Fact name={t('version')}>{status.version}</Fact>
          <Fact name={t('started')}>
            <time dateTime={new Date(status.start_time * 1000).toISOString()}>
              {dateTime(status.start_time)}
            </time>
          </Fact>
        </dl>
        <div className="mt-4 flex flex-wrap gap-2">
          {hasPage('pricing') && <LinkButton href={links.pricing()}>{t('models')}</LinkButton>}
          {/^https?:\/\//.test(status.docs_link) && (
            <a href={status.docs_link} target="_blank" rel="noreferrer" className={buttonClass()}>
              {t('common:nav.docs')}
              <ExternalLink size={13} aria-hidden />
              <span className="sr-only">{t('common:shell.newTab')}</span>
            </a>
          )}
        </div>
      </Card>
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 py-1.5">
      <dt className="w-32 shrink-0 text-sm text-muted">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 tabular-nums">{children}</dd>
    </div>
  )
}
