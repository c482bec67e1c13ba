/**
 * Works on several items at a time, in their order, until none is left or `isStopped`. What was begun is finished.
 * @throws what the first failing piece of work throws, once all that was begun has ended
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  { width, isStopped }: { readonly width: number; isStopped(): boolean },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]()
  let hasFailed = false
  const worker = async (): Promise<void> => {
    while (!hasFailed && !isStopped()) {
      const { value, done } = waiting.next()
      if (done) return
      try {
        await work(value)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, worker))
  const failed = ended.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}
