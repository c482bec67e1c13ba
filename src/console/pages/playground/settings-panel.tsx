import { useTranslation } from 'react-i18next'
import { useOwnGroups } from '../../api/use-own-groups.ts'
import { GroupRatioTag } from '../../components/group-ratio-tag.tsx'
import { Combobox } from '../../components/ui/combobox.tsx'
import { Field, TextArea } from '../../components/ui/field.tsx'
import { NumberInput } from '../../components/ui/number-input.tsx'
import { Select } from '../../components/ui/select.tsx'
import { Slider } from '../../components/ui/slider.tsx'
import { decimalNumber } from '../../format.ts'
import type { Asked } from './chat-store.ts'
import { type ChatSettings, temperatureRange } from './conversation.ts'

/** Returns whether the daemon accepts this as the limit of an answer's tokens. */
export const isTokenCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Model, price group and parameters of the next question. */
export function SettingsPanel({
  asked,
  onAsk,
  models,
  settings,
  onChange,
}: {
  readonly asked: Asked
  readonly onAsk: (change: Partial<Pick<Asked, 'model' | 'group'>>) => void
  /** Undefined while loading. */
  readonly models: readonly string[] | undefined
  readonly settings: ChatSettings
  readonly onChange: (change: Partial<ChatSettings>) => void
}) {
  const { t } = useTranslation('playground')
  const groups = useOwnGroups().data
  const names = Object.keys(groups ?? {})
  const known = asked.group === '' || names.includes(asked.group) ? names : [asked.group, ...names]
  const isServed = models === undefined || asked.model === '' || models.includes(asked.model)
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('model')} error={isServed ? undefined : t('notServed')}>
        <Combobox
          value={asked.model}
          options={(models ?? []).map((value) => ({ value }))}
          placeholder={t('modelPlaceholder')}
          emptyText={t('noModels')}
          onChange={(model) => {
            if (model !== '') onAsk({ model })
          }}
        />
      </Field>
      <Field label={t('group')}>
        <Select
          value={asked.group}
          options={[
            { value: '', label: t('ownGroup') },
            ...known.map((name) => ({
              value: name,
              label: groups?.[name]?.desc ? `${name}: ${groups[name].desc}` : name,
              detail: groups?.[name] && <GroupRatioTag ratio={groups[name].ratio} />,
            })),
          ]}
          onChange={(group) => onAsk({ group })}
        />
      </Field>
      {asked.drawing === null && <ChatSettingsFields settings={settings} onChange={onChange} />}
    </div>
  )
}

/** Parameters of text models. */
function ChatSettingsFields({
  settings,
  onChange,
}: {
  readonly settings: ChatSettings
  readonly onChange: (change: Partial<ChatSettings>) => void
}) {
  const { t } = useTranslation('playground')
  return (
    <>
      <Field
        label={t('temperature')}
        aside={<output className="text-sm tabular-nums">{decimalNumber(settings.temperature, 1)}</output>}
      >
        <Slider
          {...temperatureRange}
          value={settings.temperature}
          onChange={(temperature) => onChange({ temperature: Number(temperature.toFixed(1)) })}
        />
      </Field>
      <Field
        label={t('maxTokens')}
        hint={t('maxTokensHint')}
        error={isTokenCount(settings.maxTokens) ? undefined : t('maxTokensWrong')}
      >
        <NumberInput min={0} value={settings.maxTokens} onChange={(maxTokens) => onChange({ maxTokens })} />
      </Field>
      <Field label={t('systemPrompt')}>
        <TextArea
          rows={3}
          placeholder={t('systemPromptPlaceholder')}
          value={settings.systemPrompt}
          onChange={(event) => onChange({ systemPrompt: event.target.value })}
        />
      </Field>
    </>
  )
}
