import { useTranslation } from 'react-i18next'
import { useOwnGroups } from '../../api/use-own-groups.ts'
import { useOwnModels } from '../../api/use-own-models.ts'
import { QuickAmounts } from '../../components/editor/quick-amounts.tsx'
import { TimePresets } from '../../components/editor/time-presets.tsx'
import type { FormProps } from '../../components/editor/use-editor.ts'
import { GroupRatioTag } from '../../components/group-ratio-tag.tsx'
import { MultiCombobox } from '../../components/ui/combobox.tsx'
import { DateTimeInput } from '../../components/ui/date-time-input.tsx'
import { Checkbox, Field, TextArea, TextInput } from '../../components/ui/field.tsx'
import { MoneyInput } from '../../components/ui/number-input.tsx'
import { Select } from '../../components/ui/select.tsx'
import { BudgetFields, RateFields } from './token-limits-form.tsx'
import { batchCounts, expiryPresets, type TokenValues } from './token-values.ts'

interface TokenFormProps extends FormProps<TokenValues> {
  readonly isNew: boolean
}

/** The fields of a token; the drawer saves them. */
export function TokenForm({ values, onChange, errorOf, isNew }: TokenFormProps) {
  const { t } = useTranslation('tokens')
  return (
    <div className="flex flex-col gap-5">
      <Field label={t('field.name')} error={errorOf('name', 'name')} isRequired>
        <TextInput
          data-autofocus
          maxLength={30}
          value={values.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      {isNew && (
        <Field label={t('field.count')} hint={values.count > 1 ? t('field.countHint') : undefined}>
          <Select
            value={values.count}
            options={batchCounts.map((count) => ({ value: count, label: t('field.countOption', { count }) }))}
            onChange={(count) => onChange({ count })}
          />
        </Field>
      )}
      <Quota values={values} onChange={onChange} error={errorOf('quota', 'remain_quota')} isNew={isNew} />
      <BudgetFields values={values} onChange={onChange} errorOf={errorOf} />
      <Expiry values={values} onChange={onChange} error={errorOf('expiry', 'expired_time')} />
      <Group values={values} onChange={onChange} error={errorOf('group', 'group')} />
      <Models values={values} onChange={onChange} />
      <Field
        label={t('field.fallbacks')}
        hint={t('field.fallbacksHint')}
        error={errorOf('fallbacks', 'model_fallbacks')}
      >
        <TextArea
          isMono
          rows={2}
          placeholder={t('field.fallbacksExample')}
          value={values.fallbacks}
          onChange={(event) => onChange({ fallbacks: event.target.value })}
        />
      </Field>
      <Field
        label={t('field.addresses')}
        hint={t('field.addressesHint')}
        error={errorOf('addresses', 'allow_ips')}
      >
        <TextArea
          isMono
          rows={3}
          placeholder={'203.0.113.7\n10.0.0.0/8'}
          value={values.addresses}
          onChange={(event) => onChange({ addresses: event.target.value })}
        />
      </Field>
      <RateFields values={values} onChange={onChange} errorOf={errorOf} />
    </div>
  )
}

type PartProps = Pick<TokenFormProps, 'values' | 'onChange'> & { readonly error?: string | undefined }

function Quota({ values, onChange, error, isNew }: PartProps & { readonly isNew: boolean }) {
  const { t } = useTranslation('tokens')
  return (
    <div className="flex flex-col gap-2">
      {!values.isUnlimited && (
        <>
          <Field label={t(isNew ? 'field.quota' : 'field.remaining')} error={error}>
            <MoneyInput quota={values.quota} onChange={(quota) => onChange({ quota })} />
          </Field>
          <QuickAmounts label={t('field.quickQuota')} onChoose={(quota) => onChange({ quota })} />
        </>
      )}
      <Checkbox
        isChecked={values.isUnlimited}
        hint={t('field.unlimitedHint')}
        onChange={(isUnlimited) =>
          onChange(Number.isFinite(values.quota) ? { isUnlimited } : { isUnlimited, quota: 0 })
        }
      >
        {t('field.unlimited')}
      </Checkbox>
    </div>
  )
}

function Expiry({ values, onChange, error }: PartProps) {
  const { t } = useTranslation('tokens')
  return (
    <div className="flex flex-col gap-2">
      <Field label={t('field.expiry')} hint={t('field.expiryHint')} error={error}>
        <DateTimeInput
          placeholder={t('field.expiryNever')}
          timeOfDay="23:59:59"
          value={values.expiry}
          onChange={(expiry) => onChange({ expiry })}
        />
      </Field>
      <TimePresets
        label={t('field.expiryPresets')}
        presets={expiryPresets.map(([name, seconds]) => [t(`expiry.${name}`), seconds])}
        onChoose={(expiry) => onChange({ expiry })}
      />
    </div>
  )
}

function Group({ values, onChange, error }: PartProps) {
  const { t } = useTranslation('tokens')
  const groups = useOwnGroups().data
  const names = Object.keys(groups ?? {})
  const hasNone = groups !== undefined && !Object.values(groups).some((each) => each.is_listed)
  // A group that has been removed is still shown, so that another can be chosen in its place.
  const known = values.group === '' || names.includes(values.group) ? names : [values.group, ...names]
  return (
    <Field label={t('field.group')} error={error} hint={hasNone ? t('field.noGroups') : undefined}>
      <Select
        value={values.group}
        isDisabled={hasNone && values.group === ''}
        options={[
          { value: '', label: t('field.ownGroup') },
          ...known.map((name) => ({
            value: name,
            label: groups?.[name]?.desc ? `${name}: ${groups[name].desc}` : name,
            detail: groups?.[name] && <GroupRatioTag ratio={groups[name].ratio} />,
          })),
        ]}
        onChange={(group) => onChange({ group })}
      />
    </Field>
  )
}

function Models({ values, onChange }: PartProps) {
  const { t } = useTranslation('tokens')
  const models = useOwnModels().data ?? []
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        isChecked={values.hasModelLimits}
        hint={t('field.modelLimitsHint')}
        onChange={(hasModelLimits) => onChange({ hasModelLimits })}
      >
        {t('field.modelLimits')}
      </Checkbox>
      {values.hasModelLimits && (
        <Field label={t('field.models')}>
          <MultiCombobox
            canCreate
            value={values.models}
            options={models.map((value) => ({ value }))}
            placeholder={t('field.modelsPlaceholder')}
            onChange={(next) => onChange({ models: next })}
          />
        </Field>
      )}
    </div>
  )
}
