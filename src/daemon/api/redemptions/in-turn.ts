/**
 * Creates a function that runs work with the same key one at a time, in order of arrival; different keys run in
 * parallel. It returns or throws what `work` does.
 */
export function createTurns<Key>(): <Result>(key: Key, work: () => Promise<Result>) => Promise<Result> {
  const last = new Map<Key, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const mine = before === undefined ? work() : before.then(work)
    // The next caller waits until this one has ended, successfully or not, but does not see its outcome.
    const ended = mine.catch(() => undefined)
    last.set(key, ended)
    try {
      return await mine
    } finally {
      if (last.get(key) === ended) last.delete(key)
    }
  }
}
