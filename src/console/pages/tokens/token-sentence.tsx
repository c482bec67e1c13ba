import { useTranslation } from 'react-i18next'
import { dateTime, useMoney } from '../../format.ts'
import { readExpiry, readFallbacks, type TokenValues } from './token-values.ts'

/** Summarizes what the token may do, in whole sentences. */
export function TokenSentence({ values }: { readonly values: TokenValues }) {
  const { t } = useTranslation('tokens')
  const money = useMoney()
  const expiry = readExpiry(values.expiry)
  const addresses = values.addresses.split(/[\s,]+/).filter((each) => each !== '')
  const fallbacks = Object.keys(readFallbacks(values.fallbacks) ?? {}).length
  const sentences = [
    values.isUnlimited
      ? t('sentence.unlimited')
      : t('sentence.quota', { amount: money.shown(Number.isFinite(values.quota) ? values.quota : 0) }),
    ...(values.budgetPeriod === 'none'
      ? []
      : [
          t(`sentence.budget.${values.budgetPeriod}`, {
            amount: money.shown(Number.isFinite(values.budgetQuota) ? values.budgetQuota : 0),
          }),
        ]),
    expiry === undefined || expiry === -1
      ? t('sentence.noExpiry')
      : t('sentence.expiry', { when: dateTime(expiry) }),
    !values.hasModelLimits
      ? t('sentence.anyModel')
      : values.models.length === 0
        ? t('sentence.noModel')
        : t('sentence.models', { count: values.models.length }),
    ...(fallbacks > 0 ? [t('sentence.fallbacks', { count: fallbacks })] : []),
    addresses.length === 0 ? t('sentence.anyAddress') : t('sentence.addresses', { count: addresses.length }),
    ...(values.hasRateLimit
      ? [
          t('sentence.rate', {
            count: values.rateCount,
            period: values.ratePeriod,
            success: values.rateSuccess,
          }),
        ]
      : []),
    ...(values.tokensPerMinute > 0 ? [t('sentence.tokens', { count: values.tokensPerMinute })] : []),
  ]
  return (
    <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm text-muted">
      {sentences.map((sentence) => (
        <span key={sentence} className="mr-1 [:lang(zh)_&]:mr-0">
          {sentence}
        </span>
      ))}
    </p>
  )
}
