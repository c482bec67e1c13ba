import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { session } from './session.ts'
import { noteChanges } from './typed-text.ts'

const kept = new Map<string, { readonly userId: number | undefined; readonly value: unknown }>()

/**
 * Keeps state across visits to other pages, for unsaved input. It lasts as long as the window and is only restored for
 * the user who typed it.
 *
 * @param key identifies the state
 */
export function useKeptState<Value>(key: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const userId = session.user()?.id
  const [value, setValue] = useState<Value>(() => {
    const found = kept.get(key)
    return found !== undefined && found.userId === userId ? (found.value as Value) : initial
  })
  useEffect(() => void kept.set(key, { userId, value }), [key, userId, value])
  return [value, setValue]
}

/** Makes the browser ask before the window is closed, and keeps the page open when its session expires. */
export function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    const forget = noteChanges()
    return () => {
      forget()
      window.removeEventListener('beforeunload', warn)
    }
  }, [isOn])
}
