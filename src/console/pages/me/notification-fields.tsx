import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { FieldRow, TextInput } from '../../components/ui/field.tsx'
import { NumberInput } from '../../components/ui/number-input.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import { dollars, useMoney, wholeNumber } from '../../format.ts'
import { SecretInput } from '../settings/secret-input.tsx'
import { findMistakes, type SettingValues, thresholdPresets } from './setting-values.ts'

/** Settings for when a warning is sent and where. */
export function NotificationFields({
  values,
  onChange,
  fingerprint,
  email,
  hasTried,
  refusalOf,
}: {
  readonly values: SettingValues
  readonly onChange: (change: Partial<SettingValues>) => void
  /** Fingerprint of the stored secret; undefined = none. */
  readonly fingerprint: string | undefined
  /** Email address of the account; empty = none. */
  readonly email: string
  readonly hasTried: boolean
  readonly refusalOf: (field: string) => string | undefined
}) {
  const { t } = useTranslation(['me', 'common'])
  const money = useMoney()
  const mistakes = hasTried ? findMistakes(values) : new Set()
  const isHook = values.notifyType === 'webhook'
  return (
    <>
      <FieldRow
        label={t('warning.threshold')}
        hint={t('warning.thresholdHint')}
        error={mistakes.has('threshold') ? t('mistake.threshold') : refusalOf('quota_warning_threshold')}
        control={
          <>
            <NumberInput
              value={values.threshold}
              onChange={(threshold) => onChange({ threshold })}
              min={1}
              step={10_000}
              unit={t('common:money.unit')}
            />
            {Number.isFinite(values.threshold) && (
              <span className="text-xs text-muted tabular-nums">
                = {dollars(values.threshold / money.quotaPerUnit, 6)}
              </span>
            )}
          </>
        }
      >
        <fieldset className="mt-1 flex flex-wrap gap-1.5">
          <legend className="sr-only">{t('warning.presets')}</legend>
          {thresholdPresets.map((preset) => (
            <Button key={preset} size="sm" onClick={() => onChange({ threshold: preset })}>
              {t('warning.preset', {
                quota: wholeNumber(preset),
                dollars: dollars(preset / money.quotaPerUnit),
              })}
            </Button>
          ))}
        </fieldset>
      </FieldRow>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span aria-hidden className="text-sm font-medium">
          {t('warning.type')}
        </span>
        <Segments
          label={t('warning.type')}
          value={values.notifyType}
          options={[
            { value: 'email', label: t('warning.email') },
            { value: 'webhook', label: t('warning.webhook') },
          ]}
          onChange={(notifyType) => onChange({ notifyType })}
        />
      </div>
      {isHook ? (
        <>
          <FieldRow
            label={t('warning.url')}
            hint={t('warning.urlHint')}
            error={mistakes.has('webhookUrl') ? t('mistake.webhookUrl') : refusalOf('webhook_url')}
            control={
              <TextInput
                type="url"
                isMono
                spellCheck={false}
                autoCapitalize="none"
                maxLength={2048}
                value={values.webhookUrl}
                onChange={(event) => onChange({ webhookUrl: event.target.value })}
              />
            }
          />
          <FieldRow
            label={t('warning.secret')}
            hint={t('warning.secretHint')}
            error={refusalOf('webhook_secret')}
            control={
              <SecretInput
                option={{ is_set: fingerprint !== undefined, ...(fingerprint ? { fingerprint } : {}) }}
                text={values.webhookSecret}
                onChange={(webhookSecret) => onChange({ webhookSecret })}
                isDisabled={false}
              />
            }
          />
        </>
      ) : (
        <FieldRow
          label={t('warning.address')}
          hint={email === '' ? t('warning.addressNone') : t('warning.addressHint', { email })}
          error={
            mistakes.has('notificationEmail')
              ? t('mistake.notificationEmail')
              : refusalOf('notification_email')
          }
          control={
            <TextInput
              type="email"
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="email"
              maxLength={254}
              placeholder={email}
              value={values.notificationEmail}
              onChange={(event) => onChange({ notificationEmail: event.target.value })}
            />
          }
        />
      )}
    </>
  )
}
