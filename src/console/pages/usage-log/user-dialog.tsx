import { useTranslation } from 'react-i18next'
import { QueryView } from '../../components/query-view.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { useMoney, wholeNumber } from '../../format.ts'
import { useLogUser } from './use-log-user.ts'

/** The account that made the call of a row. A refusal is shown with the API's message. */
export function UserDialog({
  id,
  close,
  showRows,
}: {
  /** Undefined while closed. */
  readonly id: number | undefined
  readonly close: () => void
  readonly showRows: (username: string) => void
}) {
  const { t } = useTranslation(['usageLog', 'common'])
  const money = useMoney()
  const user = useLogUser(id)
  return (
    <Dialog
      isOpen={id !== undefined}
      close={close}
      title={t('user.title')}
      footer={
        <>
          {user.data && <Button onClick={() => showRows(user.data.username)}>{t('user.rows')}</Button>}
          <Button kind="primary" onClick={close}>
            {t('common:action.close')}
          </Button>
        </>
      }
    >
      <QueryView
        query={user}
        loading={<div data-skeleton className="h-48 animate-pulse rounded-md bg-sunken" />}
      >
        {(data) => (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            {(
              [
                [t('user.id'), String(data.id)],
                [t('user.name'), data.username],
                [t('user.displayName'), data.display_name],
                [t('user.group'), data.group],
                [t('user.email'), data.email],
                [t('user.balance'), `${money.shown(data.quota)} (${money.other(data.quota)})`],
                [t('user.used'), `${money.shown(data.used_quota)} (${money.other(data.used_quota)})`],
                [t('user.requests'), wholeNumber(data.request_count)],
              ] as const
            )
              .filter(([, value]) => value !== '')
              .map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-muted">{name}</dt>
                  <dd className="min-w-0 break-words tabular-nums">{value}</dd>
                </div>
              ))}
          </dl>
        )}
      </QueryView>
    </Dialog>
  )
}
