import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useConfirm } from '../../../components/ui/confirm.tsx'
import { findJsonProblem } from '../../../components/ui/json-problem.ts'
import { Notice } from '../../../components/ui/notice.tsx'
import { useKeptState, useLeaveWarning } from '../../../state/kept-state.ts'
import { withoutKeys, withoutStored } from '../../../state/typed-since.ts'
import { useSavePart } from '../save-parts.ts'
import type { PriceOption } from './price-row.ts'
import { TableField } from './table-field.tsx'
import { findTableProblem } from './table-problem.ts'
import {
  readTableTexts,
  type TableEdit,
  type TableOutcome,
  type TableTexts,
  tableOptions,
  useResetRatios,
  useSaveTables,
  useTableTexts,
} from './use-table-texts.ts'

/** The price tables as JSON. */
export function ModelTablesTab({ isGridChanged }: { readonly isGridChanged: boolean }) {
  const { t } = useTranslation('prices')
  const texts = useTableTexts()
  return (
    <>
      {isGridChanged && (
        <Notice tone="info" className="mb-3">
          {t('tables.gridChanged')}
        </Notice>
      )}
      <QueryView query={texts}>{(stored) => <TablesForm stored={stored} />}</QueryView>
    </>
  )
}

type Edits = Readonly<Record<string, TableEdit>>

function TablesForm({ stored }: { readonly stored: TableTexts }) {
  const { t } = useTranslation(['prices', 'common'])
  const [edits, setEdits] = useKeptState<Edits>('price-tables', {})
  const [outcomes, setOutcomes] = useState<readonly TableOutcome[]>([])
  const [theirs, setTheirs] = useState<Partial<TableTexts>>({})
  const [ask, dialog] = useConfirm()
  const saving = useSaveTables()
  const saveOnce = useMutateOnce(saving)
  const reset = useResetRatios()
  const resetOnce = useMutateOnce(reset)
  const changed = Object.values(edits).filter((edit) => edit.text !== edit.base)
  useLeaveWarning(changed.length > 0)

  const type = (key: PriceOption, text: string) => {
    setEdits({ ...edits, [key]: { key, text, base: edits[key]?.base ?? stored[key] } })
    setOutcomes(outcomes.filter((each) => each.key !== key))
  }
  const drop = (keys: readonly string[]) => {
    setEdits((before) => withoutKeys(before, keys))
    setTheirs((before) => withoutKeys(before, keys))
  }
  const settle = async (sent: readonly TableEdit[], made: readonly TableOutcome[]) => {
    setOutcomes(made)
    const isStored = ({ key }: TableEdit) => made.some((each) => each.key === key && each.kind === 'stored')
    const texts = new Map(sent.filter(isStored).map(({ key, text }) => [key, text]))
    setEdits((before) => withoutStored(before, texts))
    setTheirs((before) => withoutKeys(before, [...texts.keys()]))
    if (made.some((each) => each.kind === 'moved')) {
      const now = await readTableTexts()
      setTheirs(
        Object.fromEntries(made.filter((each) => each.kind === 'moved').map(({ key }) => [key, now[key]])),
      )
    }
    const failed = made.filter((each) => each.kind !== 'stored')
    if (failed.length === 0) toast.success(t('tables.saved'))
    else toast.error(t(failed.length === made.length ? 'tables.failed' : 'tables.someFailed'))
  }
  const save = () => {
    if (changed.some(({ text }) => text.trim() === '' || findJsonProblem(text) || findTableProblem(text)))
      return void toast.error(t('checkInput'))
    saveOnce(changed, { onSuccess: (made) => void settle(changed, made) })
  }
  useSavePart('price-tables', {
    count: changed.length,
    isSaving: saving.isPending,
    save,
    discard: () => drop(changed.map(({ key }) => key)),
  })
  const askReset = async () => {
    const isSure = await ask({
      title: t('reset.title'),
      text: t('reset.text'),
      action: t('reset.action'),
      isDanger: true,
    })
    if (isSure)
      resetOnce(undefined, {
        onSuccess: () => {
          drop(['ModelRatio'])
          toast.success(t('common:done'))
        },
      })
  }
  return (
    <div className="flex flex-col gap-5">
      <div className="grid gap-x-5 gap-y-4 lg:grid-cols-2">
        {tableOptions.map((key) => (
          <TableField
            key={key}
            option={key}
            text={edits[key]?.text ?? stored[key]}
            outcome={outcomes.find((each) => each.key === key)}
            theirs={theirs[key]}
            onChange={(text) => type(key, text)}
            onTakeTheirs={() => drop([key])}
            onKeepMine={() => {
              const text = edits[key]?.text ?? stored[key]
              setEdits({ ...edits, [key]: { key, text, base: theirs[key] ?? stored[key] } })
              setTheirs({ ...theirs, [key]: undefined })
              setOutcomes(outcomes.filter((each) => each.key !== key))
            }}
          />
        ))}
      </div>
      <Button kind="danger" className="self-start" isBusy={reset.isPending} onClick={() => void askReset()}>
        {t('reset.action')}
      </Button>
      {dialog}
    </div>
  )
}
