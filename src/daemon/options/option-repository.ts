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

/** Rows of `options`; secrets are sealed in them and open outside. */
export const optionRepository = (db: Knex, secrets: SecretBox) => ({
  /** Every stored text by key; keys that this version does not know are left alone. */
  async readAll(): Promise<Map<OptionKey, string>> {
    const rows = await db<OptionRow>('options').select('key', 'value', 'is_secret')
    const texts = new Map<OptionKey, string>()
    for (const { key, value, is_secret } of rows) {
      if (!isOptionKey(key)) continue
      texts.set(key, is_secret === 1 && value !== '' ? secrets.open(value, contextOf(key)) : value)
    }
    return texts
  },

  async write(key: OptionKey, text: string, actorId: number, nowMs: number): Promise<void> {
    const { isSecret } = registry[key]
    const value = isSecret && text !== '' ? secrets.seal(text, contextOf(key)) : text
    const row = { key, value, is_secret: isSecret ? 1 : 0, updated_ms: nowMs, updated_by: actorId }
    await db<OptionRow>('options').insert(row).onConflict('key').merge()
  },
})
