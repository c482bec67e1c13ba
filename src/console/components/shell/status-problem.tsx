import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'

/** Nothing can be shown without the status: says whether the daemon is away or refused. */
export function StatusProblem({
  isRefused,
  retry,
}: {
  readonly isRefused: boolean
  readonly retry: () => Promise<unknown>
}) {
  const { t } = useTranslation()
  return (
    <main className="mx-auto flex max-w-md flex-col items-start gap-3 px-6 py-28" role="alert">
      <h1 className="text-xl font-semibold">{t(isRefused ? 'status.refused' : 'status.unreachable')}</h1>
      <p className="text-muted">{t('status.hint')}</p>
      <Button kind="primary" onClick={() => void retry()}>
        {t('action.retry')}
      </Button>
    </main>
  )
}
