import { Box, type DOMElement, Text, useBoxMetrics, useInput, useWindowSize } from 'ink'
import { useRef, useState } from 'react'
import stringWidth from 'string-width'
import { oneLine } from '../table.ts'
import { useSurroundings } from './show-screen.tsx'
import { TextField } from './text-field.tsx'
import { Waiting } from './waiting.tsx'

export interface Choice<T> {
  readonly value: T
  /** The cells of the line, of which the first is the name. The search covers all of them. */
  readonly cells: readonly string[]
}

export interface SearchListProps<T> {
  /** undefined while they are loading; text typed meanwhile is kept. */
  readonly choices: readonly Choice<T>[] | undefined
  /** The filter text, which the parent component keeps. */
  readonly query: string
  onQuery(query: string): void
  onChoose(choice: Choice<T>): void
  /** Number of rows in the list, not counting the input line. */
  readonly rows: number
  readonly label: string
  /** Total number of choices, if `choices` is only a part of them. */
  readonly total?: number | undefined
  /** Marked lines, which have a tick and are toggled with the space bar; Enter then means done. */
  readonly marked?: ReadonlySet<T>
  onToggle?(choice: Choice<T>): void
  readonly isActive?: boolean
}

/** Returns the choices whose cells contain every word, ignoring case. */
export function matching<T>(choices: readonly Choice<T>[], query: string): readonly Choice<T>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return choices
  return choices.filter(({ cells }) => {
    const text = cells.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Shows a list to choose from: typing filters it, the arrow keys move, Enter selects. */
export function SearchList<T>({
  choices,
  query,
  onQuery,
  onChoose,
  rows,
  label,
  total,
  marked,
  onToggle,
  isActive = true,
}: SearchListProps<T>) {
  const { look, phrase } = useSurroundings()
  // Keys can arrive faster than frames: each applies to the state after the previous key, not to the last drawn one.
  const latest = useRef({ at: 0, query })
  // The filter text was not typed into this field, so the parent has started again.
  if (latest.current.query !== query) latest.current = { at: 0, query }
  const [, redraw] = useState({})
  const current = (): { readonly rows: readonly Choice<T>[]; readonly at: number } => {
    const rows = matching(choices ?? [], latest.current.query)
    return { rows, at: Math.min(latest.current.at, Math.max(0, rows.length - 1)) }
  }
  const { rows: found, at } = current()
  const move = (lines: number): void => {
    const now = current()
    latest.current.at = Math.max(0, Math.min(now.rows.length - 1, now.at + lines))
    redraw({})
  }
  useInput(
    (input, key) => {
      if (key.downArrow || (key.ctrl && input === 'n')) move(1)
      else if (key.upArrow || (key.ctrl && input === 'p')) move(-1)
      else if (key.pageDown) move(rows)
      else if (key.pageUp) move(-rows)
      else if (input === ' ' && onToggle !== undefined) {
        const now = current()
        const choice = now.rows[now.at]
        if (choice !== undefined) onToggle(choice)
      }
    },
    { isActive },
  )
  const take = (): void => {
    const now = current()
    const choice = now.rows[now.at]
    if (choice !== undefined || marked !== undefined) onChoose(choice ?? { value: undefined as T, cells: [] })
  }
  // The selected line stays in the middle while there is more on both sides.
  const top = Math.max(0, Math.min(at - Math.floor(rows / 2), found.length - rows))
  const shown = found.slice(top, top + rows)
  const box = useRef<DOMElement>(null)
  const { width, hasMeasured } = useBoxMetrics(box)
  const { columns } = useWindowSize()
  const lead = marked === undefined ? 2 : 6
  const widths = fitted(columnWidths(found), (hasMeasured ? width : columns) - lead)
  return (
    <Box ref={box} flexDirection="column">
      <Box columnGap={2}>
        <Box flexShrink={0}>
          <Text bold>{label}</Text>
        </Box>
        <TextField
          value={query}
          onChange={(text) => {
            const filter = onToggle === undefined ? text : text.replaceAll(' ', '')
            // The space bar toggles the selected line, which must stay selected.
            if (filter === latest.current.query) return
            latest.current = { at: 0, query: filter }
            onQuery(filter)
          }}
          onSubmit={take}
          isActive={isActive}
          placeholder={phrase('picker.search')}
        />
        <Box flexShrink={0}>
          {choices !== undefined && (
            <Text dimColor>
              {phrase('picker.count', { found: found.length, total: total ?? choices.length })}
            </Text>
          )}
        </Box>
      </Box>
      {shown.map((choice, index) => {
        const isChosen = top + index === at
        const mark = marked === undefined ? '' : marked.has(choice.value) ? '[x] ' : '[ ] '
        return (
          <Box key={String(choice.value)} height={1} columnGap={gap} overflow="hidden">
            {choice.cells.slice(0, widths.length).map((cell, column) => (
              <Box
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                key={column}
                width={(widths[column] ?? 0) + (column === 0 ? lead : 0)}
                flexShrink={column === 0 ? 0 : 1}
              >
                <Text
                  wrap="truncate-end"
                  dimColor={column > 0 && !isChosen}
                  bold={isChosen && column === 0}
                  {...(isChosen ? look.accent : {})}
                >
                  {column === 0 ? `${isChosen ? '> ' : '  '}${mark}` : ''}
                  {oneLine(cell)}
                </Text>
              </Box>
            ))}
          </Box>
        )
      })}
      {choices === undefined && <Waiting text={phrase('picker.loading')} />}
      {choices !== undefined && found.length === 0 && (
        <Text dimColor>
          {'  '}
          {phrase('picker.nothing')}
        </Text>
      )}
    </Box>
  )
}

/** Space between two columns. */
const gap = 2
/** Cells are not cut below this many columns; they are left out instead. */
const cellMin = 12

/** Returns column widths that fit the list. A column that would become too narrow and those after it are left out. */
function fitted(widths: readonly number[], room: number): readonly number[] {
  const shown: number[] = []
  let left = room
  for (const [column, width] of widths.entries()) {
    const own = Math.min(width, left)
    if (column > 0 && own < Math.min(width, cellMin)) break
    shown.push(own)
    left -= own + gap
  }
  return shown
}

/** Returns display widths, with long cells shortened so that the following columns stay in the window. */
function columnWidths<T>(choices: readonly Choice<T>[]): number[] {
  const widths: number[] = []
  for (const { cells } of choices)
    for (const [column, cell] of cells.entries())
      widths[column] = Math.min(
        column === 0 ? 40 : 60,
        Math.max(widths[column] ?? 0, stringWidth(oneLine(cell))),
      )
  return widths
}
