import type { Knex } from 'knex'
import type { Paging } from '../../http/paging.ts'

/** What a manifest can manage. */
export type OwnedKind = 'channel' | 'token' | 'code' | 'user' | 'group' | 'price' | 'option'

/** One row of `owners`; the API shows it as it is. */
export interface OwnerRow {
  kind: OwnedKind
  ref: string
  owner: string
  updated_time: number
}

/** Statements stay below the number of variables both engines take. */
const CHUNK = 400

/** Labels of objects. Bind to the transaction that removes an object to remove its label with it. */
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

  /** The labels of these objects of one kind, locked until the transaction ends. */
  async lock(kind: OwnedKind, refs: readonly string[]): Promise<OwnerRow[]> {
    const rows: OwnerRow[] = []
    for (const some of chunks(refs))
      rows.push(...(await db<OwnerRow>('owners').where({ kind }).whereIn('ref', some).forUpdate()))
    return rows
  },

  async write(rows: readonly OwnerRow[]): Promise<void> {
    for (const some of chunks(rows))
      await db<OwnerRow>('owners')
        .insert([...some])
        .onConflict(['kind', 'ref'])
        .merge()
  },

  /** @returns labels that were there */
  async remove(kind: OwnedKind, refs: readonly (string | number)[]): Promise<OwnerRow[]> {
    const removed: OwnerRow[] = []
    for (const some of chunks(refs.map(String)))
      removed.push(
        ...(await db<OwnerRow>('owners').where({ kind }).whereIn('ref', some).delete().returning('*')),
      )
    return removed
  },
})

function chunks<Item>(items: readonly Item[]): Item[][] {
  const made: Item[][] = []
  for (let at = 0; at < items.length; at += CHUNK) made.push(items.slice(at, at + CHUNK))
  return made
}
