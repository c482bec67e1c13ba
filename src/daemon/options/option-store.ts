import type { Knex } from 'knex'
import type { Clock } from '../clock.ts'
import { announce, type ChangeFeed } from '../db/changes.ts'
import type { SecretBox } from '../db/secrets.ts'
import { AppError } from '../errors/app-error.ts'
import { dropSecretOfFormerHost } from './bound-secrets.ts'
import { changeEntries, type EntryChange, type EntryEdit } from './change-entries.ts'
import { missingNeeds } from './needs.ts'
import { optionRepository } from './option-repository.ts'
import { readEntry, readTable, type TableEntry, tableEntries, tableKey } from './option-table.ts'
import { switchOffChangedProvider } from './provider-switches.ts'
import { readOption } from './read-option.ts'
import { isOptionKey, type OptionKey, type Options, optionKeys, parseOptions, registry } from './registry.ts'

/** The user who changes a setting. */
export interface OptionActor {
  readonly id: number
  readonly role: number
}

/** One setting as the API lists it, without the texts of secrets. */
export interface OptionEntry {
  readonly key: OptionKey
  /** Empty for secrets. */
  readonly text: string
  readonly isSecret: boolean
  readonly isSet: boolean
  /** Whether the setting was never set, or has the built-in value. */
  readonly isDefault: boolean
  /** For a secret with a value: the same text has the same fingerprint, so that a plan can say "changed". */
  readonly fingerprint: string | undefined
}

export interface OptionChange {
  readonly key: OptionKey
  readonly before: string
  readonly after: string
}

/** Conditions and side effects of setting an option. */
export interface SetConditions {
  /** Runs before the commit for every key that changes, for the audit row. */
  readonly alsoInTransaction?: (trx: Knex.Transaction, change: OptionChange) => Promise<void>
  /** The text the caller expects; absent = any text. */
  readonly taken?: string | undefined
}

/** The settings in memory; all daemons agree within seconds. */
export interface OptionStore {
  /** Returns the settings. Immutable; a change replaces the whole object. */
  current(): Options
  /** Returns a number that is incremented with every replacement. */
  version(): number
  list(): readonly OptionEntry[]
  /** Returns the current text of a key. Includes secrets, so it must never be part of a response. */
  text(key: OptionKey): string
  /**
   * Checks, writes and announces a setting. The new settings are current when the promise resolves.
   *
   * A secret is cleared if the address it was entered for moves to another host. A sign-in provider is switched off if
   * its secret or an address changes.
   *
   * @throws AppError `option_unknown`, `option_role`, `option_needs`, `revision_moved` or what the key's own check
   *   throws; `field` is the key
   */
  set(key: string, text: string, actor: OptionActor, conditions?: SetConditions): Promise<OptionChange>
  /**
   * Forgets the stored value, so that the built-in text applies again. Otherwise like `set`.
   * @throws AppError `option_unknown`, `option_role`
   */
  reset(
    key: string,
    actor: OptionActor,
    alsoInTransaction?: (trx: Knex.Transaction, change: OptionChange) => Promise<void>,
  ): Promise<OptionChange>
  /** Returns the entries of a setting that is a table. @throws AppError `option_unknown`, `option_not_table` */
  entries(key: string): readonly (TableEntry & { readonly builtIn: string | null })[]
  /**
   * Changes single entries of tables, all or none. Other entries stay, even those written at the same moment.
   *
   * @param alsoInTransaction runs before the commit with the changes of one key, for the audit row
   * @returns the changes
   * @throws AppError as {@link changeEntries}
   */
  setEntries(
    edits: readonly EntryEdit[],
    actor: OptionActor,
    alsoInTransaction?: (
      trx: Knex.Transaction,
      key: OptionKey,
      changes: readonly EntryChange[],
    ) => Promise<void>,
  ): Promise<readonly EntryChange[]>
  /** Reads all settings again and replaces the current ones. */
  reload(): Promise<void>
  /** Registers a listener that is called after every replacement. @returns a function that ends the subscription */
  onChange(listener: (options: Options) => void): () => void
}

export interface OptionStoreDeps {
  readonly knex: Knex
  readonly secrets: SecretBox
  readonly changes: ChangeFeed
  readonly clock: Clock
  readonly log?: { warn(detail: object, message: string): void }
}

/** Returns the fingerprint of a stored secret; equal texts under the same key have equal fingerprints. */
export const optionSecretFingerprint = (key: OptionKey, text: string, secrets: SecretBox): string =>
  secrets.fingerprint(`option:${key}:${text}`)

/** Loads the settings and follows the changes of other daemons. */
export async function createOptionStore(deps: OptionStoreDeps): Promise<OptionStore> {
  const { knex, secrets, changes, clock, log } = deps
  const repository = optionRepository(knex, secrets)
  const listeners = new Set<(options: Options) => void>()
  let texts: ReadonlyMap<OptionKey, string> = new Map()
  let options = parseOptions(texts)
  let version = 0
  // Reads run one after the other, so an older one can never overwrite what a newer one saw.
  let lastReload: Promise<void> = Promise.resolve()

  const read = async (): Promise<void> => {
    const stored = await repository.readAll()
    const next = parseOptions(stored, (key) =>
      log?.warn({ key }, 'The stored value of this option cannot be read; its default is used.'),
    )
    texts = stored
    options = next
    version += 1
    for (const listener of listeners) listener(options)
  }
  const reload = (): Promise<void> => {
    const next = lastReload.then(read)
    lastReload = next.catch(() => {})
    return next
  }
  const text = (key: OptionKey): string => texts.get(key) ?? registry[key].default

  const change = async (
    made: OptionChange,
    actor: OptionActor,
    alsoInTransaction: Parameters<OptionStore['reset']>[2],
    write: (trx: Knex.Transaction) => Promise<void>,
  ): Promise<OptionChange> => {
    await knex.transaction(async (trx) => {
      await write(trx)
      await alsoInTransaction?.(trx, made)
      const emptied = await dropSecretOfFormerHost(trx, made, actor.id, clock.now())
      if (emptied !== undefined)
        await alsoInTransaction?.(trx, { key: emptied, before: text(emptied), after: '' })
      const turnedOff = await switchOffChangedProvider(trx, made, actor.id, clock.now())
      if (turnedOff !== undefined)
        await alsoInTransaction?.(trx, { key: turnedOff, before: 'true', after: 'false' })
      await announce(trx, 'options', made.key, clock)
    })
    await changes.changed('options', made.key)
    return made
  }

  await reload()
  changes.on('options', reload)

  return {
    current: () => options,
    version: () => version,
    text,
    reload,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    list: () =>
      optionKeys.map((key) => {
        const { isSecret } = registry[key]
        const plain = text(key)
        return {
          key,
          text: isSecret ? '' : plain,
          isSecret,
          isSet: plain !== '',
          isDefault: plain === registry[key].default,
          fingerprint: isSecret && plain !== '' ? optionSecretFingerprint(key, plain, secrets) : undefined,
        }
      }),
    async set(key, given, actor, { alsoInTransaction, taken } = {}) {
      const known = writableKey(key, actor)
      const reading = readOption(known, given)
      const missing = reading.value === true ? missingNeeds(known, options) : []
      if (missing.length > 0)
        throw new AppError('option_needs', { values: { key, needs: missing.join(', ') }, field: key })
      const made = { key: known, before: text(known), after: reading.text }
      return change(made, actor, alsoInTransaction, async (trx) => {
        const stored = optionRepository(trx, secrets)
        if (taken !== undefined) {
          // Lock first: if two people started from the same text, the second one gets the error.
          const isSame =
            !registry[known].isSecret && (await stored.lock(known, actor.id, clock.now())).text === taken
          if (!isSame) throw new AppError('revision_moved', { field: known })
        }
        await stored.write(known, reading.text, actor.id, clock.now())
      })
    },
    reset(key, actor, alsoInTransaction) {
      const known = writableKey(key, actor)
      const made = { key: known, before: text(known), after: registry[known].default }
      return change(made, actor, alsoInTransaction, (trx) => optionRepository(trx, secrets).forget(known))
    },
    entries(key) {
      const table = tableKey(key)
      const builtIn = readTable(table, undefined)
      return tableEntries(readTable(table, texts.get(table.key))).map((each) => ({
        ...each,
        builtIn: readEntry(builtIn, each.name),
      }))
    },
    async setEntries(edits, actor, alsoInTransaction) {
      const made = await knex.transaction(async (trx) => {
        const changed = await changeEntries(trx, edits, actor, { secrets, clock })
        for (const [key, ofKey] of Map.groupBy(changed, (each) => each.key)) {
          await alsoInTransaction?.(trx, key, ofKey)
          await announce(trx, 'options', key, clock)
        }
        return changed
      })
      for (const key of new Set(made.map((each) => each.key))) await changes.changed('options', key)
      return made
    },
  }
}

function writableKey(key: string, actor: OptionActor): OptionKey {
  if (!isOptionKey(key))
    throw new AppError('option_unknown', { values: { key: key.slice(0, 100) }, field: 'key' })
  const { role } = registry[key]
  if (actor.role < role) throw new AppError('option_role', { values: { key, role }, field: key })
  return key
}
