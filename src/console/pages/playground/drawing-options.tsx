import { useTranslation } from 'react-i18next'
import { Field, TextInput } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/select.tsx'
import { type ChatSettings, chosenOf, type DrawingChoices, isSize } from './conversation.ts'

/** Size, quality and number of images, as far as the model supports them. */
export function DrawingOptions({
  choices,
  settings,
  onChange,
}: {
  readonly choices: DrawingChoices
  readonly settings: ChatSettings
  readonly onChange: (change: Partial<ChatSettings>) => void
}) {
  const { t } = useTranslation('playground')
  const chosen = chosenOf(settings, choices)
  const named = (values: readonly string[]) => [
    { value: '', label: t('drawing.automatic') },
    ...values.map((value) => ({ value, label: value })),
  ]
  const counts = Array.from({ length: choices.count_max }, (_, index) => index + 1)
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      {choices.sizes.length > 0 ? (
        <Field label={t('drawing.size')} className="w-36">
          <Select
            value={chosen.size ?? ''}
            options={named(choices.sizes)}
            onChange={(size) => onChange({ size })}
          />
        </Field>
      ) : (
        <Field
          label={t('drawing.size')}
          className="w-36"
          error={isSize(settings.size) ? undefined : t('drawing.sizeWrong')}
        >
          <TextInput
            value={settings.size}
            placeholder={t('drawing.automatic')}
            onChange={(event) => onChange({ size: event.target.value.trim() })}
          />
        </Field>
      )}
      {choices.qualities.length > 0 && (
        <Field label={t('drawing.quality')} className="w-36">
          <Select
            value={chosen.quality ?? ''}
            options={named(choices.qualities)}
            onChange={(quality) => onChange({ quality })}
          />
        </Field>
      )}
      {choices.count_max > 1 && (
        <Field label={t('drawing.count')} className="w-20">
          <Select
            value={chosen.n}
            options={counts.map((value) => ({ value, label: String(value) }))}
            onChange={(count) => onChange({ count })}
          />
        </Field>
      )}
    </div>
  )
}
