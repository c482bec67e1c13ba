import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { type PriceValues, priceFields } from './price-row.ts'
import type { PriceEditor } from './use-price-editor.ts'

/**
 * Lists prices that somebody else has saved while they were being edited: both versions are shown, and the user
 * decides.
 */
export function ConflictNotice({ editor }: { readonly editor: PriceEditor }) {
  const { t } = useTranslation('prices')
  if (editor.conflicts.length === 0) return null
  const inWords = (values: PriceValues): string => {
    const parts = priceFields
      .filter((field) => values[field] !== '')
      .map((field) => t('conflict.value', { field: t(`field.ratio.${field}`), value: values[field] }))
    return parts.length === 0 ? t('conflict.none') : parts.join(' · ')
  }
  return (
    <Notice tone="warn" head={t('conflict.title')} className="mb-3">
      {t('conflict.text')}
      <ul className="mt-2 flex flex-col gap-2">
        {editor.conflicts.map((conflict) => (
          <li key={conflict.name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono text-[13px]">{conflict.name}</span>
            <span>{t('conflict.mine', { values: inWords(conflict.mine) })}</span>
            <span>{t('conflict.theirs', { values: inWords(conflict.theirs) })}</span>
            <Button size="sm" onClick={() => editor.takeTheirs(conflict)}>
              {t('conflict.takeTheirs')}
            </Button>
            <Button size="sm" onClick={() => editor.keepMine(conflict)}>
              {t('conflict.keepMine')}
            </Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
