import { type Key, useInput, usePaste } from 'ink'
import { useRef } from 'react'

/** A single key press. */
export interface PressedKey {
  /** The text that the key types; empty for function keys. */
  readonly input: string
  readonly isUp: boolean
  readonly isDown: boolean
  readonly isPageUp: boolean
  readonly isPageDown: boolean
  readonly isHome: boolean
  readonly isEnd: boolean
  readonly isReturn: boolean
  readonly isEscape: boolean
  readonly isBackspace: boolean
  /** Whether Ctrl or Meta is held. */
  readonly isChord: boolean
}

const noKey: PressedKey = {
  input: '',
  isUp: false,
  isDown: false,
  isPageUp: false,
  isPageDown: false,
  isHome: false,
  isEnd: false,
  isReturn: false,
  isEscape: false,
  isBackspace: false,
  isChord: false,
}

const typed: Readonly<Record<string, Partial<PressedKey>>> = {
  '\r': { isReturn: true },
  '\n': { isReturn: true },
  '\u001b': { isEscape: true },
  '\u007f': { isBackspace: true },
  '\b': { isBackspace: true },
}

/**
 * Splits terminal input into keys. Over a slow connection, or when typing fast, several keys arrive together and Ink
 * passes them on as one text.
 */
export function keysOf(input: string, key: Key): readonly PressedKey[] {
  const isChord = key.ctrl || (key.meta && !key.escape)
  const letters = [...input]
  if (letters.length > 1 && !isChord && !key.escape)
    return letters.map((letter) => ({ ...noKey, ...(typed[letter] ?? { input: letter }) }))
  return [
    {
      input: typed[input] === undefined ? input : '',
      isUp: key.upArrow,
      isDown: key.downArrow,
      isPageUp: key.pageUp,
      isPageDown: key.pageDown,
      isHome: key.home,
      isEnd: key.end,
      isReturn: key.return,
      isEscape: key.escape,
      // Terminals send 0x7f for the backspace key, which Ink may report as delete.
      isBackspace: key.backspace || key.delete,
      isChord,
    },
  ]
}

/**
 * Receives one key at a time.
 * @param onKey returns false when the rest of the input must be ignored, because users who paste or type ahead have not
 * seen the question that the key opened
 * @param onPaste receives pasted text, if the terminal marks it; it is never treated as keys
 */
export function useKeys(onKey: (key: PressedKey) => boolean, onPaste: (text: string) => void): void {
  // Keys may arrive faster than the screen is drawn, so each is handled after the effect of the previous one.
  const latest = useRef(onKey)
  latest.current = onKey
  useInput((input, key) => {
    for (const each of keysOf(input, key)) if (!latest.current(each)) return
  })
  usePaste(onPaste)
}
