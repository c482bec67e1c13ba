import { useTranslation } from 'react-i18next'
import { Part } from '../../components/detail-part.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { TextArea } from '../../components/ui/field.tsx'
import { useMoney } from '../../format.ts'
import { Attempts } from './attempts.tsx'
import { type CallRecord, readCall, readOther } from './log-details.ts'
import { LogFacts } from './log-facts.tsx'
import { PriceFormula } from './price-formula.tsx'
import { useExplanation } from './use-explanation.ts'
import type { Log } from './use-logs.ts'

const contents = ['system_prompt', 'context', 'input_content', 'output_content'] as const
const sources = ['upstream', 'upstream-partial', 'counted', 'held'] as const

/** All details of a row: how its price was calculated, where the call went, and what was recorded. */
export function LogDetail({ log }: { readonly log: Log }) {
  const { t } = useTranslation('usageLog')
  const explanation = useExplanation(log.request_id)
  const call = explanation.data && readCall(explanation.data)
  const other = readOther(log)
  const said = contents.filter((name) => typeof other[name] === 'string' && other[name] !== '')
  return (
    <div className="grid gap-x-6 gap-y-4 px-4 py-3 sm:pr-6 sm:pl-12 lg:grid-cols-2" data-detail>
      {log.request_id !== '' && (
        <>
          <Part title={t('detail.price')}>
            {explanation.isError && <ProblemNotice error={explanation.error} />}
            {explanation.isPending && (
              <div data-skeleton className="h-20 animate-pulse rounded-md bg-surface" />
            )}
            {call?.price && <PriceFormula price={call.price} />}
            {call && <Settled call={call} log={log} outcome={explanation.data?.outcome ?? ''} />}
            <p className="mt-1 flex flex-wrap items-center gap-1.5 text-sm text-muted">
              {t('detail.requestId')}
              <code className="font-mono text-xs break-all">{log.request_id}</code>
              <CopyButton text={log.request_id} label={t('detail.copyRequestId')} />
            </p>
          </Part>
          <Part title={t('detail.attempts')}>
            {call && <Attempts call={call} wholeMs={log.use_time * 1000} />}
          </Part>
        </>
      )}
      <Part title={t('detail.facts')} isWide>
        <LogFacts log={log} other={other} path={call?.path ?? ''} />
      </Part>
      {said.length > 0 && (
        <Part title={t('detail.content')} isWide>
          <div className="grid gap-3">
            {said.map((name) => (
              <figure key={name} className="min-w-0">
                <figcaption className="mb-1 flex items-center gap-1 text-xs text-muted">
                  {t(`content.${name}`)}
                  <CopyButton text={other[name] ?? ''} />
                </figcaption>
                <TextArea
                  readOnly
                  isMono
                  aria-label={t(`content.${name}`)}
                  rows={Math.min(10, (other[name] ?? '').split('\n').length + 1)}
                  value={other[name] ?? ''}
                />
              </figure>
            ))}
          </div>
        </Part>
      )}
    </div>
  )
}

/** Shows who counted the tokens, and what happened to the hold. */
function Settled({
  call,
  log,
  outcome,
}: {
  readonly call: CallRecord
  readonly log: Log
  readonly outcome: string
}) {
  const { t } = useTranslation('usageLog')
  const money = useMoney()
  const source = sources.find((each) => each === (call.source || log.usage_source))
  const hold = Number(call.hold)
  return (
    <p className="mt-2 flex flex-wrap gap-x-1.5 text-sm text-muted">
      {source && <span>{t(`source.${source}`)}</span>}
      {outcome === 'running' && <span>{t('detail.running')}</span>}
      {(outcome === 'failed' || outcome === 'free') && <span>{t('detail.notCharged')}</span>}
      {hold > 0 && outcome !== 'running' && <span>{t('detail.hold', { amount: money.shown(hold, 6) })}</span>}
    </p>
  )
}
