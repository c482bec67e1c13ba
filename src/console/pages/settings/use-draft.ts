import { useEffect, useSyncExternalStore } from 'react'
import { session } from '../../state/session.ts'
import { storedText } from '../../state/stored-text.ts'
import { type TypedText, withoutKeys, withoutStored } from '../../state/typed-since.ts'
import type { Option } from './use-options.ts'

type TypedTexts = Readonly<Record<string, TypedText>>

/**
 * Returns whether a text is an edit. A text that was changed back to the stored one is not, but it is kept: if the
 * previous text is being saved, this one becomes an edit once the save is done.
 */
const isEdit = ({ text, base }: TypedText): boolean => text !== base

// Kept outside React: it outlives the page, and a text that is updated late would move the cursor.
let typedTexts: TypedTexts = {}
const listeners = new Set<() => void>()
const update = (next: (before: TypedTexts) => TypedTexts): void => {
  typedTexts = next(typedTexts)
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
let owner = session.user()?.id
// Nothing is shown to the next user; somebody who signs in again after a while finds their own input.
storedText('user').subscribe(() => {
  const id = session.user()?.id
  if (id === undefined || id === owner) return
  owner = id
  update(() => ({}))
})

/** A setting to save. */
export interface Change {
  readonly key: string
  readonly value: string
  /** Absent for secrets, whose value is unknown. */
  readonly before?: string
  readonly isSwitch: boolean
  /** The key of the change that causes this one, which is only saved after that one. */
  readonly follows?: string
}

/** Unsaved input of the settings page. It outlives the page and is only kept in memory. */
export interface Draft {
  /** Returns the text of the field. Secrets are empty until something is typed. */
  textOf(option: Option): string
  isChanged(option: Option): boolean
  change(option: Option, text: string): void
  /** Discards what was typed. */
  drop(keys: readonly string[]): void
  /** Discards what was saved. A text that the user has changed since then stays. */
  settle(saved: readonly Change[]): void
  /**
   * Accepts newer stored values, once the user has seen that somebody else changed them: saving again overwrites them.
   */
  rebase(options: readonly Option[]): void
  changesOf(options: readonly Option[]): readonly Change[]
}

export function useDraft(): Draft {
  const typed = useSyncExternalStore(subscribe, () => typedTexts)
  const textOf = (option: Option) => {
    const own = typed[option.key]
    return own && isEdit(own) ? own.text : option.value
  }
  const isChanged = (option: Option) => textOf(option) !== option.value

  const hasTyped = Object.values(typed).some(isEdit)
  useEffect(() => {
    if (!hasTyped) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [hasTyped])

  return {
    textOf,
    isChanged,
    change: (option, text) =>
      update((before) => {
        const own = before[option.key]
        const base = own && isEdit(own) && text !== option.value ? own.base : option.value
        return { ...before, [option.key]: { text, base } }
      }),
    drop: (keys) => update((before) => withoutKeys(before, keys)),
    settle: (saved) =>
      update((before) => withoutStored(before, new Map(saved.map(({ key, value }) => [key, value])))),
    rebase: (options) =>
      update((before) => ({
        ...before,
        ...Object.fromEntries(
          options.flatMap(({ key, value }) => {
            const own = before[key]
            return own && isEdit(own) ? [[key, { ...own, base: value }]] : []
          }),
        ),
      })),
    changesOf: (options) =>
      options.filter(isChanged).map((option) => ({
        key: option.key,
        value: textOf(option),
        ...(option.is_secret ? {} : { before: typed[option.key]?.base ?? option.value }),
        isSwitch: option.type === 'boolean',
      })),
  }
}
