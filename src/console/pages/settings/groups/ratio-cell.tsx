import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalInput } from '../../../components/ui/decimal-input.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { isRatio, ratioText, toRatio } from './group-tables.ts'

/** A ratio edited in its row. Its digits stay as typed. */
export function RatioCell({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: number | string) => void
}) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: number | string }>()
  // If the value has changed from outside, it was discarded, or saved by somebody else.
  const text = typed !== undefined && typed.value === value ? typed.text : ratioText(value)
  return (
    <Field
      className="gap-0!"
      label={<span className="sr-only">{label}</span>}
      error={isRatio(text) ? undefined : t('groups.number')}
    >
      <DecimalInput
        min={0}
        step={0.1}
        value={text}
        onChange={(next) => {
          const ratio = toRatio(next)
          setTyped({ text: next, value: ratio })
          onChange(ratio)
        }}
      />
    </Field>
  )
}
