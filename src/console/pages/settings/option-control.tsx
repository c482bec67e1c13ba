import { useTranslation } from 'react-i18next'
import { Combobox } from '../../components/ui/combobox.tsx'
import { DecimalInput } from '../../components/ui/decimal-input.tsx'
import { TextArea, TextInput } from '../../components/ui/field.tsx'
import { JsonEditor } from '../../components/ui/json-editor.tsx'
import { Select } from '../../components/ui/select.tsx'
import { Switch } from '../../components/ui/switch.tsx'
import { useMoney } from '../../format.ts'
import { DomainsInput } from './domains-input.tsx'
import { FactorsControl } from './groups/factors-control.tsx'
import { isNamedChoice } from './option-default.tsx'
import { SecretInput } from './secret-input.tsx'
import type { Option } from './use-options.ts'

interface OptionControlProps {
  readonly option: Option
  readonly text: string
  readonly onChange: (text: string) => void
  readonly isDisabled: boolean
  /** Likely values; others may be typed. */
  readonly suggestions?: readonly string[] | undefined
}

/** The control for a setting, according to the API's description of it. */
export function OptionControl(props: OptionControlProps) {
  const { option, text, onChange, isDisabled, suggestions } = props
  const { t } = useTranslation('settings')
  if (option.is_secret) return <SecretInput {...props} />
  if (option.key === 'EmailDomainWhitelist') return <DomainsInput {...props} />
  if (option.type === 'boolean')
    return (
      <span className="flex h-8 items-center gap-2 sm:justify-end">
        <span aria-hidden className="text-sm text-muted">
          {t(text === 'true' ? 'on' : 'off')}
        </span>
        <Switch isOn={text === 'true'} isDisabled={isDisabled} onChange={(isOn) => onChange(String(isOn))} />
      </span>
    )
  if (option.key === 'TopupGroupRatio')
    return <FactorsControl text={text} stored={option.value} onChange={onChange} isDisabled={isDisabled} />
  if (option.type === 'json')
    return <JsonEditor value={text} onChange={onChange} rows={rowsOf(text)} isDisabled={isDisabled} />
  if (option.choices)
    return (
      <Select
        value={text}
        options={option.choices.map((value) => ({
          value,
          label: isNamedChoice(value) ? t(`choice.${value}`) : value,
        }))}
        onChange={onChange}
        isDisabled={isDisabled}
      />
    )
  if (suggestions)
    return (
      <Combobox
        canCreate
        value={text}
        options={suggestions.map((value) => ({ value }))}
        onChange={onChange}
        isDisabled={isDisabled}
      />
    )
  if (option.range) return <NumberControl {...props} range={option.range} />
  if (option.is_multiline)
    return (
      <TextArea
        isMono
        rows={rowsOf(text)}
        value={text}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return <TextInput value={text} disabled={isDisabled} onChange={(event) => onChange(event.target.value)} />
}

/** Returns the number of lines in the text, limited to what fits on a screen. */
const rowsOf = (text: string): number => Math.min(16, Math.max(4, text.split('\n').length))

function NumberControl({
  option,
  text,
  onChange,
  isDisabled,
  range,
}: OptionControlProps & { readonly range: NonNullable<Option['range']> }) {
  const { t } = useTranslation('settings')
  const money = useMoney()
  const amount = Number(text)
  return (
    <span className="flex flex-col gap-1">
      <DecimalInput
        value={text}
        onChange={onChange}
        min={range.min}
        max={range.max}
        step={range.step}
        isDisabled={isDisabled}
        {...(option.unit ? { unit: t(`unit.${option.unit}`) } : {})}
        {...(range.may_be_empty ? { placeholder: t('notSet') } : {})}
      />
      {option.unit === 'quota' && text.trim() !== '' && Number.isFinite(amount) && (
        <span className="text-xs text-muted tabular-nums">= {money.inDollars(amount)}</span>
      )}
    </span>
  )
}
