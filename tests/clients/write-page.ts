import { upstreams } from './upstreams.ts'

/** A row with what came out. */
export interface Measured {
  readonly title: string
  readonly version: string
  /** In the order of the upstreams: step to why it failed. */
  readonly cells: readonly Readonly<Record<string, string>>[]
}

const HEAD = `# Clients

Real clients, unchanged, on strict simulators of the vendors, which refuse what the vendors refuse. A package asks for an answer, for
a stream, and runs a loop with one tool; a program of the command line reads a file with its own tool. \`ok\` means that all of it
went through Tollgate and the upstream got the result of the tool. Everything else names the steps that failed; the reasons are
below the table. A simulator goes by the address that it is asked at: DeepSeek is held to the rules of OpenAI and Anthropic, whose
protocols it speaks. Written by \`npm run test:clients\`, which installs the clients it finds missing.
`

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The page of the matrix. @param date when it was measured, \`2026-11-23\` */
export function writePage(measured: readonly Measured[], date: string): string {
  const titles = ['client', 'version', ...upstreams.map(({ name, model }) => `${name} (${model})`)]
  const rows = measured.map(({ title, version, cells }) =>
    row([title, version, ...cells.map((cell) => shortOf(cell))]),
  )
  const reasons = measured.flatMap(({ title, cells }) =>
    cells.flatMap((cell, index) =>
      Object.entries(cell).map(
        ([step, why]) => `- ${title} on ${upstreams[index]?.name}, ${step}: \`${why.replaceAll('`', "'")}\``,
      ),
    ),
  )
  return [
    HEAD,
    `Measured on ${date}.\n`,
    row(titles),
    row(titles.map(() => '---')),
    ...rows,
    '',
    ...(reasons.length > 0 ? ['## What fails\n', ...reasons, ''] : []),
  ].join('\n')
}

const shortOf = (cell: Readonly<Record<string, string>>): string => {
  const steps = Object.keys(cell)
  return steps.length === 0 ? 'ok' : `fails: ${steps.join(', ')}`
}
