/**
 * Processes several items at a time, in order, until none is left or `isStopped`. Work in progress is completed.
 * @throws the first error of `work`, once everything in progress has ended
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
