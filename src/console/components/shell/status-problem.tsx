import { useTranslation } from 'react-i18next'
import { storedStatus } from '../../api/use-status.ts'
import { useReach } from '../../state/reach.ts'
import { Button } from '../ui/button.tsx'
import { Mark } from './brand.tsx'

/**
 * Shown when there is no status, without which nothing can be rendered: says whether the daemon is unreachable or
 * refused the call, under the last known name of the site.
 */
export function StatusProblem({
  isRefused,
  retry,
}: {
  readonly isRefused: boolean
  readonly retry: () => Promise<unknown>
}) {
  const { t } = useTranslation()
  useReach(() => void retry())
  const name = storedStatus()?.system_name
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-6 py-28" role="alert">
      {name && (
        <p className="flex max-w-full items-center gap-2.5 pb-2 font-semibold tracking-tight">
          <Mark />
          <span className="truncate">{name}</span>
        </p>
      )}
      <h1 className="text-xl font-semibold">{t(isRefused ? 'status.refused' : 'status.unreachable')}</h1>
      <p className="text-muted">{t('status.hint')}</p>
      <Button kind="primary" onClick={() => void retry()}>
        {t('action.retry')}
      </Button>
    </main>
  )
}
