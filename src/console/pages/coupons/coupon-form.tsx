import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox, Field, TextInput } from '../../components/ui/field.tsx'
import { MoneyInput, NumberInput } from '../../components/ui/number-input.tsx'
import { toDateText, useMoney } from '../../format.ts'
import { type CouponMistakes, type CouponValues, quickQuotas, untilPresets } from './coupon-values.ts'

interface CouponFormProps {
  readonly values: CouponValues
  readonly onChange: (change: Partial<CouponValues>) => void
  readonly mistakes: CouponMistakes
  /** What the daemon said about a field: `valid_until` and so on. */
  readonly refused: { readonly field: string | undefined; readonly message: string } | undefined
  readonly isNew: boolean
  /** Somebody used the gift code already: what it is worth can no longer change. */
  readonly isQuotaFixed: boolean
}

/** The fields of a code; whoever uses it saves. */
export function CouponForm({ values, onChange, mistakes, refused, isNew, isQuotaFixed }: CouponFormProps) {
  const { t } = useTranslation('coupons')
  const errorOf = (name: keyof CouponValues, field: string): string | undefined => {
    const mistake = mistakes[name]
    if (mistake) return t(`mistake.${mistake}`)
    return refused?.field === field ? refused.message : undefined
  }
  return (
    <div className="flex flex-col gap-5">
      <Field label={t('field.name')} hint={t('field.nameHint')} error={errorOf('name', 'name')} isRequired>
        <TextInput
          data-autofocus
          autoComplete="off"
          value={values.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Quota values={values} onChange={onChange} error={errorOf('quota', 'quota')} isFixed={isQuotaFixed} />
      {isNew && (
        <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
          <Field label={t('field.count')} hint={t('field.countHint')} error={errorOf('count', 'count')}>
            <NumberInput min={1} max={100} value={values.count} onChange={(count) => onChange({ count })} />
          </Field>
          <Field label={t('field.key')} hint={t('field.keyHint')} error={errorOf('key', 'key')}>
            <TextInput
              isMono
              autoComplete="off"
              spellCheck={false}
              value={values.key}
              onChange={(event) => onChange({ key: event.target.value })}
            />
          </Field>
        </div>
      )}
      <Gift values={values} onChange={onChange} error={errorOf('maxUses', 'max_uses')} isFixed={!isNew} />
      <Period
        values={values}
        onChange={onChange}
        fromError={errorOf('validFrom', 'valid_from')}
        untilError={errorOf('validUntil', 'valid_until')}
      />
    </div>
  )
}

type PartProps = Pick<CouponFormProps, 'values' | 'onChange'> & {
  readonly error?: string | undefined
  readonly isFixed?: boolean
}

function Quota({ values, onChange, error, isFixed = false }: PartProps) {
  const { t } = useTranslation('coupons')
  const money = useMoney()
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={t('field.quota')}
        error={error}
        hint={isFixed ? t('field.quotaFixed') : undefined}
        isRequired
      >
        <MoneyInput quota={values.quota} isDisabled={isFixed} onChange={(quota) => onChange({ quota })} />
      </Field>
      {!isFixed && (
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{t('field.quickQuota')}</legend>
          {quickQuotas.map((amount) => (
            <Button
              key={amount}
              size="sm"
              className="tabular-nums"
              onClick={() => onChange({ quota: amount * money.quotaPerUnit })}
            >
              {money.inDollars(amount * money.quotaPerUnit).replace('.00', '')}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  )
}

function Gift({ values, onChange, error, isFixed = false }: PartProps) {
  const { t } = useTranslation('coupons')
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        isChecked={values.isGift}
        isDisabled={isFixed}
        hint={t('field.giftHint')}
        onChange={(isGift) => onChange({ isGift })}
      >
        {t('field.gift')}
      </Checkbox>
      {values.isGift && (
        <Field label={t('field.maxUses')} hint={t('field.maxUsesHint')} error={error}>
          <TextInput
            inputMode="numeric"
            disabled={isFixed}
            value={values.maxUses}
            onChange={(event) => onChange({ maxUses: event.target.value })}
          />
        </Field>
      )}
    </div>
  )
}

function Period({
  values,
  onChange,
  fromError,
  untilError,
}: Pick<CouponFormProps, 'values' | 'onChange'> & {
  readonly fromError: string | undefined
  readonly untilError: string | undefined
}) {
  const { t } = useTranslation('coupons')
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('field.validFrom')} error={fromError}>
          <TextInput
            isMono
            placeholder={t('field.atOnce')}
            value={values.validFrom}
            onChange={(event) => onChange({ validFrom: event.target.value })}
          />
        </Field>
        <Field label={t('field.validUntil')} error={untilError}>
          <TextInput
            isMono
            placeholder={t('field.neverEnds')}
            value={values.validUntil}
            onChange={(event) => onChange({ validUntil: event.target.value })}
          />
        </Field>
      </div>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1 text-xs text-muted">{t('field.untilPresets')}</legend>
        {(Object.keys(untilPresets) as (keyof typeof untilPresets)[]).map((name) => {
          const seconds = untilPresets[name]
          return (
            <Button
              key={name}
              size="sm"
              onClick={() =>
                onChange({
                  validUntil:
                    seconds === undefined ? '' : toDateText(Math.floor(Date.now() / 1000) + seconds),
                })
              }
            >
              {t(`until.${name}`)}
            </Button>
          )
        })}
      </fieldset>
      <p className="text-xs text-muted">{t('field.timeHint')}</p>
    </div>
  )
}
