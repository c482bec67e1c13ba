import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * What is typed after a field was asked for and before it is on the screen belongs to the field, not to the page behind,
 * where letters are shortcuts.
 *
 * @param isAwaited the field is on the screen, or on its way
 * @returns for the field, once it has the focus: what was typed so far. From then on it hears its keys itself
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
