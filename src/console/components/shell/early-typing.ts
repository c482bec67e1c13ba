import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Captures the keys that somebody presses while a field is still loading. They are meant for the field; without this,
 * the page behind it would treat letters as shortcuts.
 *
 * @param isAwaited whether the field is loading or on the screen
 * @returns a function that the field calls when it gets the focus: it returns what was typed and stops capturing keys
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
