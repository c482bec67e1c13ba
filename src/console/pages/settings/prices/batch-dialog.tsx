import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/editor/form-dialog.tsx'
import { Field, TextInput } from '../../../components/ui/field.tsx'
import { Select } from '../../../components/ui/select.tsx'
import { type PriceField, priceFields, readNumber } from './price-row.ts'
import type { PriceEditor } from './use-price-editor.ts'

/** Sets one value for all selected models; a fixed price means pricing per call, a ratio per token. */
export function BatchDialog({
  isOpen,
  close,
  ids,
  editor,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  readonly ids: readonly string[]
  readonly editor: PriceEditor
}) {
  const { t } = useTranslation(['prices', 'common'])
  const [field, setField] = useState<PriceField>('ratio')
  const [value, setValue] = useState('')
  const [mistake, setMistake] = useState<'needsModels' | 'needsValue' | 'number' | 'zero'>()
  const submit = () => {
    const found = findMistake(ids, field, value)
    setMistake(found)
    if (found !== undefined) return
    editor.setCells(ids, field, value)
    setValue('')
    close()
  }
  const leave = () => {
    setMistake(undefined)
    close()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      close={leave}
      title={t('batch.title')}
      submit={t('common:action.apply')}
      onSubmit={submit}
    >
      <p className="text-muted">{t('batch.text', { count: ids.length })}</p>
      <Field label={t('batch.field')}>
        <Select
          value={field}
          options={priceFields.map((each) => ({
            value: each,
            label: t(`field.${editor.units.unit}.${each}`),
          }))}
          onChange={setField}
        />
      </Field>
      <Field
        label={t('batch.value')}
        error={mistake && t(`mistake.${mistake}`)}
        hint={t(
          field === 'price' ? 'batch.priceHint' : field === 'ratio' ? 'batch.ratioHint' : 'batch.otherHint',
        )}
      >
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}

function findMistake(ids: readonly string[], field: PriceField, value: string) {
  if (ids.length === 0) return 'needsModels'
  if (value.trim() === '') return 'needsValue'
  if (readNumber(value) === undefined) return 'number'
  return field === 'ratio' && Number(value) === 0 ? 'zero' : undefined
}
