import type { Column, Command, View } from '../define-command.ts'
import type { Io } from '../io.ts'
import { labels } from '../phrases/labels.ts'
import type { Phrase } from '../phrases/phrases.ts'
import { columnsOf, isRow, type Row } from './row.ts'
import { drawDetails, drawTable } from './table.ts'
import { wrappedFor } from './wrap.ts'

/** Draws the output for people: the command's own text, its table, its details, or plain JSON if it defines none. */
export async function drawForPeople(
  command: Command,
  data: unknown,
  io: Io,
  view: View,
  wanted?: readonly string[],
): Promise<string> {
  if (command.text) {
    const text = await command.text(data, view)
    return command.isProse ? wrappedFor(io.stdout, text) : text
  }
  const rows: readonly unknown[] = Array.isArray(data) ? data : [data]
  const columns = columnsOf(command, wanted)
  const { language } = view.phrase
  const heading = ({ heading: own, key }: Column<Row>): string => (own ?? labels[key])?.[language] ?? key
  if (command.table !== undefined) {
    if (rows.length === 0) {
      const { empty } = command.table
      if (empty) io.stderr.write(`${empty[language]}\n`)
      return ''
    }
    return drawTable(
      {
        headings: columns.map((each) => heading(each).toUpperCase()),
        rows: rows.map((row) => columns.map((column) => cell(column, row, view))),
        rightAligned: new Set(columns.flatMap(({ align }, at) => (align === 'right' ? [at] : []))),
        // Columns requested by the user are all shown.
        room: wanted ? columns.map(({ room }) => ({ room: room === 'keep' ? room : 'name' })) : columns,
      },
      view.widthMax,
    )
  }
  if (command.details !== undefined) {
    const drawn = rows.map((row) =>
      drawDetails(columns.map((column) => [heading(column), cell(column, row, view)])),
    )
    return wrappedFor(io.stdout, (await Promise.all(drawn)).join('\n'))
  }
  return rows.map((each) => `${typeof each === 'string' ? each : JSON.stringify(each, null, 2)}\n`).join('')
}

function cell(column: Column<Row>, row: unknown, view: View): string {
  if (!isRow(row)) return show(row, view.phrase)
  return column.value ? column.value(row, view) : show(row[column.key], view.phrase)
}

function show(value: unknown, phrase: Phrase): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return phrase(value ? 'word.yes' : 'word.no')
  if (Array.isArray(value)) return value.map((each) => show(each, phrase)).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
