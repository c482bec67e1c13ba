import type { Knex } from 'knex'
import type { SecretBox } from '../db/secrets.ts'
import { isOptionKey, type OptionKey, registry } from './registry.ts'

interface OptionRow {
  key: string
  value: string
  is_secret: number
  updated_ms: number
  updated_by: number
}

const contextOf = (key: OptionKey): string => `option:${key}`

/** Reads and writes rows of `options`. Secrets are encrypted in the rows and plain text outside. */
export const optionRepository = (db: Knex, secrets: SecretBox) => ({
  /** Returns every stored text by key, without keys that this version does not know. */
  async readAll(): Promise<Map<OptionKey, string>> {
    const rows = await db<OptionRow>('options').select('key', 'value', 'is_secret')
    const texts = new Map<OptionKey, string>()
    for (const { key, value, is_secret } of rows) {
      if (!isOptionKey(key)) continue
      texts.set(key, is_secret === 1 && value !== '' ? secrets.open(value, contextOf(key)) : value)
    }
    return texts
  },

  /**
   * Locks the row of a plain setting until the transaction ends. A setting that was never set first gets a row with its
   * default. Otherwise there would be nothing to lock, and two first writers would not see each other.
   *
   * @returns its text, and whether the row was just created
   */
  async lock(key: OptionKey, actorId: number, nowMs: number): Promise<{ text: string; isNew: boolean }> {
    const fresh = {
      key,
      value: registry[key].default,
      is_secret: 0,
      updated_ms: nowMs,
      updated_by: actorId,
    }
    const made = await db<OptionRow>('options')
      .insert(fresh)
      .onConflict('key')
      .ignore()
      .returning<{ key: string }[]>('key')
    const row = await db<OptionRow>('options').where({ key }).forUpdate().first('value')
    if (!row) throw new Error(`The option ${key} is gone right after it was locked.`)
    return { text: row.value, isNew: made.length > 0 }
  },

  /** Removes the row, as if the setting had never been set. */
  async forget(key: OptionKey): Promise<void> {
    await db<OptionRow>('options').where({ key }).delete()
  },

  async write(key: OptionKey, text: string, actorId: number, nowMs: number): Promise<void> {
    const { isSecret } = registry[key]
    const value = isSecret && text !== '' ? secrets.seal(text, contextOf(key)) : text
    const row = { key, value, is_secret: isSecret ? 1 : 0, updated_ms: nowMs, updated_by: actorId }
    await db<OptionRow>('options').insert(row).onConflict('key').merge()
  },
})
