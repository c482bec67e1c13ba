import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useGroupNames } from '../../../api/use-group-names.ts'
import { Combobox, MultiCombobox } from '../../../components/ui/combobox.tsx'
import { Field, TextArea, TextInput } from '../../../components/ui/field.tsx'
import { type ChannelTypeEntry, fieldsOf, type TypeField, VERTEX_AI } from './channel-type-fields.ts'
import { type Channel, cleanBaseUrl } from './channel-values.ts'
import { KeyField } from './key-field.tsx'
import { ModelsField } from './models-field.tsx'
import type { FormPart } from './use-channel-form.ts'
import type { ModelSource } from './use-model-source.ts'
import { useTypeText } from './use-type-text.ts'

interface BasicsProps extends FormPart {
  readonly loaded: Channel | undefined
  readonly types: readonly ChannelTypeEntry[]
  readonly source: ModelSource
  readonly pickButton: RefObject<HTMLButtonElement | null>
  readonly onPick: () => void
}

/** The upstream, its connection, and the models and groups it serves. */
export function BasicsForm({ loaded, types, source, pickButton, onPick, ...part }: BasicsProps) {
  const { values, onChange, errorOf, type } = part
  const { t } = useTranslation('channelEditor')
  const typeText = useTypeText()
  const groups = useGroupNames().data ?? []
  const fields = fieldsOf(type)
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-5 md:grid-cols-2">
        <Field label={t('field.type')} error={errorOf('type')} isRequired>
          <Combobox
            value={String(values.type)}
            options={types.map((each) => ({
              value: String(each.type),
              label: each.label,
              detail: String(each.type),
            }))}
            onChange={(chosen) => {
              if (chosen !== '') onChange({ type: Number(chosen) })
            }}
          />
        </Field>
        <Field label={t('field.name')} error={errorOf('name')} isRequired>
          <TextInput
            data-autofocus
            maxLength={200}
            value={values.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
      </div>
      <KeyField {...part} loaded={loaded} needsKey={source.needsKey} />
      <Field
        label={typeText(fields.baseUrl.label) ?? t('field.baseUrl')}
        hint={typeText(fields.baseUrl.hint)}
        error={errorOf('baseUrl')}
        isRequired={fields.baseUrl.required === true}
      >
        <TextInput
          isMono
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={2000}
          placeholder={type?.default_base_url}
          value={values.baseUrl}
          onChange={(event) => onChange({ baseUrl: event.target.value })}
          onBlur={() => onChange({ baseUrl: cleanBaseUrl(values.baseUrl) })}
        />
      </Field>
      <OtherField {...part} spec={fields.other} />
      {(fields.openaiOrganization !== undefined || values.openaiOrganization !== '') && (
        <Field
          label={typeText(fields.openaiOrganization?.label) ?? t('field.organization')}
          hint={typeText(fields.openaiOrganization?.hint) ?? t('field.unusedHint')}
          error={errorOf('openaiOrganization')}
        >
          <TextInput
            isMono
            maxLength={255}
            value={values.openaiOrganization}
            onChange={(event) => onChange({ openaiOrganization: event.target.value })}
          />
        </Field>
      )}
      <ModelsField {...part} source={source} pickButton={pickButton} onPick={onPick} />
      <Field label={t('field.groups')} hint={t('field.groupsHint')} error={errorOf('groups')} isRequired>
        <MultiCombobox
          canCreate
          value={values.groups}
          options={groups.map((value) => ({ value }))}
          placeholder={t('field.groupsPlaceholder')}
          onChange={(next) => onChange({ groups: next })}
        />
      </Field>
    </div>
  )
}

/** The type-specific field: an API version, a region, an account. */
function OtherField({
  values,
  onChange,
  errorOf,
  spec,
}: FormPart & { readonly spec: TypeField | undefined }) {
  const { t } = useTranslation('channelEditor')
  const typeText = useTypeText()
  // A stored value is shown even if this type does not use it.
  if (spec === undefined && values.other === '') return null
  const hint = typeText(spec?.hint)
  const isTable = values.type === VERTEX_AI && values.other.trimStart().startsWith('{')
  return (
    <Field
      label={typeText(spec?.label) ?? t('field.other')}
      hint={spec === undefined ? t('field.unusedHint') : hint}
      error={errorOf('other')}
      isRequired={spec?.required === true}
    >
      {values.type === VERTEX_AI ? (
        <TextArea
          isMono
          spellCheck={false}
          rows={isTable ? Math.min(12, Math.max(4, values.other.split('\n').length)) : 1}
          value={values.other}
          onChange={(event) => onChange({ other: event.target.value })}
        />
      ) : (
        <TextInput
          isMono
          spellCheck={false}
          placeholder={spec?.default}
          value={values.other}
          onChange={(event) => onChange({ other: event.target.value })}
        />
      )}
    </Field>
  )
}
