import { CreditCard } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Status, useStatus } from '../../api/use-status.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { NumberInput } from '../../components/ui/number-input.tsx'
import { decimalNumber, useMoney, wholeNumber } from '../../format.ts'
import { useTopupQuote } from './use-topup-quote.ts'

/** In quota units. */
const presets = [500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000] as const

/** Buying quota online, where the administrator has set that up. */
export function TopUpCard() {
  const { t } = useTranslation('wallet')
  const status = useStatus().data
  if (status === undefined) return null
  return (
    <section className="flex flex-col gap-3 rounded-lg border bg-surface p-5">
      <h2 className="flex items-center gap-2 font-semibold">
        <CreditCard size={16} aria-hidden className="text-muted" />
        {t('topUp.title')}
      </h2>
      {status.enable_online_topup && !status.self_use_mode_enabled ? (
        <TopUp status={status} />
      ) : (
        <Notice tone="info">{t('topUp.disabled')}</Notice>
      )}
    </section>
  )
}

/** Amount and price. What is entered is dollars where the site shows dollars, else quota units. */
function TopUp({ status }: { readonly status: Status }) {
  const { t } = useTranslation(['wallet', 'common'])
  const money = useMoney()
  const unit = money.isInDollars ? money.quotaPerUnit : 1
  const least = money.isInDollars ? status.min_topup : status.min_topup * money.quotaPerUnit
  const [amount, setAmount] = useState(Math.max(1, least))
  const isNumber = Number.isFinite(amount)
  const isTooLittle = isNumber && amount < least
  const asked = useDeferredValue(isNumber && !isTooLittle && amount > 0 ? amount : undefined)
  const quote = useTopupQuote(asked)
  return (
    <div className="flex flex-col gap-3">
      <Field
        label={t('topUp.amount')}
        error={
          !isNumber
            ? t('topUp.number')
            : isTooLittle
              ? t('topUp.tooLittle', { min: decimalNumber(least, 6) })
              : undefined
        }
        hint={isNumber ? t('topUp.equals', { amount: money.other(amount * unit) }) : undefined}
      >
        <NumberInput
          min={1}
          unit={t(money.isInDollars ? 'common:money.dollars' : 'common:money.unit')}
          value={amount}
          onChange={setAmount}
          // An entry below one becomes one.
          onLeave={() => setAmount(isNumber ? Math.max(1, amount) : 1)}
        />
      </Field>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">{t('topUp.presets')}</legend>
        {presets.map((quota) => (
          <Button
            key={quota}
            size="sm"
            className="tabular-nums"
            value={quota}
            onClick={() => setAmount(quota / unit)}
          >
            {t('topUp.preset', {
              quota: wholeNumber(quota),
              dollars: money.inDollars(quota).replace('.00', ''),
            })}
          </Button>
        ))}
      </fieldset>
      <p className="flex items-baseline justify-between gap-3 border-t pt-3" role="status">
        <span className="text-muted">{t('topUp.toPay')}</span>
        <span className="text-lg font-semibold tabular-nums" data-to-pay>
          {asked !== undefined && quote.isSuccess && !quote.isPlaceholderData
            ? quote.data
            : t('topUp.noPrice')}
        </span>
      </p>
      {!isTooLittle && <ProblemNotice error={quote.error} />}
      <div className="flex flex-wrap gap-2">
        <Button disabled>{t('topUp.zfb')}</Button>
        <Button disabled>{t('topUp.wx')}</Button>
      </div>
      <Notice tone="info">{t('topUp.notYet')}</Notice>
    </div>
  )
}
