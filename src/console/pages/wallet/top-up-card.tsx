import { CreditCard } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { type Status, useStatus } from '../../api/use-status.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { NumberInput } from '../../components/ui/number-input.tsx'
import { decimalNumber, listOfChoices, useMoney, wholeNumber } from '../../format.ts'
import { openTab, useStartPayment } from './use-start-payment.ts'
import { useTopupQuote } from './use-topup-quote.ts'

/** In quota units. */
const presets = [500_000, 5_000_000, 25_000_000, 50_000_000, 250_000_000, 500_000_000] as const

/** Online purchase of quota, if the administrator has set it up. */
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

/** Amount and price. The amount is in dollars if the site shows dollars, else in quota units. */
function TopUp({ status }: { readonly status: Status }) {
  const { t } = useTranslation(['wallet', 'common'])
  const money = useMoney()
  const unit = money.isInDollars ? money.quotaPerUnit : 1
  const least = money.isInDollars ? status.min_topup : status.min_topup * money.quotaPerUnit
  const [amount, setAmount] = useState(Math.max(1, least))
  const isNumber = Number.isFinite(amount)
  // An amount below 1 counts as 1, also for the price that is shown while typing.
  const bought = Math.max(1, amount)
  const isTooLittle = isNumber && bought < least
  const asked = useDeferredValue(isNumber && !isTooLittle ? bought : undefined)
  const nameOf = (method: string) => (isNamed(method) ? t(`topUp.${method}`) : method)
  const prices = pricesOf(status)
  const payment = useStartPayment()
  const payOnce = useMutateOnce(payment)
  const pay = (method: string) => {
    if (asked !== undefined && !payment.isPending) payOnce({ amount: asked, method, tab: openTab() })
  }
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
        hint={isNumber ? t('topUp.equals', { amount: money.other(bought * unit) }) : undefined}
      >
        <NumberInput
          min={1}
          unit={t(money.isInDollars ? 'common:money.dollars' : 'common:money.unit')}
          value={amount}
          onChange={setAmount}
          onLeave={() => setAmount(bought)}
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
      <div className="flex flex-col gap-1 border-t pt-3" role="status">
        {prices.map(({ method, alike }) => (
          <ToPay
            key={method}
            // If there are two sums, each lists its payment methods.
            label={
              prices.length === 1
                ? t('topUp.toPay')
                : t('topUp.toPayBy', { methods: listOfChoices(alike.map(nameOf)) })
            }
            method={method}
            amount={asked}
            isTooLittle={isTooLittle}
          />
        ))}
      </div>
      <ProblemNotice error={payment.error} />
      <div className="flex flex-wrap gap-2">
        {status.topup_methods.map(({ name }) => (
          <Button
            key={name}
            disabled={asked === undefined}
            isBusy={payment.isPending && payment.variables.method === name}
            onClick={() => pay(name)}
          >
            {nameOf(name)}
          </Button>
        ))}
      </div>
    </div>
  )
}

const named = ['zfb', 'wx', 'stripe'] as const
const isNamed = (name: string): name is (typeof named)[number] => named.some((each) => each === name)

/** Groups the methods by provider, because all methods of a provider cost the same. */
const pricesOf = ({ topup_methods: methods }: Status) =>
  [...Map.groupBy(methods, ({ provider }) => provider).values()].map((alike) => ({
    method: alike[0]?.name ?? '',
    alike: alike.map(({ name }) => name),
  }))

/** The price of the amount with a payment method. */
function ToPay({
  label,
  method,
  amount,
  isTooLittle,
}: {
  readonly label: string
  readonly method: string
  readonly amount: number | undefined
  readonly isTooLittle: boolean
}) {
  const { t } = useTranslation('wallet')
  const quote = useTopupQuote(amount, method)
  const isKnown = amount !== undefined && quote.isSuccess && !quote.isPlaceholderData
  return (
    <>
      <p className="flex items-baseline justify-between gap-3">
        <span className="text-muted">{label}</span>
        <span className="text-lg font-semibold tabular-nums">
          <span data-to-pay={method}>{isKnown ? quote.data.data : t('topUp.noPrice')}</span>
          {isKnown && <span className="ml-1 text-sm font-normal text-muted">{quote.data.currency}</span>}
        </span>
      </p>
      {!isTooLittle && <ProblemNotice error={quote.error} />}
    </>
  )
}
