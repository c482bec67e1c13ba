import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { session } from './session.ts'
import { noteChanges } from './typed-text.ts'

const kept = new Map<string, { readonly userId: number | undefined; readonly value: unknown }>()

/**
 * State that is there again after a visit to another page: what was typed and not saved. It lives as long as the window,
 * and nobody but who typed it gets to see it.
 *
 * @param key names it among all that is kept
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

/** The browser asks before the window is left, and the page outlasts its session. */
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
