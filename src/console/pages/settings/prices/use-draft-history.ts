import { useKeptState, useLeaveWarning } from '../../../state/kept-state.ts'
import { isChanged, newDraft, type PriceDraft } from './price-draft.ts'
import type { PriceValues } from './price-row.ts'

const STEPS_MAX = 200

interface History {
  readonly draft: PriceDraft
  readonly past: readonly PriceDraft[]
  readonly future: readonly PriceDraft[]
  /** Identifies the last step: continued typing in the same cell is one step. */
  readonly step: string | undefined
}

type Action =
  | { readonly kind: 'change'; readonly draft: PriceDraft; readonly from: PriceDraft; readonly step?: string }
  | { readonly kind: 'undo' | 'redo' }
  | { readonly kind: 'settle'; readonly draft: PriceDraft }

function reduce(history: History, action: Action): History {
  const { draft, past, future } = history
  if (action.kind === 'settle') return { draft: action.draft, past: [], future: [], step: undefined }
  if (action.kind === 'change') {
    const isSameStep = action.step !== undefined && action.step === history.step
    return {
      draft: action.draft,
      past: isSameStep ? past : [...past, action.from].slice(-STEPS_MAX),
      future: [],
      step: action.step,
    }
  }
  const [from, to] = action.kind === 'undo' ? [past, future] : [future, past]
  const target = from.at(action.kind === 'undo' ? -1 : 0)
  if (!target) return history
  return action.kind === 'undo'
    ? { draft: target, past: past.slice(0, -1), future: [draft, ...to], step: undefined }
    : { draft: target, past: [...to, draft], future: future.slice(1), step: undefined }
}

const nothing: History = { draft: newDraft(new Map()), past: [], future: [], step: undefined }

export interface DraftHistory {
  readonly draft: PriceDraft
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** @param step consecutive changes of the same step are undone together */
  change(draft: PriceDraft, step?: string): void
  undo(): void
  redo(): void
  /** Continues from another state that cannot be undone: saved, discarded, or rebased on newer prices. */
  settle(draft: PriceDraft): void
}

/** Holds unsaved changes with undo and redo. Without any, it follows what is stored. */
export function useDraftHistory(base: ReadonlyMap<string, PriceValues>): DraftHistory {
  const [history, setHistory] = useKeptState('price-draft', nothing)
  const dispatch = (action: Action) => setHistory((before) => reduce(before, action))
  const isDirty = isChanged(history.draft)
  useLeaveWarning(isDirty)
  const draft = isDirty ? history.draft : newDraft(base)
  return {
    draft,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change: (next, step) =>
      dispatch({ kind: 'change', draft: next, from: draft, ...(step === undefined ? {} : { step }) }),
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
    settle: (next) => dispatch({ kind: 'settle', draft: next }),
  }
}
