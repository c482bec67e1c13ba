import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { api, dataOf } from '../../api/client.ts'
import { Notice } from '../../components/ui/notice.tsx'
import { useMoney } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'

/** Reads the balance in quota units. */
const useWalletBalance = () =>
  useQuery({
    queryKey: ['self', 'balance'],
    queryFn: async ({ signal }) => Number((await dataOf(api.GET('/api/user/self', { signal }))).quota_exact),
    staleTime: 0,
  }).data

/** The balance in the site's unit, and a link to top up. */
function WalletLink({ balance }: { readonly balance: number }) {
  const { t } = useTranslation('playground')
  const money = useMoney()
  return (
    <>
      {t('wallet.balance', { balance: money.shown(balance) })}{' '}
      {hasPage('wallet') && (
        <Link href={links.wallet()} className="font-medium text-accent-text underline">
          {t('wallet.topUp')}
        </Link>
      )}
    </>
  )
}

/** Warns about an empty balance before a question is sent. Sending stays possible, because some models are free. */
export function EmptyWalletNotice() {
  const { t } = useTranslation('playground')
  const balance = useWalletBalance()
  if (balance === undefined || balance > 0) return null
  return (
    <Notice tone="warn" head={t('wallet.empty')} className="mb-4">
      <WalletLink balance={balance} />
    </Notice>
  )
}

/** Shown below an answer that the balance did not cover. */
export function UncoveredHint() {
  const balance = useWalletBalance()
  if (balance === undefined) return null
  return (
    <p className="mt-1">
      <WalletLink balance={balance} />
    </p>
  )
}
