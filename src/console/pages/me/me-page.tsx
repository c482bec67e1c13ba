import { useTranslation } from 'react-i18next'
import { CheckInCard } from '../../components/gifts/check-in-card.tsx'
import { InvitationCard } from '../../components/gifts/invitation-card.tsx'
import { Page } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { BindLogins } from '../../components/third-party/bind-logins.tsx'
import { AccountCard } from './account-card.tsx'
import { EmailRow } from './email-row.tsx'
import { ModelsCard } from './models-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'
import { SecurityCard } from './security-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SettingTabs } from './setting-tabs.tsx'
import { type Account, useAccount } from './use-account.ts'

/** The user's own account and its settings. */
export function MePage() {
  const { t } = useTranslation('me')
  const account = useAccount()
  return (
    <Page title={t('title')} lead={t('lead')}>
      <QueryView query={account}>{(loaded) => <Me account={loaded} />}</QueryView>
    </Page>
  )
}

function Me({ account }: { readonly account: Account }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[1.2fr_1fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <AccountCard account={account} />
        <ModelsCard />
        <SettingTabs account={account} />
        <SecondFactorCard />
        <SessionsCard />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <CheckInCard />
        <InvitationCard />
        <BindLogins user={account}>
          <EmailRow email={account.email} />
        </BindLogins>
        <SecurityCard account={account} />
        <PasskeysCard />
      </div>
    </div>
  )
}
