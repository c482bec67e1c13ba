import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '../../components/page.tsx'
import { Mark } from '../../components/shell/brand.tsx'
import { type SetupStep, useSetupStep } from '../../state/setup-wizard.ts'
import { AccountStep } from './account-step.tsx'
import { ChannelStep } from './channel-step.tsx'
import { RequestStep } from './request-step.tsx'

const steps = ['account', 'channel', 'request'] as const
const parts = { account: AccountStep, channel: ChannelStep, request: RequestStep }

/** Leads from an empty installation to the first response: account and mode, channel, request. */
export function SetupPage() {
  const { t } = useTranslation('setup')
  const step: SetupStep | 'account' = useSetupStep() ?? 'account'
  useDocumentTitle(t('title'))
  const Part = parts[step]
  return (
    <div className="mx-auto mt-[4vh] w-full max-w-[640px]">
      <div className="mb-6 flex items-center gap-3">
        <Mark size={32} />
        <div>
          <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
          <p className="text-muted">{t('lead')}</p>
        </div>
      </div>
      <ol aria-label={t('steps')} className="mb-5 flex gap-2">
        {steps.map((each, index) => (
          <li
            key={each}
            aria-current={each === step ? 'step' : undefined}
            className={`flex-1 border-t-2 pt-2 text-sm ${
              index <= steps.indexOf(step) ? 'border-accent font-medium' : 'border-line text-muted'
            }`}
          >
            {t(`step.${each}`)}
          </li>
        ))}
      </ol>
      <div className="rounded-lg border bg-surface p-5">
        <Part />
      </div>
    </div>
  )
}
