import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { decimalNumber, wholeNumber } from '../../format.ts'
import type { Price } from './log-details.ts'

const terms = [
  'input',
  'cache-read',
  'cache-write',
  'cache-write-hour',
  'audio-input',
  'image-input',
  'output',
  'audio-output',
  'image-output',
] as const

/**
 * Shows the calculation with the call's own numbers:
 * `(1 204 new + 17 000 cached × 0.1) × model 1.5 × group vip 0.8 = 10 204.8 quota = $0.0204096`.
 */
export function PriceFormula({ price }: { readonly price: Price }) {
  const { t } = useTranslation('usageLog')
  return (
    <div
      className="overflow-x-auto rounded-md border bg-surface px-3 py-2 font-mono text-[13px] leading-6 tabular-nums"
      data-formula
    >
      <div>{price.kind === 'per-call' ? <CallPrice price={price} /> : <Tokens price={price} />}</div>
      <div>
        {price.kind === 'per-token' && (
          <>
            × <Word>{t('detail.modelRatio')}</Word> {price.modelRatio}{' '}
          </>
        )}
        × <Word>{t('detail.groupRatio', { name: price.group })}</Word> {price.groupRatio}
      </div>
      {typeof price.longPromptAbove === 'number' && (
        <div>
          <Word>{t('detail.longPrompt', { above: wholeNumber(price.longPromptAbove) })}</Word>
        </div>
      )}
      {price.surcharge && (
        <div>
          + <Word>{t('detail.tools')}</Word> ${price.surcharge} × {wholeNumber(Number(price.quotaPerUnit))}{' '}
          <Word>{t('detail.perDollar')}</Word> × {price.groupRatio}
        </div>
      )}
      <div>
        = {decimalNumber(Number(price.quota))} <Word>{t('detail.quota')}</Word> ={' '}
        <span className="text-accent-text">${price.dollars}</span>
      </div>
    </div>
  )
}

/** The weighted tokens of each kind. */
function Tokens({ price }: { readonly price: Price }) {
  const { t } = useTranslation('usageLog')
  return (
    <>
      ({price.terms.length === 0 && '0'}
      {price.terms.map(({ name, tokens, ratio }, index) => {
        const known = terms.find((each) => each === name)
        return (
          <Fragment key={name}>
            {index > 0 && ' + '}
            {wholeNumber(tokens)} <Word>{known ? t(`term.${known}`) : name}</Word>
            {ratio !== '1' && ` × ${ratio}`}
          </Fragment>
        )
      })}
      )
    </>
  )
}

function CallPrice({ price }: { readonly price: Price }) {
  const { t } = useTranslation('usageLog')
  return (
    <>
      ${price.modelPrice} <Word>{t('detail.callPrice')}</Word>
      {price.units !== null && price.units !== '1' && (
        <>
          {' '}
          × {price.units} <Word>{t('detail.units')}</Word>
        </>
      )}{' '}
      × {wholeNumber(Number(price.quotaPerUnit))} <Word>{t('detail.perDollar')}</Word>
    </>
  )
}

const Word = ({ children }: { readonly children: string }) => <span className="text-muted">{children}</span>
