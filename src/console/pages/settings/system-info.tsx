import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../api/api-problem.ts'
import { api, dataOf } from '../../api/client.ts'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { useStatus } from '../../api/use-status.ts'
import { Markup } from '../../components/markup.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { dateTime } from '../../format.ts'

/** The running version, and a check for another one in the release feed. */
export function SystemInfo() {
  const { t } = useTranslation(['settings', 'common'])
  const status = useStatus().data
  const check = useMutation({
    mutationFn: () => dataOf(api.GET('/api/option/latest_release')),
    meta: { isShownInPlace: true },
  })
  const checkOnce = useMutateOnce(check)
  const [isOpen, setOpen] = useState(false)
  const ask = () =>
    checkOnce(undefined, {
      onSuccess: (release) => {
        if (release.is_newer) setOpen(true)
        else toast.success(t('info.latest'))
      },
      onError: (error) => {
        const isExplained = isProblem(error) && error.code.startsWith('release_feed')
        toast.error(isExplained ? error.message : t('info.failed'))
      },
    })
  return (
    <div className="flex flex-wrap items-end justify-between gap-3 border-t px-4 py-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-muted">{t('info.version')}</dt>
        <dd className="font-mono">{status?.version}</dd>
        <dt className="text-muted">{t('info.startTime')}</dt>
        <dd>{status && <time>{dateTime(status.start_time)}</time>}</dd>
      </dl>
      <Button isBusy={check.isPending} onClick={ask}>
        {t('info.check')}
      </Button>
      <Dialog
        isOpen={isOpen}
        close={() => setOpen(false)}
        title={t('info.newVersion', { tag: check.data?.tag_name ?? '' })}
        footer={<Button onClick={() => setOpen(false)}>{t('common:action.close')}</Button>}
      >
        {check.data?.body ? <Markup text={check.data.body} format="markdown" /> : t('info.noNotes')}
      </Dialog>
    </div>
  )
}
