import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../components/ui/combobox.tsx'
import { Checkbox, Field, TextInput } from '../../../components/ui/field.tsx'
import { type ChannelValues, modelsOf } from './channel-values.ts'
import type { FormPart } from './use-channel-form.ts'
import { WeightHint } from './weight-hint.tsx'

/** When the channel is chosen, and what happens when it fails. */
export function RoutingForm({ channelId, ...part }: FormPart & { readonly channelId: number | undefined }) {
  const { values, onChange, errorOf } = part
  const { t } = useTranslation('channelEditor')
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-5 md:grid-cols-2">
        <WholeField {...part} field="priority" label={t('field.priority')} hint={t('field.priorityHint')} />
        <WholeField
          {...part}
          field="weight"
          label={t('field.weight')}
          hint={<WeightHint values={values} channelId={channelId} />}
        />
        <Field label={t('field.tag')} hint={t('field.tagHint')} error={errorOf('tag')}>
          <TextInput
            maxLength={255}
            value={values.tag}
            onChange={(event) => onChange({ tag: event.target.value })}
          />
        </Field>
        <Field
          label={t('field.modelPrefix')}
          hint={t('field.modelPrefixHint')}
          error={errorOf('modelPrefix')}
        >
          <TextInput
            isMono
            maxLength={255}
            placeholder="eu/"
            value={values.modelPrefix}
            onChange={(event) => onChange({ modelPrefix: event.target.value })}
          />
        </Field>
        <Field label={t('field.testModel')} hint={t('field.testModelHint')} error={errorOf('testModel')}>
          <Combobox
            canCreate
            value={values.testModel}
            options={modelsOf(values).map((value) => ({ value }))}
            onChange={(testModel) => onChange({ testModel })}
          />
        </Field>
        <WholeField
          {...part}
          field="maxInputTokens"
          label={t('field.maxInputTokens')}
          hint={t('field.maxInputTokensHint')}
        />
      </div>
      <Checkbox
        isChecked={values.autoBan}
        hint={t('field.autoBanHint')}
        onChange={(autoBan) => onChange({ autoBan })}
      >
        {t('field.autoBan')}
      </Checkbox>
    </div>
  )
}

/** A whole number, kept as typed. */
function WholeField({
  values,
  onChange,
  errorOf,
  field,
  label,
  hint,
}: FormPart & {
  readonly field: keyof ChannelValues & ('priority' | 'weight' | 'maxInputTokens')
  readonly label: string
  readonly hint: ReactNode
}) {
  return (
    <Field label={label} hint={hint} error={errorOf(field)}>
      <TextInput
        inputMode="numeric"
        className="tabular-nums"
        value={values[field]}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    </Field>
  )
}
