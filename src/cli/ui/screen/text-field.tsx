import { Box, type DOMElement, measureElement, Text, useBoxMetrics, useCursor, useInput, usePaste } from 'ink'
import { useLayoutEffect, useRef, useState } from 'react'
import stringWidth from 'string-width'
import {
  charactersOf,
  type EditKey,
  edited,
  editOf,
  inserted,
  type TextEdit,
  visiblePart,
} from './text-edit.ts'

export interface TextFieldProps {
  readonly value: string
  onChange(value: string): void
  /** Called on Enter. */
  onSubmit?(value: string): void
  /**
   * For a field in a form: receives text that belongs to the following fields. Absent = tabs and line breaks become
   * spaces.
   * @param text typed or pasted text that arrived all at once, from the first Tab or Enter; or all of it
   * @returns false when this field should take the text after all
   */
  onOverflow?(text: string, isPasted: boolean): boolean
  /**
   * Whether the cursor has moved to another field, even if this has not been drawn yet. That field then gets all keys.
   */
  hasLeft?(): boolean
  /** Only the active field receives keys and shows the cursor. */
  readonly isActive?: boolean
  /** Whether to show asterisks instead of the text. */
  readonly isSecret?: boolean
  /** Text shown dimmed while the field is empty. */
  readonly placeholder?: string
}

/**
 * Shows an input field of one line. The terminal's own cursor is placed in it, because input methods for Chinese show
 * their composition at the cursor. Text that is too long scrolls sideways.
 */
export function TextField({
  value,
  onChange,
  onSubmit,
  onOverflow,
  hasLeft = () => false,
  isActive = true,
  isSecret = false,
  placeholder = '',
}: TextFieldProps) {
  const box = useRef<DOMElement>(null)
  const { width, hasMeasured } = useBoxMetrics(box)
  // Keys can arrive faster than frames: each applies to the state after the previous key, not to the last drawn one.
  const latest = useRef<TextEdit>(editOf(value))
  if (latest.current.text !== value) latest.current = editOf(value)
  const [, redraw] = useState({})
  const take = (next: TextEdit): void => {
    const before = latest.current
    latest.current = next
    if (next.text !== before.text) onChange(next.text)
    else if (next.at !== before.at) redraw({})
  }
  useInput(
    (input, key) => {
      if (key.upArrow || key.downArrow || key.tab || key.escape || key.pageUp || key.pageDown) return
      if (hasLeft()) return void onOverflow?.(input, false)
      if (key.return || key.ctrl || input.length <= 1) {
        if (key.return) onSubmit?.(latest.current.text)
        else take(edited(latest.current, input, key))
        return
      }
      // Pasted without brackets, or typed faster than it was read: text and control characters arrive together.
      const typed = input.match(pieces) ?? []
      for (const [index, piece] of typed.entries()) {
        if (isBetweenFields(piece) && onOverflow?.(typed.slice(index).join(''), false)) return
        if (piece === '\r' || piece === '\n') onSubmit?.(latest.current.text)
        else take(edited(latest.current, ...keyOf(piece, key)))
      }
    },
    { isActive },
  )
  usePaste(
    (text) => {
      if (hasLeft()) return void onOverflow?.(text, true)
      const end = text.search(/[\t\r\n]/)
      if (end < 0 || !onOverflow) return take(inserted(latest.current, text))
      take(inserted(latest.current, text.slice(0, end)))
      if (!onOverflow(text.slice(end), true)) take(inserted(latest.current, text.slice(end)))
    },
    { isActive },
  )

  const characters = charactersOf(value).map((each) => (isSecret ? '*' : each))
  // Before the first layout, the width is unknown and Ink truncates text that is too long.
  const room = hasMeasured ? Math.max(4, width) : Number.POSITIVE_INFINITY
  const { text, column } = visiblePart(characters, latest.current.at, room, stringWidth)
  return (
    <Box ref={box} flexGrow={1} flexBasis={0} minWidth={4} height={1}>
      {value === '' ? (
        <Text dimColor wrap="truncate-end">
          {placeholder}
        </Text>
      ) : (
        <Text wrap="truncate-end">{text}</Text>
      )}
      {isActive && <Caret within={box} column={column} />}
    </Box>
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being told apart
const pieces = /[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]+/g

/** Whether the character is a key that leads to the next field. */
const isBetweenFields = (piece: string): boolean => piece === '\t' || piece === '\r' || piece === '\n'

/** Converts a control character to the key that sends it: 0x15 is Ctrl-U, 0x7f is backspace. */
function keyOf(piece: string, key: EditKey): [input: string, key: EditKey] {
  const code = piece.charCodeAt(0)
  if (code === 0x7f || code === 0x08) return ['', { ...key, backspace: true }]
  return code < 0x20 ? [String.fromCharCode(code + 0x60), { ...key, ctrl: true }] : [piece, key]
}

/** Places the terminal's cursor at a column of a box. */
function Caret({
  within,
  column,
}: {
  readonly within: React.RefObject<DOMElement | null>
  readonly column: number
}) {
  const [origin, setOrigin] = useState<{ readonly x: number; readonly y: number }>()
  const { setCursorPosition } = useCursor()
  useLayoutEffect(() => {
    if (within.current === null) return
    const { x, y } = measureElement(within.current)
    if (origin?.x !== x || origin.y !== y) setOrigin({ x, y })
  })
  setCursorPosition(origin && { x: origin.x + column, y: origin.y })
  return null
}
