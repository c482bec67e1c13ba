import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { Select } from '../../../components/ui/select.tsx'
import { Grid } from './grid.tsx'
import { specialRows, type Table, withoutSpecial, withSpecial } from './group-tables.ts'
import { RatioCell } from './ratio-cell.tsx'

/** Ratios between groups: for users of one with tokens of another. */
export function SpecialGrid({
  special,
  groups,
  change,
}: {
  readonly special: Table
  readonly groups: readonly string[]
  readonly change: (table: Table) => void
}) {
  const { t } = useTranslation('settings')
  const rows = specialRows(special)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const isTaken = rows.some((row) => row.from === from && row.to === to)
  const options = groups.map((value) => ({ value, label: value }))
  return (
    <div className="flex flex-col gap-2">
      <div>
        <h3 className="text-sm font-medium">{t('groups.special')}</h3>
        <p className="text-xs text-muted">{t('groups.specialText')}</p>
      </div>
      {rows.length > 0 && (
        <Grid
          label={t('groups.special')}
          heads={[t('groups.userGroup'), t('groups.tokenGroup'), t('groups.ratio')]}
          columns="sm:grid-cols-[minmax(6rem,1fr)_minmax(6rem,1fr)_7rem_1.75rem]"
          rows={rows.map((row) => ({
            key: JSON.stringify([row.from, row.to]),
            cells: [
              <span key="from" className="wrap-anywhere">
                {row.from}
              </span>,
              <span key="to" className="wrap-anywhere">
                {row.to}
              </span>,
              <RatioCell
                key="ratio"
                label={t('groups.specialOf', { from: row.from, to: row.to })}
                value={row.value}
                onChange={(value) => change(withSpecial(special, row.from, row.to, value))}
              />,
            ],
            removeLabel: t('groups.removeSpecial', { from: row.from, to: row.to }),
            onRemove: () => change(withoutSpecial(special, row.from, row.to)),
          }))}
        />
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t('groups.userGroup')} className="w-40">
          <Select value={from} options={options} onChange={setFrom} />
        </Field>
        <Field label={t('groups.tokenGroup')} className="w-40">
          <Select value={to} options={options} onChange={setTo} />
        </Field>
        <Button
          icon={<Plus size={15} aria-hidden />}
          disabled={from === '' || to === '' || isTaken}
          onClick={() => change(withSpecial(special, from, to, 1))}
        >
          {t('groups.addSpecial')}
        </Button>
      </div>
    </div>
  )
}
