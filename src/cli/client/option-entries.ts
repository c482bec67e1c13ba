import { plainDecimal } from '../input/decimal.ts'
import type { Api } from './api.ts'
import type { BodyOf, DataOf } from './contract-types.ts'
import { given } from './ensure.ts'

export type OptionEntry = DataOf<'/api/option/entries', 'get'>[number]
export type EntryEdit = BodyOf<'/api/option/entries', 'put'>['entries'][number]

/** Reads entries of table settings. @param name only the entry with exactly this name */
export const readEntries = (api: Api, keys: readonly string[], name?: string): Promise<OptionEntry[]> =>
  api.get('/api/option/entries', { query: { keys: keys.join(','), ...given({ name }) }, isLookup: true })

/** Returns the text of one entry; undefined if it does not exist. */
export const entryOf = (entries: readonly OptionEntry[], key: string, name: string): string | undefined =>
  entries.find((each) => each.key === key && each.name === name)?.value

/**
 * Returns the edits that would change something, so that an empty list means "unchanged". Numbers are compared by
 * value: `0.80` equals `0.8`.
 */
export const effective = (edits: readonly EntryEdit[], present: readonly OptionEntry[]): EntryEdit[] =>
  edits.filter(({ key, name, value }) => {
    const now = entryOf(present, key, name)
    if (value === undefined) {
      const builtIn = present.find((each) => each.key === key && each.name === name)?.default ?? null
      return now !== undefined && now !== builtIn
    }
    return value === null ? now !== undefined : now === undefined || plainDecimal(now) !== plainDecimal(value)
  })
