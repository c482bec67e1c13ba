import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '../../components/ui/badge.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { currencyAmount, dateTime, decimalNumber } from '../../format.ts'
import type { LastRun } from './use-channel-run.ts'

type Result = LastRun['results'][number]

const tones: Readonly<Record<Result['result'], Tone>> = { failed: 'bad', passed: 'ok', skipped: 'neutral' }
const order: readonly Result['result'][] = ['failed', 'passed', 'skipped']

/** The results of a run for each channel, failures first. */
export function RunResultsDialog({ last, close }: { readonly last: LastRun; readonly close: () => void }) {
  const { t } = useTranslation('channels')
  const results = order.flatMap((wanted) => last.results.filter(({ result }) => result === wanted))
  return (
    <Dialog isOpen close={close} width={640} title={t(`run.${last.kind}Title`)}>
      <p className="mb-2 text-sm text-muted">{t('run.finished', { when: dateTime(last.finished_time) })}</p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[60vh] divide-y overflow-y-auto rounded-md border"
      >
        {results.map((each) => (
          <li key={each.channel_id} className="flex items-start gap-3 px-3 py-2">
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{each.channel_name}</span>
              <span className="block text-sm break-words text-muted">
                {whatHappened(each, t(`run.skippedWhy.${last.kind}`))}
              </span>
            </span>
            <Badge tone={tones[each.result]}>{t(`run.${each.result}`)}</Badge>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function whatHappened(result: Result, skipped: string): string {
  if (result.result === 'failed') return result.reason ?? ''
  if (result.result === 'skipped') return skipped
  if (result.balance !== null) return currencyAmount(Number(result.balance), result.currency ?? '')
  return `${decimalNumber(result.seconds ?? 0, 2)} s · ${result.model ?? ''}`
}
