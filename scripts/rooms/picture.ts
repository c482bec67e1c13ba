import type { Floor, Part } from './order.ts'

/** Replaces the text between the markers of a block. @throws when the page has no such block */
export function withBlock(page: string, name: string, text: string): string {
  const begin = `<!-- ${name}: made by scripts/generate-architecture.ts -->`
  const end = `<!-- /${name} -->`
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`the page has no block "${name}"`)
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`
}

/** Draws the parts and the floors of the daemon as a Mermaid flowchart. */
export function drawRooms(parts: readonly Part[], floors: readonly Floor[]): string {
  const topDown = floors.toReversed()
  const clients = parts.filter(({ rooms }) => rooms === undefined)
  const lines = [
    'flowchart TB',
    ...clients.map(({ name, holds }) => `  ${name}["${name}<br>${holds}"]`),
    '  contract(["openapi<br>the contract"])',
    ...clients.map(({ name }) => `  ${name} --> contract`),
    '  subgraph daemon',
    ...topDown.flatMap(({ name, rooms }, index) => [
      `    subgraph floor${index}["${name}"]`,
      '      direction LR',
      ...rooms.map((room) => `      ${nodeOf(room.name)}["${room.name}"]`),
      '    end',
    ]),
    ...topDown.slice(1).map((_, index) => `    floor${index} --> floor${index + 1}`),
    '  end',
    '  daemon --> contract',
  ]
  return ['```mermaid', ...lines, '```'].join('\n')
}

/** Returns the ID of a room's node. The prefix avoids words that Mermaid reserves, such as `end`. */
const nodeOf = (room: string): string => `room-${room.replaceAll('/', '-')}`

/** Renders the rooms as a table, top floor first, like the picture. */
export function listRooms(floors: readonly Floor[]): string {
  const rows = floors
    .toReversed()
    .flatMap(({ name, rooms }) =>
      rooms.toReversed().map((room, index) => [index === 0 ? name : '', `\`${room.name}\``, room.holds]),
    )
  return table(['Floor', 'Room', 'What is in it'], rows)
}

/** Renders a table with padded columns, like the formatter. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** Matches a path in backticks, relative to the root of the repository or to `src/daemon/`. */
const NAMED = /`([\w./-]+\.(?:ts|tsx|yaml|md))`/g

/**
 * Returns the files that a page names but that do not exist. @param exists receives a path relative to the repository
 */
export const missingFiles = (page: string, exists: (path: string) => boolean): string[] =>
  [...page.matchAll(NAMED)]
    .map(([, path = '']) => path)
    .filter((path) => !exists(path) && !exists(`src/daemon/${path}`))
