import type { AbsentClient } from './cell.ts'
import type { TenTurns } from './ten-turns.ts'
import { tried, triedOn } from './tried-by-hand.ts'
import { upstreams } from './upstreams.ts'

/** A row of the matrix with its results. */
export interface Measured {
  readonly title: string
  readonly version: string
  /** Failures by step, in the order of the upstreams. */
  readonly cells: readonly Readonly<Record<string, string>>[]
}

/** The content of the page. */
export interface Findings {
  readonly measured: readonly Measured[]
  readonly absent: readonly AbsentClient[]
  readonly turns: readonly TenTurns[]
}

const HEAD = `# Clients

Real clients, unchanged, on strict simulators of the vendors, which refuse what the vendors refuse. A package asks for an answer, for
a stream, and runs a loop with one tool; a program of the command line reads a file with its own tool. \`ok\` means that all of it
went through Tollgate and the upstream got the result of the tool. Everything else names the steps that failed; the reasons are
below the table. A simulator goes by the address that it is asked at: DeepSeek is held to the rules of OpenAI and Anthropic, whose
protocols it speaks. Every client runs with an empty environment of its own. Written by \`npm run test:clients\`, which installs the
clients it finds missing.
`

/** Formats the page of the matrix. @param date date of the measurement, such as `2026-11-23` */
export function writePage({ measured, absent, turns }: Findings, date: string): string {
  const titles = ['client', 'version', ...upstreams.map(({ name, model }) => `${name} (${model})`)]
  const rows = measured.map(({ title, version, cells }) => [title, version, ...cells.map(shortOf)])
  const reasons = measured.flatMap(({ title, cells }) =>
    cells.flatMap((cell, index) =>
      Object.entries(cell).map(
        ([step, why]) => `- ${title} on ${upstreams[index]?.name}, ${step}: \`${why.replaceAll('`', "'")}\``,
      ),
    ),
  )
  const missing = absent.map(({ title, why }) => `- ${title}: \`${why.replaceAll('`', "'")}\``)
  return [
    HEAD,
    `Measured on ${date}.\n`,
    ...table([titles, ...rows]),
    '',
    ...(reasons.length > 0 ? ['## What fails\n', ...reasons, ''] : []),
    ...describeTurns(turns),
    ...describeTried(),
    ...(missing.length > 0 ? ['## What could not be installed\n', ...missing, ''] : []),
  ].join('\n')
}

const TURNS = `## Ten turns over three keys on two channels

Codex and Claude Code hold three sessions of ten turns, each turn with a call of a tool and reasoning. Two channels serve the model, one
with two keys and one with one. The simulator refuses reasoning that it sealed or signed for another key, and each key has a prompt cache
of its own, which keeps beginnings of 1024 tokens and more; with Claude only what is marked. A turn counts as cached when at least half
of its prompt was found there. The first turn of a first session never is. More than one key in a session means that it was moved.
`

function describeTurns(turns: readonly TenTurns[]): readonly string[] {
  const rows = turns.map(({ title, model, turns: count, refused, cached, keys }) => [
    ...[title, model, String(count), String(refused)],
    `${cached} (${Math.floor((100 * cached) / Math.max(1, count))} %)`,
    keys.join(', '),
  ])
  const faults = turns.flatMap(({ title, model, faults: each }) =>
    each.map((why) => `- ${title} with ${model}: \`${why.replaceAll('`', "'")}\``),
  )
  const head = ['client', 'model', 'turns', 'refused', 'cached', 'keys of the sessions']
  return [TURNS, ...table([head, ...rows]), '', ...(faults.length > 0 ? [...faults, ''] : [])]
}

const TRIED = `## Tried by hand

These clients ran once, on ${triedOn}, on the same simulators. A package asked for an answer and a stream with its usage and ran a loop
with one tool; most also streamed the loop and asked for a structured answer, about a picture, for embeddings, for the list of models
and for what is refused. A program of the command line read a file with its own tool. Where nothing is named, all of it worked on every
vendor of the table above.
`

function describeTried(): readonly string[] {
  const rows = tried.map(({ language, client, version, fails }) => [language, client, version, fails])
  return [TRIED, ...table([['language', 'client', 'version', 'what does not work'], ...rows]), '']
}

const shortOf = (cell: Readonly<Record<string, string>>): string => {
  const steps = Object.keys(cell)
  return steps.length === 0 ? 'ok' : `fails: ${steps.join(', ')}`
}

/** Formats a table with aligned columns. The first row is the header. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)]
}
