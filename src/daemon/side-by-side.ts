/** Processes the items in order, at most `atOnce` at a time. Rejects with the first error once no work is running. */
export async function sideBySide<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (const item of left) await work(item)
  })
  const failed = (await Promise.allSettled(workers)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}
