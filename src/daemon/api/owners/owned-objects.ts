import type { Knex } from 'knex'
import type { SecretBox } from '../../db/secrets.ts'
import { optionRepository } from '../../options/option-repository.ts'
import type { OptionChange } from '../../options/option-store.ts'
import { readTable, tableKey } from '../../options/option-table.ts'
import { isOptionKey, type OptionKey, type Options, parseOptions } from '../../options/registry.ts'
import { type OwnedKind, ownersRepository } from './owners.repository.ts'

/** The settings that hold the prices of a manifest. */
const priceTables = [
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'ModelPrice',
] as const satisfies readonly OptionKey[]

/** Returns those refs of a kind whose objects do not exist. */
export async function missingObjects(
  db: Knex,
  kind: OwnedKind,
  refs: readonly string[],
  options: Options,
): Promise<string[]> {
  switch (kind) {
    case 'channel':
      return missingRows(refs, (ids) => db('channels').whereIn('id', ids).pluck('id'))
    case 'token':
      return missingRows(refs, (ids) => db('tokens').whereNull('deleted_time').whereIn('id', ids).pluck('id'))
    case 'user':
      return missingRows(refs, (ids) => db('users').whereNull('deleted_time').whereIn('id', ids).pluck('id'))
    case 'code':
      return missingCodes(db, refs)
    case 'group':
      return refs.filter((name) => !options.GroupRatio.has(name))
    case 'price':
      return refs.filter((name) => priceTables.every((key) => !options[key].has(name)))
    case 'option':
      return refs.filter((key) => !isOptionKey(key))
  }
}

async function missingRows(
  refs: readonly string[],
  find: (ids: readonly number[]) => Promise<readonly (number | string)[]>,
): Promise<string[]> {
  const ids = refs.filter((each) => /^[1-9]\d{0,14}$/.test(each)).map(Number)
  const found = new Set((await find(ids)).map(String))
  return refs.filter((each) => !found.has(each))
}

async function missingCodes(db: Knex, names: readonly string[]): Promise<string[]> {
  const live = db('redemptions')
    .whereNull('deleted_time')
    .whereIn('name', [...names])
  const found = new Set(await live.distinct('name').pluck('name'))
  return names.filter((each) => !found.has(each))
}

/** Removes the labels of code names that no code uses any more. */
export async function dropOwnersOfCodes(trx: Knex, names: readonly string[]): Promise<void> {
  await ownersRepository(trx).remove('code', await missingCodes(trx, [...new Set(names)]))
}

const entryKind = (key: OptionKey): 'group' | 'price' | undefined => {
  if (key === 'GroupRatio') return 'group'
  return priceTables.some((each) => each === key) ? 'price' : undefined
}

/**
 * Removes the labels of groups and prices whose entries are missing after a setting was written as a whole. See {@link
 * dropOwnersOfEntries}.
 */
export async function dropOwnersOfTable(
  trx: Knex,
  { key, before, after }: OptionChange,
  secrets: SecretBox,
): Promise<void> {
  if (entryKind(key) === undefined) return
  const table = tableKey(key)
  const kept = readTable(table, after)
  const removed = [...readTable(table, before).keys()].filter((name) => !kept.has(name))
  await dropOwnersOfEntries(trx, key, removed, secrets)
}

/** Removes the labels of groups and prices whose entries were removed from a setting. */
export async function dropOwnersOfEntries(
  trx: Knex,
  key: OptionKey,
  removed: readonly string[],
  secrets: SecretBox,
): Promise<void> {
  const kind = entryKind(key)
  if (kind === undefined || removed.length === 0) return
  // Reads the settings inside the transaction, because one call may write several of the tables.
  const now = parseOptions(await optionRepository(trx, secrets).readAll())
  await ownersRepository(trx).remove(kind, await missingObjects(trx, kind, removed, now))
}
