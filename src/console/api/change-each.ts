import { type ApiProblem, isProblem } from './api-problem.ts'
import { showProblem } from './show-problem.ts'

/** What the daemon says to this one alone; the others of a selection may still be changed. */
const isRefusal = (error: unknown): error is ApiProblem =>
  isProblem(error) && (error.status === 400 || error.status === 404)

/**
 * Changes what was selected, one after the other. One that is refused is told by its name and keeps nothing from the
 * others.
 *
 * @returns how many were refused
 * @throws ApiProblem what concerns them all: signed out, no answer; the rest is not tried
 */
export async function changeEach<Item extends { readonly name: string }>(
  items: readonly Item[],
  change: (item: Item) => Promise<unknown>,
): Promise<number> {
  let refused = 0
  for (const item of items)
    try {
      await change(item)
    } catch (error) {
      if (!isRefusal(error)) throw error
      showProblem(error, item.name)
      refused += 1
    }
  return refused
}
