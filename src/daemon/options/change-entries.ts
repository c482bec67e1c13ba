import type { Knex } from 'knex'
import type { Clock } from '../clock.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import type { ExactJson } from './json-text.ts'
import { optionRepository } from './option-repository.ts'
import { parseEntry, readEntry, readTable, type TableKey, tableKey, writeTable } from './option-table.ts'
import { readOption } from './read-option.ts'
import { type OptionKey, registry } from './registry.ts'

/** One entry to write. */
export interface EntryEdit {
  readonly key: string
  readonly name: string
  /** null removes it; absent restores the built-in one. */
  readonly value?: string | null
  /** The value the caller expects; null = no entry, absent = any value. */
  readonly before?: string | null
}

/** An entry before and after the change; null = no entry. */
export interface EntryChange {
  readonly key: OptionKey
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

export interface EntryEditDeps {
  readonly secrets: SecretBox
  readonly clock: Clock
}

/**
 * Changes single entries of tables inside a transaction. The rows are locked before they are read, so a caller who
 * writes another entry at the same time waits and then sees this change: no update is lost.
 *
 * @returns the entries that differ afterwards, in the order of the edits
 * @throws AppError `option_unknown`, `option_not_table`, `option_role`, `revision_moved`, or what the key's own check
 *   throws
 */
export async function changeEntries(
  trx: Knex.Transaction,
  edits: readonly EntryEdit[],
  actor: { readonly id: number; readonly role: number },
  { secrets, clock }: EntryEditDeps,
): Promise<readonly EntryChange[]> {
  const repository = optionRepository(trx, secrets)
  const keys = new Map<string, TableKey>()
  for (const { key } of edits) if (!keys.has(key)) keys.set(key, writableTable(key, actor.role))
  const changes: EntryChange[] = []
  // Always locked in the same order, so that two callers that lock two tables cannot deadlock.
  const tables = [...keys.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  for (const table of tables) {
    const { text, isNew } = await repository.lock(table.key, actor.id, clock.now())
    const made = edit(
      table,
      text,
      edits.filter(({ key }) => key === table.key),
    )
    if (made.changes.length > 0) await repository.write(table.key, made.text, actor.id, clock.now())
    // A table that was never set stays unset, so that a later version's built-in table still applies.
    else if (isNew) await repository.forget(table.key)
    changes.push(...made.changes)
  }
  const order = new Map(edits.map(({ key, name }, at): [string, number] => [`${key} ${name}`, at]))
  const place = ({ key, name }: EntryChange): number => order.get(`${key} ${name}`) ?? 0
  return changes.sort((a, b) => place(a) - place(b))
}

function writableTable(key: string, actorRole: number): TableKey {
  const table = tableKey(key)
  const { role } = registry[table.key]
  if (actorRole < role)
    throw new AppError('option_role', { values: { key: table.key, role }, field: table.key })
  return table
}

function edit(
  table: TableKey,
  stored: string,
  edits: readonly EntryEdit[],
): { readonly text: string; readonly changes: readonly EntryChange[] } {
  const before = readTable(table, stored)
  const builtIn = readTable(table, undefined)
  const after = new Map<string, ExactJson>(before)
  for (const { name, value, before: expected } of edits) {
    if (expected !== undefined && readEntry(after, name) !== expected)
      throw new AppError('revision_moved', { field: table.key })
    const wanted =
      value === undefined ? builtIn.get(name) : value === null ? undefined : parseEntry(table, name, value)
    if (wanted === undefined) after.delete(name)
    else after.set(name, wanted)
  }
  const names = [...new Set(edits.map(({ name }) => name))]
  const changes = names
    .map((name) => ({
      key: table.key,
      name,
      before: readEntry(before, name),
      after: readEntry(after, name),
    }))
    .filter((each) => each.before !== each.after)
  return { text: readOption(table.key, writeTable(after)).text, changes }
}
