import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../../../api/api-problem.ts'
import { classNames } from '../../../../components/class-names.ts'
import { Badge } from '../../../../components/ui/badge.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { duration } from '../../../../format.ts'
import type { TrialState } from '../use-try-channel.ts'

/** A model with the result of its test, and a button to test it. */
export function TrialRow({
  model,
  isUsual,
  state,
  isOpen,
  onOpen,
  onTest,
}: {
  readonly model: string
  readonly isUsual: boolean
  readonly state: TrialState | undefined
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onTest: () => void
}) {
  const { t } = useTranslation('channelEditor')
  const isUnderWay = state?.kind === 'running' || state?.kind === 'waiting'
  return (
    <li
      className={classNames(
        'flex items-center gap-2 border-b px-3 py-1.5 last:border-b-0',
        isOpen && 'bg-sunken',
      )}
    >
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="min-w-0 truncate font-mono text-[13px]">{model}</span>
        {isUsual && <Badge>{t('test.usual')}</Badge>}
        <Outcome state={state} />
      </span>
      {state?.kind === 'done' && (
        <Button
          size="sm"
          kind="ghost"
          aria-expanded={isOpen}
          aria-label={t('test.showOf', { model })}
          icon={
            <ChevronRight size={14} aria-hidden className={classNames('transition', isOpen && 'rotate-90')} />
          }
          onClick={onOpen}
        >
          {t('test.show')}
        </Button>
      )}
      <Button size="sm" isBusy={isUnderWay} aria-label={t('test.oneOf', { model })} onClick={onTest}>
        {t('test.one')}
      </Button>
    </li>
  )
}

function Outcome({ state }: { readonly state: TrialState | undefined }) {
  const { t } = useTranslation('channelEditor')
  if (state === undefined || state.kind === 'running') return null
  if (state.kind === 'waiting') return <Badge>{t('test.waiting')}</Badge>
  if (state.kind === 'refused' && isProblem(state.error) && state.error.code === 'channel_test_unsupported')
    return (
      <>
        <Badge>{t('test.untestable')}</Badge>
        <span className="w-full text-xs break-words text-muted">{state.error.message}</span>
      </>
    )
  if (state.kind === 'refused')
    return <Failed reason={state.error instanceof Error ? state.error.message : String(state.error)} />
  const { passed, seconds, reason } = state.trial
  if (!passed) return <Failed reason={reason ?? ''} />
  return (
    <Badge tone="ok" hasDot>
      {t('test.passed', { time: duration(seconds) })}
    </Badge>
  )
}

function Failed({ reason }: { readonly reason: string }) {
  const { t } = useTranslation('channelEditor')
  return (
    <>
      <Badge tone="bad" hasDot>
        {t('test.failed')}
      </Badge>
      <span className="w-full text-xs break-words text-bad">{t('test.reason', { reason })}</span>
    </>
  )
}
