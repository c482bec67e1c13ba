import { useTranslation } from 'react-i18next'
import { QuickAmounts } from '../../components/editor/quick-amounts.tsx'
import { TimePresets } from '../../components/editor/time-presets.tsx'
import type { FormProps } from '../../components/editor/use-editor.ts'
import { DateTimeInput } from '../../components/ui/date-time-input.tsx'
import { Checkbox, Field, TextInput } from '../../components/ui/field.tsx'
import { MoneyInput, NumberInput } from '../../components/ui/number-input.tsx'
import { type CouponValues, untilPresets } from './coupon-values.ts'

interface CouponFormProps extends FormProps<CouponValues> {
  readonly isNew: boolean
  /** Someone has already redeemed the gift code, so its value can no longer change. */
  readonly isQuotaFixed: boolean
}

/** The fields of a code; the drawer saves them. */
export function CouponForm({ values, onChange, errorOf, isNew, isQuotaFixed }: CouponFormProps) {
  const { t } = useTranslation('coupons')
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
      {!isFixed && <QuickAmounts label={t('field.quickQuota')} onChoose={(quota) => onChange({ quota })} />}
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
          <DateTimeInput
            placeholder={t('field.atOnce')}
            timeOfDay="00:00:00"
            value={values.validFrom}
            onChange={(validFrom) => onChange({ validFrom })}
          />
        </Field>
        <Field label={t('field.validUntil')} error={untilError}>
          <DateTimeInput
            placeholder={t('field.neverEnds')}
            timeOfDay="23:59:59"
            value={values.validUntil}
            onChange={(validUntil) => onChange({ validUntil })}
          />
        </Field>
      </div>
      <TimePresets
        label={t('field.untilPresets')}
        isLabelShown
        presets={untilPresets.map(([name, seconds]) => [t(`until.${name}`), seconds])}
        onChoose={(validUntil) => onChange({ validUntil })}
      />
      <p className="text-xs text-muted">{t('field.timeHint')}</p>
    </div>
  )
}
