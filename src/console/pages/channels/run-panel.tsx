import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Meter } from '../../components/ui/meter.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { RunResultsDialog } from './run-results-dialog.tsx'
import { type ChannelRun, type LastRun, useLastRun } from './use-channel-run.ts'

/** The progress of a run over all channels, and its results afterwards. */
export function RunPanel({
  run,
  isReported,
  dismiss,
}: {
  readonly run: ChannelRun | undefined
  /** A run that was watched has ended. */
  readonly isReported: boolean
  readonly dismiss: () => void
}) {
  const last = useLastRun(isReported && !run).data
  if (run) return <RunProgress run={run} />
  return isReported && last ? <RunReport last={last} dismiss={dismiss} /> : null
}

function RunProgress({ run }: { readonly run: ChannelRun }) {
  const { t } = useTranslation('channels')
  return (
    <div className="mb-4 rounded-lg border bg-surface px-3 py-2.5" data-run>
      <p role="status" className="mb-1.5 text-sm tabular-nums">
        {t(`run.${run.kind}`, { done: run.done, total: run.total })}
      </p>
      <Meter share={run.total === 0 ? 0 : run.done / run.total} />
    </div>
  )
}

function RunReport({ last, dismiss }: { readonly last: LastRun; readonly dismiss: () => void }) {
  const { t } = useTranslation(['channels', 'common'])
  const [isOpen, setOpen] = useState(false)
  const count = (result: string) => last.results.filter((each) => each.result === result).length
  const failed = count('failed')
  return (
    <>
      <Notice tone={failed > 0 ? 'warn' : 'ok'} className="mb-4 flex flex-wrap items-center gap-2">
        <span role="status" className="min-w-0 grow">
          {t(`run.${last.kind}Done`, { passed: count('passed'), failed, skipped: count('skipped') })}
        </span>
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('run.results')}
        </Button>
        <IconButton
          size="icon-sm"
          label={t('common:action.close')}
          icon={<X size={14} aria-hidden />}
          onClick={dismiss}
        />
      </Notice>
      {isOpen && <RunResultsDialog last={last} close={() => setOpen(false)} />}
    </>
  )
}
