import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { duration, useMoney, wholeNumber } from '../../format.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { useRequestCost } from './use-request-cost.ts'

/** The cost of an answer, linked to its row of the log. */
export function AnswerCost({
  requestId,
  isDrawing = false,
}: {
  readonly requestId: string
  /** Images are not counted in tokens. */
  readonly isDrawing?: boolean
}) {
  const { t } = useTranslation('playground')
  const money = useMoney()
  const row = useRequestCost(requestId).data
  if (!row) return null
  const quota = Number(row.quota_exact)
  const amount = money.shown(quota, 6)
  const time = duration(row.use_time)
  const text = isDrawing
    ? t('drawing.cost', { amount, time })
    : t('cost', {
        amount,
        input: wholeNumber(row.prompt_tokens),
        output: wholeNumber(row.completion_tokens),
        time,
      })
  if (!hasPage('usageLog'))
    return (
      <span className="tabular-nums" title={money.other(quota)}>
        {text}
      </span>
    )
  return (
    <Link
      href={links.usageLog({ request_id: requestId })}
      className="tabular-nums hover:text-text hover:underline"
      title={money.other(quota)}
    >
      {text}
    </Link>
  )
}
