import { toast } from 'sonner'
import { wholeNumber } from '../format.ts'
import { phrase } from '../i18n/i18n.ts'
import { type ApiProblem, isProblem } from './api-problem.ts'
import { showProblem } from './show-problem.ts'

/** Returns whether the daemon refused this item only; the others in the selection may still be changed. */
const isRefusal = (error: unknown): error is ApiProblem =>
  isProblem(error) && (error.status === 400 || error.status === 404)

/** Number of concurrent calls. On a slow connection a call spends most of its time waiting. */
const AT_ONCE = 4

/** Interval between progress updates of a long run. Screen readers announce each one. */
const TOLD_MS = 1500

/**
 * Changes the selected items, a few at a time. If one is refused, a message names it, and the others are still changed.
 * A long run shows its progress, and the browser asks before it closes the window.
 *
 * @returns how many were refused
 * @throws ApiProblem for failures that concern all items: signed out, no response; the remaining items are skipped
 */
export async function changeEach<Item extends { readonly name: string }>(
  items: readonly Item[],
  change: (item: Item) => Promise<unknown>,
): Promise<number> {
  let changed = 0
  let refused = 0
  let failure: { readonly error: unknown } | undefined
  const progress = items.length > 1 ? tellProgress(items.length) : undefined
  const rest = items.values()
  const work = async () => {
    for (const item of rest) {
      try {
        await change(item)
        changed += 1
      } catch (error) {
        if (!isRefusal(error)) {
          failure ??= { error }
          return
        }
        showProblem(error, item.name)
        refused += 1
      }
      if (failure) return
      progress?.step()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  progress?.end()
  if (!failure) return refused
  if (changed > 0) toast.warning(phrase('changed.someOnly', shown(changed, items.length)))
  throw failure.error
}

const shown = (done: number, total: number) => ({ done: wholeNumber(done), total: wholeNumber(total) })

function tellProgress(total: number) {
  let id: string | number | undefined
  let done = 0
  const tell = () => {
    id = toast.loading(phrase('changed.progress', shown(done, total)), {
      ...(id !== undefined && { id }),
      duration: Number.POSITIVE_INFINITY,
    })
  }
  const timer = setInterval(tell, TOLD_MS)
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', warn)
  return {
    step: () => {
      done += 1
    },
    end: () => {
      clearInterval(timer)
      removeEventListener('beforeunload', warn)
      if (id !== undefined) toast.dismiss(id)
    },
  }
}
