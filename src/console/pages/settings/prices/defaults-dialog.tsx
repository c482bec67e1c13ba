import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { FormDialog } from '../../../components/editor/form-dialog.tsx'
import { ProblemNotice } from '../../../components/problem-notice.tsx'
import { Checkbox, Field } from '../../../components/ui/field.tsx'
import { Select } from '../../../components/ui/select.tsx'
import { isEmpty } from './price-row.ts'
import {
  type DefaultPrice,
  type FileSet,
  type PriceSource,
  priceSources,
  useDefaultPrices,
} from './use-default-prices.ts'
import type { Filling, PriceEditor } from './use-price-editor.ts'

/** Fills the grid from a list of default prices, to be reviewed before anything is saved. */
export function DefaultsDialog({
  isOpen,
  close,
  editor,
  onFilled,
}: {
  readonly isOpen: boolean
  readonly close: () => void
  readonly editor: PriceEditor
  readonly onFilled: () => void
}) {
  const { t } = useTranslation('prices')
  const [source, setSource] = useState<PriceSource>('built_in')
  const [sets, setSets] = useState<readonly FileSet[]>(['prompt', 'completion'])
  const [isOnlyMissing, setOnlyMissing] = useState(true)
  const read = useDefaultPrices()
  const readOnce = useMutateOnce(read)
  const isFile = source !== 'built_in'
  const wanted: readonly FileSet[] = source === 'legacy' ? ['completion'] : sets
  const submit = () => {
    if (isFile && wanted.length === 0) return
    readOnce(
      { source, sets: wanted },
      {
        onSuccess: (prices) => {
          const fillings = toFillings(prices, isFile, isOnlyMissing, editor)
          const { changed, added } = editor.fill(fillings, { ...editor.units, unit: 'ratio' })
          toast.success(t('defaults.done', { count: changed + added }))
          close()
          onFilled()
        },
      },
    )
  }
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      width={520}
      title={t('defaults.title')}
      submit={t('defaults.fill')}
      isBusy={read.isPending}
      onSubmit={submit}
    >
      <p className="text-muted">{t('defaults.text')}</p>
      <Field label={t('defaults.source')} hint={t(isFile ? 'defaults.fileHint' : 'defaults.builtInHint')}>
        <Select
          value={source}
          options={priceSources.map((each) => ({ value: each, label: t(`source.${each}`) }))}
          onChange={(next) => {
            setSource(next)
            read.reset()
          }}
        />
      </Field>
      {isFile && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1.5 text-sm font-medium">{t('defaults.sets')}</legend>
          {(['prompt', 'completion'] as const).map((set) => (
            <Checkbox
              key={set}
              isChecked={wanted.includes(set)}
              isDisabled={source === 'legacy'}
              onChange={(isOn) => setSets(isOn ? [...sets, set] : sets.filter((each) => each !== set))}
            >
              {t(`defaults.set.${set}`)}
            </Checkbox>
          ))}
          {wanted.length === 0 && (
            <p role="alert" className="text-sm text-bad">
              {t('defaults.needsSet')}
            </p>
          )}
        </fieldset>
      )}
      <Checkbox isChecked={isOnlyMissing} onChange={setOnlyMissing} hint={t('defaults.onlyMissingHint')}>
        {t('defaults.onlyMissing')}
      </Checkbox>
      <ProblemNotice error={read.error} />
    </FormDialog>
  )
}

/**
 * Converts default prices to rows. The built-in list is complete for each model, so fields it omits are cleared. Files
 * contain single ratios and leave fixed prices unchanged. A completion ratio alone is not a price and adds no model.
 */
function toFillings(
  prices: readonly DefaultPrice[],
  isFile: boolean,
  isOnlyMissing: boolean,
  editor: PriceEditor,
): readonly Filling[] {
  return prices.flatMap((price): readonly Filling[] => {
    const stored = editor.draft.base.get(price.model_name)
    const isThere = stored !== undefined && !isEmpty(stored)
    if (isOnlyMissing && isThere) return []
    if (isFile && isThere && stored.price !== '') return []
    if (!isThere && price.model_ratio === null && price.model_price === null) return []
    const values = {
      ...(price.model_price === null ? {} : { price: price.model_price }),
      ...(price.model_ratio === null ? {} : { ratio: price.model_ratio }),
      ...(price.completion_ratio === null ? {} : { completion: price.completion_ratio }),
      ...(price.cache_ratio === null ? {} : { cache: price.cache_ratio }),
    }
    return [{ name: price.model_name, values, isWhole: !isFile }]
  })
}
