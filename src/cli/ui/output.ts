import type { Column, Command, View } from '../define-command.ts'
import type { Io, OutputStream } from '../io.ts'
import { csvLine } from './csv.ts'
import { withNames } from './named-fields.ts'
import type { OutputFormat } from './output-format.ts'
import { drawForPeople } from './people.ts'
import { forStream, plainText } from './plain-text.ts'
import { columnsOf, firstOf, isRow, type Row } from './row.ts'
import { withReadableTimes } from './time.ts'

export interface OutputOptions {
  readonly format: OutputFormat
  readonly isQuiet: boolean
  /** Keys of the columns of table and CSV; undefined = all. */
  readonly columns?: readonly string[] | undefined
  /** Created only for human-readable output, because it may cost a call. */
  view(): Promise<View>
}

/** Fields that `-q` prints, of which the first existing one is used: the value a script needs next. */
const handles = ['id', 'request_id', 'name', 'key', 'username']
/** Fields that `-o name` prints: names for people. */
const names = ['name', 'username', 'model_name', 'slug', 'key', 'request_id', 'id']

/** Writes the result of a command: data to standard output, remarks to standard error. */
export async function writeResult(
  command: Command,
  data: unknown,
  io: Io,
  options: OutputOptions,
): Promise<void> {
  if (data === undefined) return
  const text = await format(command, data, io, options)
  if (text !== '') io.stdout.write(text)
}

async function format(command: Command, data: unknown, io: Io, options: OutputOptions): Promise<string> {
  const rows: readonly unknown[] = Array.isArray(data) ? data : [data]
  const lines = (texts: readonly string[]): string => texts.map((each) => `${plainText(each)}\n`).join('')
  if (options.isQuiet)
    return lines(rows.map(command.quiet ?? ((row) => firstOf(row, handles)))).replace(/^\n$/, '')
  const document = command.isRaw ? data : withReadableTimes(withNames(data, command.output))
  switch (options.format) {
    case 'json':
      return lines([toJson(document, 2)])
    case 'ndjson':
      return lines((Array.isArray(document) ? document : [document]).map((each) => toJson(each)))
    case 'yaml':
      return toYaml(document, io.stdout)
    case 'csv':
      return csv(columnsOf(command, options.columns), rows)
    case 'name':
      return lines(rows.map((each) => firstOf(each, names)))
    case 'table':
      return forStream(
        await drawForPeople(command, data, io, await options.view(), options.columns),
        io.stdout,
      )
  }
}

/** Returns the first item of a list. Streams send the items of the command's list. */
const firstItem = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** The position of a row in a stream: whether it is the first, and where it is written to. */
interface RowPlace {
  readonly isFirst: boolean
  readonly stream: Pick<OutputStream, 'isTTY'>
}

/** Formats one row of a stream for scripts: a line of JSON instead of an array, or CSV with a single heading. */
export async function formatRow(
  command: Command,
  row: unknown,
  { format: asked, isQuiet, columns }: Pick<OutputOptions, 'format' | 'isQuiet' | 'columns'>,
  { isFirst, stream }: RowPlace,
): Promise<string> {
  if (isQuiet) return `${plainText((command.quiet ?? ((one: unknown) => firstOf(one, handles)))(row))}\n`
  if (asked === 'name') return `${plainText(firstOf(row, names))}\n`
  if (asked === 'csv') return csv(columnsOf(command, columns), [row], isFirst)
  const document = command.isRaw ? row : withReadableTimes(firstItem(withNames([row], command.output)))
  if (asked === 'yaml') return `---\n${await toYaml(document, stream)}`
  return `${toJson(document)}\n`
}

/**
 * Formats YAML. On a terminal, texts with characters that {@link plainText} would remove are quoted and escaped, so
 * that parsing returns the same text.
 */
async function toYaml(value: unknown, { isTTY }: Pick<OutputStream, 'isTTY'>): Promise<string> {
  const { Document, Scalar, stringify, visit } = await import('yaml')
  if (!isTTY) return stringify(value)
  const document = new Document(value)
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === 'string' && plainText(scalar.value) !== scalar.value)
        scalar.type = Scalar.QUOTE_DOUBLE
    },
  })
  return escaped(document.toString())
}

/** Formats JSON, with characters that {@link plainText} would remove written as escapes. */
const toJson = (document: unknown, indent?: number): string => escaped(JSON.stringify(document, null, indent))

/** Escapes the characters that JSON and quoted YAML do not escape themselves. */
const escaped = (text: string): string =>
  text.replace(
    /[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Formats the columns of the table with the values of the JSON: times in UTC, money as numbers. */
function csv(own: readonly Column<Row>[], rows: readonly unknown[], hasHeading = true): string {
  const [first] = rows
  const columns: readonly Column<Row>[] =
    own.length > 0 || !isRow(first) ? own : Object.keys(first).map((key) => ({ key }))
  if (columns.length === 0)
    return rows.length === 0 ? '' : [['value'], ...rows.map((row) => [row])].map(csvLine).join('')
  const cells = rows.map((row) => {
    const document = withReadableTimes(row)
    return columns.map(({ key, raw }) =>
      isRow(row) && raw ? raw(row) : isRow(document) ? document[key] : document,
    )
  })
  return [...(hasHeading ? [columns.map(({ key }) => key)] : []), ...cells].map(csvLine).join('')
}
