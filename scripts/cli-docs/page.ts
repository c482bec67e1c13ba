import { chapters, nouns } from '../../src/cli/command-index.ts'
import type { Command, OptionShape } from '../../src/cli/define-command.ts'
import { type ExitCode, exitCodes } from '../../src/cli/exit-codes.ts'
import { allOptions, clientOptions } from '../../src/cli/shared-options.ts'
import { exitsOf, type OperationFacts } from './exits.ts'

const meanings: Readonly<Record<ExitCode, string>> = {
  [exitCodes.done]: 'success, or a plan without changes',
  [exitCodes.failed]: 'unexpected failure',
  [exitCodes.usage]: 'usage error; nothing was sent',
  [exitCodes.notSignedIn]: 'not signed in',
  [exitCodes.notAllowed]: 'not allowed',
  [exitCodes.notFound]: 'not found',
  [exitCodes.conflict]: 'conflict: already exists, not unique, or changed in the meantime',
  [exitCodes.rejected]: 'rejected by validation',
  [exitCodes.quota]: 'not enough quota',
  [exitCodes.unavailable]: 'network error, timeout, or server not ready',
  [exitCodes.planHasChanges]: 'the plan has changes (`--detailed-exitcode`)',
  [exitCodes.partial]: 'partly done',
  [exitCodes.checkFailed]: 'a check failed',
  [exitCodes.interrupted]: 'interrupted, or confirmation declined',
}

const introduction = `# Commands

The terminal is a client of the management API. Every command prints data on standard output and everything else on
standard error. Times are local in tables and RFC 3339 in UTC elsewhere; amounts show dollars and quota units.

\`tollgate schema COMMAND\` prints the JSON Schema of what a command prints with \`--json\`; with \`-o ndjson\`, each line is one
item of the list. Fields are never removed within a major version. With \`--json\`, a failure is
\`{"error":{"code","message","hint","field","requestId","status"}}\` on standard error (\`tollgate schema error\`).

Made by \`npm run generate\` from the commands themselves.
`

const variables = `## Environment

| variable | meaning |
| --- | --- |
| \`TOLLGATE_URL\`, \`TOLLGATE_TOKEN\` | server and access token, without any saved context |
| \`TOLLGATE_CONTEXT\` | saved context to use |
| \`TOLLGATE_CONFIG_DIR\` | where contexts are saved |
| \`TOLLGATE_OUTPUT\` | output format, as \`-o\` |
| \`TOLLGATE_TIMEOUT\` | as \`--timeout\` |
| \`TOLLGATE_LANG\` | \`en\` or \`zh\` |
| \`TOLLGATE_NO_INPUT\`, \`CI\` | never ask |
| \`NO_COLOR\` | no colours |

A flag goes before the environment, the environment before the context.
`

/** Renders the page about all commands, in the order of their chapters. @throws Error if a command is in no chapter */
export function commandPage(
  commands: readonly Command[],
  operations: ReadonlyMap<string, OperationFacts>,
): string {
  const shown = commands.filter(({ isHidden }) => !isHidden)
  const wordOf = ({ path }: Command): string => path.split(' ')[0] ?? ''
  const lost = shown.filter((each) => !chapters.some(({ words }) => words.includes(wordOf(each))))
  if (lost.length > 0)
    throw new Error(`no chapter of command-index.ts names ${lost.map(({ path }) => path).join(', ')}`)
  const parts = chapters.flatMap(({ title, words }) => {
    const ofChapter = words.flatMap((word) => shown.filter((each) => wordOf(each) === word))
    if (ofChapter.length === 0) return []
    const about = words.flatMap((word) =>
      nouns[word] !== undefined && ofChapter.some((each) => wordOf(each) === word)
        ? [`- \`${word}\`: ${nouns[word].en}`]
        : [],
    )
    return [
      `## ${title.en}\n`,
      ...(about.length === 0 ? [] : [`${about.join('\n')}\n`]),
      ...ofChapter.map((each) => commandPart(each, operations)),
    ]
  })
  return `${[introduction, `## Flags of every command that talks to a server\n\n${flagTable(Object.values(clientOptions))}`, variables, exitPart(), ...parts].join('\n').trimEnd()}\n`
}

function exitPart(): string {
  const rows = Object.values(exitCodes).map((code) => `| ${code} | ${meanings[code]} |\n`)
  return `## Exit codes\n\n| code | meaning |\n| --- | --- |\n${rows.join('')}`
}

function commandPart(command: Command, operations: ReadonlyMap<string, OperationFacts>): string {
  const { path, summary, examples, args, output } = command
  const shared = new Set<OptionShape>(Object.values(clientOptions))
  const own = Object.values(allOptions(command)).filter((each) => !each.isHidden && !shared.has(each))
  const usage = ['tollgate', path, ...Object.values(args).map(({ name }) => name), '[flags]'].join(' ')
  const positionals = Object.values(args).map(({ name, help }) => `- \`${name}\`: ${help.en}\n`)
  const facts = [
    `Exit codes: ${exitsOf(command, operations).join(', ')}.`,
    needs(command, operations),
    output === 'none' ? 'No output of its own.' : '',
  ]
  return [
    `### tollgate ${path}\n`,
    `${summary.en}.\n`,
    `\`\`\`\n${examples.map((each) => `${each}\n`).join('')}\`\`\`\n`,
    `Usage: \`${usage}\`\n`,
    ...(positionals.length === 0 ? [] : [positionals.join('')]),
    ...(own.length === 0 ? [] : [flagTable(own)]),
    `${facts.filter(Boolean).join(' ')}\n`,
  ].join('\n')
}

function needs({ operations }: Command, facts: ReadonlyMap<string, OperationFacts>): string {
  const asked = new Set(operations.map((id) => facts.get(id)?.access))
  if (asked.has('root')) return 'For the super administrator.'
  if (asked.has('admin')) return 'For administrators.'
  return asked.has('user') ? 'For every account.' : ''
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

const flagTable = (shapes: readonly OptionShape[]): string =>
  `| flag | meaning |\n| --- | --- |\n${shapes
    .map(({ flag, help, required, choices }) => {
      const taken = choices === undefined ? '' : ` (${choices.join(', ')})`
      return `| \`${cell(flag)}\`${required === true ? ' (needed)' : ''} | ${cell(help.en)}${choices?.every((each) => help.en.includes(each)) ? '' : cell(taken)} |\n`
    })
    .join('')}`
