import { useTranslation } from 'react-i18next'
import { useLogout } from '../../../api/use-logout.ts'
import { useSecondFactor } from '../../../api/use-second-factor.ts'
import { Page } from '../../../components/page.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { factorDemand } from '../../../state/factor-demand.ts'
import { PasskeysCard } from '../passkeys-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

/** Replaces every page while the account lacks the second factor that the site requires. */
export function DemandedPage() {
  const { t } = useTranslation('secondFactor')
  const leaving = useLogout()
  const isDone = (useSecondFactor().data?.methods.length ?? 0) > 0
  return (
    <Page title={t('demanded.title')} lead={t('demanded.text')}>
      <div className="flex max-w-xl flex-col gap-4">
        <SecondFactorCard />
        <PasskeysCard />
        <div className="flex flex-wrap gap-2">
          {isDone && (
            <Button kind="primary" onClick={factorDemand.end}>
              {t('demanded.goOn')}
            </Button>
          )}
          <Button kind="ghost" isBusy={leaving.isPending} onClick={() => leaving.mutate()}>
            {t('demanded.signOut')}
          </Button>
        </div>
      </div>
    </Page>
  )
}
