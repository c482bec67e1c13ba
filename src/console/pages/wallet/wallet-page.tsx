import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.tsx'
import { BalanceCard } from './balance-card.tsx'
import { EntryTable } from './entry-table.tsx'
import { OrdersCard } from './orders-card.tsx'
import { RedeemCard } from './redeem-card.tsx'
import { TopUpCard } from './top-up-card.tsx'

/** The user's own balance, ways to top it up, and all of its entries. */
export function WalletPage() {
  const { t } = useTranslation('wallet')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div className="mb-6 grid items-start gap-4 lg:grid-cols-[1.2fr_1fr]">
        <BalanceCard />
        <div className="flex min-w-0 flex-col gap-4">
          <RedeemCard />
          <TopUpCard />
          <OrdersCard />
        </div>
      </div>
      <h2 className="mb-3 text-lg font-semibold">{t('entries.title')}</h2>
      <EntryTable />
    </Page>
  )
}
