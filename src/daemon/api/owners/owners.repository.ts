import type { Knex } from 'knex'
import type { Paging } from '../../http/paging.ts'

/** Kinds of objects that a manifest can manage. */
export type OwnedKind = 'channel' | 'token' | 'code' | 'user' | 'group' | 'price' | 'option'

/** One row of `owners`, in the form in which the API returns it. */
export interface OwnerRow {
  kind: OwnedKind
  ref: string
  owner: string
  updated_time: number
}

type Label = Pick<OwnerRow, 'owner' | 'updated_time'>

/** Rows per statement; keeps it below the number of variables that both engines accept. */
const CHUNK = 400

/** Reads and writes labels of objects. Bind to the transaction that removes an object to remove its label with it. */
export const ownersRepository = (db: Knex) => ({
  async list(
    filter: { readonly owner?: string | undefined; readonly kind?: OwnedKind | undefined },
    { size, offset }: Paging,
  ): Promise<{ rows: OwnerRow[]; total: number }> {
    const matching = db<OwnerRow>('owners').where((query) => {
      if (filter.owner) void query.where('owner', filter.owner)
      if (filter.kind) void query.where('kind', filter.kind)
    })
    const [counted] = await matching.clone().count<{ n: number | string }[]>({ n: '*' })
    const rows: OwnerRow[] = await matching.orderBy(['kind', 'ref']).limit(size).offset(offset).select('*')
    return { rows, total: Number(counted?.n ?? 0) }
  },

  /**
   * Labels the objects that have no label yet. Waits for concurrent transactions that are labeling one of them.
   *
   * @returns the objects that had no label
   */
  async add(kind: OwnedKind, refs: readonly string[], label: Label): Promise<string[]> {
    const added: string[] = []
    for (const some of chunksInOrder(refs)) {
      const rows = await db<OwnerRow>('owners')
        .insert(some.map((ref) => ({ kind, ref, ...label })))
        .onConflict(['kind', 'ref'])
        .ignore()
        .returning('ref')
      added.push(...rows.map(({ ref }) => ref))
    }
    return added
  },

  /** Returns the labels of these objects, locked until the transaction ends. */
  async lock(kind: OwnedKind, refs: readonly string[]): Promise<OwnerRow[]> {
    const rows: OwnerRow[] = []
    for (const some of chunksInOrder(refs))
      rows.push(
        ...(await db<OwnerRow>('owners').where({ kind }).whereIn('ref', some).orderBy('ref').forUpdate()),
      )
    return rows
  },

  /** Replaces the labels of objects that have one. */
  async replace(kind: OwnedKind, refs: readonly string[], label: Label): Promise<void> {
    for (const some of chunksInOrder(refs))
      await db<OwnerRow>('owners').where({ kind }).whereIn('ref', some).update(label)
  },

  /** @returns the removed labels */
  async remove(kind: OwnedKind, refs: readonly (string | number)[]): Promise<OwnerRow[]> {
    const removed: OwnerRow[] = []
    for (const some of chunksInOrder(refs.map(String)))
      removed.push(
        ...(await db<OwnerRow>('owners').where({ kind }).whereIn('ref', some).delete().returning('*')),
      )
    return removed
  },
})

/** Sorted, so that two transactions that lock the same rows cannot deadlock. */
function chunksInOrder(refs: readonly string[]): string[][] {
  const sorted = [...refs].sort()
  const made: string[][] = []
  for (let at = 0; at < sorted.length; at += CHUNK) made.push(sorted.slice(at, at + CHUNK))
  return made
}
