import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Catches the keys that somebody presses while a field is still loading. They are meant for the field. The page behind it would
 * take letters for shortcuts.
 *
 * @param isAwaited whether the field is loading or on the screen
 * @returns a function that the field calls when it gets the focus: it returns what was typed and stops catching keys
 */
export function useEarlyTyping(isAwaited: boolean): () => string {
  const typed = useRef('')
  const stop = useRef(() => {})
  useLayoutEffect(() => {
    if (!isAwaited) return
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', hear, { capture: true })
    stop.current = () => window.removeEventListener('keydown', hear, { capture: true })
    return () => {
      stop.current()
      typed.current = ''
    }
  }, [isAwaited])
  return useCallback(() => {
    stop.current()
    const text = typed.current
    typed.current = ''
    return text
  }, [])
}
