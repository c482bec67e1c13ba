import { useTranslation } from 'react-i18next'
import type { FormProps } from '../../components/editor/use-editor.ts'
import { Checkbox, Field } from '../../components/ui/field.tsx'
import { MoneyInput, NumberInput } from '../../components/ui/number-input.tsx'
import { Select } from '../../components/ui/select.tsx'
import { budgetPeriods, type TokenValues } from './token-values.ts'

type PartProps = Pick<FormProps<TokenValues>, 'values' | 'onChange' | 'errorOf'>

/** Limits what a token may spend per day, week or month, in addition to its total. */
export function BudgetFields({ values, onChange, errorOf }: PartProps) {
  const { t } = useTranslation('tokens')
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('field.budget')} hint={t('field.budgetHint')}>
        <Select
          value={values.budgetPeriod}
          options={budgetPeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
          onChange={(budgetPeriod) => onChange({ budgetPeriod })}
        />
      </Field>
      {values.budgetPeriod !== 'none' && (
        <Field label={t('field.budgetQuota')} error={errorOf('budgetQuota', 'budget_quota')}>
          <MoneyInput quota={values.budgetQuota} onChange={(budgetQuota) => onChange({ budgetQuota })} />
        </Field>
      )}
    </div>
  )
}

/** Limits the requests and tokens that a token may use in a period. */
export function RateFields({ values, onChange, errorOf }: PartProps) {
  const { t } = useTranslation('tokens')
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        isChecked={values.hasRateLimit}
        hint={t('field.rateLimitHint')}
        onChange={(hasRateLimit) => onChange({ hasRateLimit })}
      >
        {t('field.rateLimit')}
      </Checkbox>
      {values.hasRateLimit && (
        <div className="grid gap-3 sm:grid-cols-3">
          <Field label={t('field.ratePeriod')} error={errorOf('ratePeriod', 'rate_limit_period')}>
            <NumberInput
              min={1}
              unit={t('field.seconds')}
              value={values.ratePeriod}
              onChange={(ratePeriod) => onChange({ ratePeriod })}
            />
          </Field>
          <Field label={t('field.rateCount')} error={errorOf('rateCount', 'rate_limit_count')}>
            <NumberInput min={0} value={values.rateCount} onChange={(rateCount) => onChange({ rateCount })} />
          </Field>
          <Field label={t('field.rateSuccess')} error={errorOf('rateSuccess', 'rate_limit_success')}>
            <NumberInput
              min={0}
              value={values.rateSuccess}
              onChange={(rateSuccess) => onChange({ rateSuccess })}
            />
          </Field>
        </div>
      )}
      <Field
        label={t('field.tokensPerMinute')}
        hint={t('field.tokensPerMinuteHint')}
        error={errorOf('tokensPerMinute', 'tokens_per_minute')}
      >
        <NumberInput
          min={0}
          value={values.tokensPerMinute}
          onChange={(tokensPerMinute) => onChange({ tokensPerMinute })}
        />
      </Field>
    </div>
  )
}
