import { useEffect, useSyncExternalStore } from 'react'
import { session } from '../../state/session.ts'
import { storedText } from '../../state/stored-text.ts'
import { type TypedText, withoutKeys, withoutStored } from '../../state/typed-since.ts'
import type { Option } from './use-options.ts'

type TypedTexts = Readonly<Record<string, TypedText>>

/**
 * A text that the user changed back to the stored one is not an edit. We keep it anyway: if the previous text is
 * being saved, this one becomes an edit once the save is done.
 */
const isEdit = ({ text, base }: TypedText): boolean => text !== base

// Beside React, not in it: it outlives the page, and a text that came a moment late would move the cursor.
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
// Nothing of one person is shown to the next one; somebody who signs in again after a while finds their own.
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
  /** Absent for secrets: nobody knows what they hold. */
  readonly before?: string
  readonly isSwitch: boolean
  /** The key of the change that causes this one. We store this one only after that one is stored. */
  readonly follows?: string
}

/** What was typed on the page of settings. It outlives the page and is nowhere but in memory. */
export interface Draft {
  /** What the field shows. Secrets are empty until something is typed. */
  textOf(option: Option): string
  isChanged(option: Option): boolean
  change(option: Option, text: string): void
  /** Forgets what was typed. */
  drop(keys: readonly string[]): void
  /** Forgets what was saved. A text that the user has changed since then stays. */
  settle(saved: readonly Change[]): void
  /** The person has seen that somebody else changed these: saving again goes over what they hold now. */
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
