import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { Field, TextArea } from '../../../components/ui/field.tsx'
import { JsonEditor } from '../../../components/ui/json-editor.tsx'
import { findJsonProblem } from '../../../components/ui/json-problem.ts'
import { Select } from '../../../components/ui/select.tsx'
import type { Channel } from './channel-values.ts'
import { readSpeaks, spokenFormats, writeSpeaks } from './speaks-setting.ts'
import type { FormPart } from './use-channel-form.ts'

/** Examples that can be inserted into an empty field. */
const examples = {
  modelMapping: { 'gpt-4o': 'gpt-4o-2024-11-20' },
  statusCodeMapping: { '400': '500' },
  paramOverride: { temperature: 0 },
  setting: { proxy: 'socks5://127.0.0.1:1080', force_format: false, thinking_to_content: false },
} as const

const settingKeys = [
  'proxy',
  'force_format',
  'thinking_to_content',
  'stream_support',
  'system_role_to_user',
  'pass_through_body_enabled',
  'no_connection_reuse',
  'refuse_lossy_translation',
  'first_byte_timeout',
  'idle_timeout',
  'speaks',
] as const

/** Settings that change requests and responses on their way. */
export function RequestsForm({ loaded, ...part }: FormPart & { readonly loaded: Channel | undefined }) {
  const { values, onChange, errorOf } = part
  const { t } = useTranslation('channelEditor')
  return (
    <div className="flex flex-col gap-5">
      <SpeaksField {...part} found={loaded?.speaks_found ?? ''} />
      <TableField
        {...part}
        field="modelMapping"
        rows={5}
        label={t('field.modelMapping')}
        hint={t('field.modelMappingHint')}
      />
      <TableField
        {...part}
        field="statusCodeMapping"
        rows={3}
        label={t('field.statusCodeMapping')}
        hint={t('field.statusCodeMappingHint')}
      />
      <Field
        label={t('field.systemPrompt')}
        hint={t('field.systemPromptHint')}
        error={errorOf('systemPrompt')}
      >
        <TextArea
          rows={4}
          maxLength={65_536}
          value={values.systemPrompt}
          onChange={(event) => onChange({ systemPrompt: event.target.value })}
        />
      </Field>
      <TableField
        {...part}
        field="paramOverride"
        rows={5}
        label={t('field.paramOverride')}
        hint={t('field.paramOverrideHint')}
      />
      <TableField
        {...part}
        field="setting"
        rows={5}
        label={t('field.setting')}
        hint={
          <>
            {t('field.settingHint')} <code className="text-[11px] break-words">{settingKeys.join(', ')}</code>
          </>
        }
      />
    </div>
  )
}

/** Shown for types whose server may support only one of OpenAI's conversation formats. */
function SpeaksField({
  values,
  onChange,
  type,
  found,
}: FormPart & { readonly found: Channel['speaks_found'] }) {
  const { t } = useTranslation('channelEditor')
  const chosen = readSpeaks(values.setting)
  const operations = type?.operations ?? []
  if (!operations.includes('chat') || !operations.includes('responses')) return null
  return (
    <Field
      label={t('field.speaks')}
      hint={t(chosen === 'auto' && found !== '' ? `speaks.found.${found}` : 'field.speaksHint')}
    >
      <Select
        value={chosen ?? 'auto'}
        isDisabled={chosen === undefined}
        options={spokenFormats.map((value) => ({ value, label: t(`speaks.${value}`) }))}
        onChange={(speaks) => onChange({ setting: writeSpeaks(values.setting, speaks) })}
      />
    </Field>
  )
}

/** A text field for a JSON object. */
function TableField({
  values,
  onChange,
  errorOf,
  field,
  rows,
  label,
  hint,
}: FormPart & {
  readonly field: keyof typeof examples
  readonly rows: number
  readonly label: string
  readonly hint: React.ReactNode
}) {
  const { t } = useTranslation('channelEditor')
  const text = values[field]
  // The editor itself reports the line of broken JSON, and at once.
  const error = findJsonProblem(text) ? undefined : errorOf(field)
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      aside={
        text.trim() === '' && (
          <Button
            size="sm"
            kind="ghost"
            aria-label={t('field.exampleOf', { field: label })}
            onClick={() => onChange({ [field]: JSON.stringify(examples[field], null, 2) })}
          >
            {t('field.example')}
          </Button>
        )
      }
    >
      <JsonEditor rows={rows} value={text} onChange={(next) => onChange({ [field]: next })} />
    </Field>
  )
}
