import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type StoredTask, storedTask } from '../../support/tasks/stored-tasks.ts'
import type { Site } from './site.ts'

const withStore = <Result>(site: Site, work: (store: DatabaseSync) => Result): Result => {
  const store = new DatabaseSync(join(site.dataDir, 'tollgate.db'), { timeout: 10_000 })
  try {
    return work(store)
  } finally {
    store.close()
  }
}

/** Writes tasks directly into the database, so that they can be in any state without waiting. */
export const writeTasks = (site: Site, tasks: readonly StoredTask[]): void =>
  withStore(site, (store) => {
    for (const task of tasks) {
      const row = storedTask(task) as Readonly<Record<string, string | number | null>>
      const names = Object.keys(row)
      store
        .prepare(`INSERT INTO tasks (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
        .run(...Object.values(row))
    }
  })

/** Updates a task as the poller would when the vendor reports its progress. */
export const moveTask = (
  site: Site,
  publicId: string,
  { status, progress, result }: { status: string; progress: number; result?: unknown },
): void =>
  withStore(site, (store) => {
    store
      .prepare('UPDATE tasks SET status = ?, progress = ?, is_open = ?, finish_ms = ? WHERE public_id = ?')
      .run(status, progress, progress < 100 ? 1 : 0, progress < 100 ? 0 : Date.now(), publicId)
    if (result !== undefined)
      store.prepare('UPDATE tasks SET result = ? WHERE public_id = ?').run(JSON.stringify(result), publicId)
  })
