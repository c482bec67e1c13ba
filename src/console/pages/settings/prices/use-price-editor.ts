import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { isProblem } from '../../../api/api-problem.ts'
import { useMutateOnce } from '../../../api/use-mutate-once.ts'
import { useMoney } from '../../../format.ts'
import { type EntryEdit, type PriceConflict, rebase, toBase, toEdits } from './price-changes.ts'
import { isChanged, mistakesOf, newDraft, rowOf, withoutRow, withRestored, withRow } from './price-draft.ts'
import {
  noValues,
  optionOf,
  type PriceField,
  type PriceRow,
  type PriceValues,
  priceFields,
  switchKind,
  toRow,
} from './price-row.ts'
import { type PriceUnit, type Units, withCell } from './price-units.ts'
import { useDraftHistory } from './use-draft-history.ts'
import { isUnset, type KnownPrice } from './use-known-prices.ts'
import { readPriceTables } from './use-price-tables.ts'
import { useSavePrices } from './use-save-prices.ts'

type Entries = Parameters<typeof toBase>[0]

let added = 0

/** A row from another source: a spreadsheet, a list of defaults. */
export interface Filling {
  readonly name: string
  readonly values: Partial<Record<PriceField, string>>
  /** Clears fields that are not given. */
  readonly isWhole?: boolean
}

/** Holds the stored prices and their unsaved changes, with all operations on them. */
export function usePriceEditor(entries: Entries, known: readonly KnownPrice[], unit: PriceUnit) {
  const { t } = useTranslation('prices')
  const { quotaPerUnit } = useMoney()
  const units: Units = useMemo(
    () => ({ unit, dollarsPerRatio: 1_000_000 / quotaPerUnit }),
    [unit, quotaPerUnit],
  )
  const unset = useMemo(() => known.filter(isUnset).map((each) => each.model_name), [known])
  const base = useMemo(() => toBase(entries, unset), [entries, unset])
  const history = useDraftHistory(base)
  const { draft } = history
  const mistakes = useMemo(() => mistakesOf(draft), [draft])
  const [conflicts, setConflicts] = useState<readonly PriceConflict[]>([])
  const [hasTried, setTried] = useState(false)
  const saving = useSavePrices()
  const saveOnce = useMutateOnce(saving)

  const get = (id: string): PriceRow => rowOf(draft, id) ?? toRow(id, noValues)
  const put = (row: PriceRow, step?: string) => history.change(withRow(draft, row), step)

  const fill = (fillings: readonly Filling[], as: Units = units): { changed: number; added: number } => {
    const byName = new Map([...draft.changed.values()].map((row) => [row.name.trim(), row.id]))
    let next = draft
    let isNew = 0
    for (const { name, values, isWhole } of fillings) {
      const id = byName.get(name) ?? (draft.base.has(name) ? name : undefined)
      if (id === undefined) isNew += 1
      const before =
        id === undefined
          ? { ...toRow('', noValues), id: `new:${++added}`, name }
          : (rowOf(next, id) ?? get(id))
      // The input price comes first, because the others are relative to it.
      const start =
        isWhole === true
          ? { ...before, ...noValues, isPerCall: false, inDollars: undefined, isFromList: true as const }
          : before
      const order: readonly PriceField[] = ['price', 'ratio', 'completion', 'cache']
      const row = order.reduce(
        (each, field) => (values[field] === undefined ? each : withCell(each, field, values[field], as)),
        start,
      )
      if (id === undefined) byName.set(name, row.id)
      next = withRow(withRestored(next, row.id), row)
    }
    if (next !== draft) history.change(next)
    return { changed: fillings.length - isNew, added: isNew }
  }

  /** Reads what is stored now and applies the changes to it. */
  const catchUp = async () => {
    const fresh = toBase(await readPriceTables(), unset)
    const rebased = rebase(draft, fresh)
    history.settle(rebased.draft)
    setConflicts(rebased.conflicts)
    toast.warning(t(rebased.conflicts.length > 0 ? 'conflict.both' : 'conflict.merged'))
  }
  const save = () => {
    setTried(true)
    const rows = toEdits(draft)
    if (mistakes.size > 0) return void toast.error(t('checkInput'))
    if (rows.length === 0) return void toast.info(t('unchanged'))
    let current = draft
    saveOnce(
      {
        rows,
        onStored: (edits) => {
          current = rebase(current, applied(current.base, edits)).draft
          history.settle(current)
        },
      },
      {
        onSuccess: () => {
          setConflicts([])
          setTried(false)
          toast.success(t('saved', { count: rows.length }))
        },
        onError: (error) => {
          if (isProblem(error) && error.code === 'revision_moved') void catchUp()
        },
      },
    )
  }
  return {
    draft,
    units,
    mistakes,
    hasTried,
    conflicts,
    isChanged: isChanged(draft),
    isSaving: saving.isPending,
    error: isProblem(saving.error) && saving.error.code === 'revision_moved' ? null : saving.error,
    get,
    /** Accepts a row with the text being typed into one of its cells. */
    setTyped: (row: PriceRow, field: PriceField) => put(row, `${row.id} ${field}`),
    setName: (id: string, name: string) => put({ ...get(id), name }, `${id} name`),
    setKind: (id: string, isPerCall: boolean) => put(switchKind(get(id), isPerCall)),
    add: () => put({ ...toRow('', noValues), id: `new:${++added}` }),
    remove: (ids: readonly string[]) => history.change(ids.reduce(withoutRow, draft)),
    restore: (id: string) => history.change(withRestored(draft, id)),
    setCells: (ids: readonly string[], field: PriceField, text: string) =>
      history.change(
        ids.reduce(
          (next, id) => withRow(next, withCell(rowOf(next, id) ?? get(id), field, text, units)),
          draft,
        ),
      ),
    fill,
    undo: history.undo,
    redo: history.redo,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    discard: () => {
      history.settle(newDraft(base))
      setConflicts([])
      setTried(false)
    },
    takeTheirs: (conflict: PriceConflict) => {
      const changed = new Map(draft.changed)
      for (const [id, row] of changed) if (row.name.trim() === conflict.name) changed.delete(id)
      history.change(withRestored({ ...draft, changed }, conflict.name))
      setConflicts(conflicts.filter((each) => each !== conflict))
    },
    keepMine: (conflict: PriceConflict) => setConflicts(conflicts.filter((each) => each !== conflict)),
    save,
  }
}

export type PriceEditor = ReturnType<typeof usePriceEditor>

/** Returns the stored prices after edits have been saved. */
function applied(
  base: ReadonlyMap<string, PriceValues>,
  edits: readonly EntryEdit[],
): ReadonlyMap<string, PriceValues> {
  const next = new Map(base)
  for (const { key, name, value } of edits) {
    const field = priceFields.find((each) => optionOf[each] === key)
    if (field) next.set(name, { ...(next.get(name) ?? noValues), [field]: value ?? '' })
  }
  return next
}
