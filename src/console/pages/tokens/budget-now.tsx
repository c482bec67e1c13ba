import { useTranslation } from 'react-i18next'
import { Meter } from '../../components/ui/meter.tsx'
import { dateTime, useMoney } from '../../format.ts'
import type { Token } from './use-tokens.ts'

/** The current period of a token's budget: spent, reserved by running calls, and when it renews. */
export function BudgetNow({
  token,
  period,
}: {
  readonly token: Token
  readonly period: 'day' | 'week' | 'month'
}) {
  const { t } = useTranslation('tokens')
  const money = useMoney()
  const share = token.budget_quota > 0 ? token.budget_used_quota / token.budget_quota : 0
  return (
    <div className="text-sm text-muted">
      <p>
        {t(`budgetOf.${period}`, {
          spent: money.shown(token.budget_used_quota),
          budget: money.shown(token.budget_quota),
        })}
        {' · '}
        {t('renews', { when: dateTime(token.budget_renews_time) })}
      </p>
      <span className="mt-1 block">
        <Meter share={share} tone={share >= 0.9 ? 'warn' : 'accent'} />
      </span>
    </div>
  )
}
