import { readFile } from 'node:fs/promises'
import { CliError } from '../cli-error.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'

interface PublishedSchemas {
  readonly $schema: string
  readonly $defs: Readonly<Record<string, object>>
}

/** Lies beside the contract in the sources, in the build and in the package alike. */
const published = new URL('../../../openapi/cli-output.gen.json', import.meta.url)

export const schema = defineCommand({
  path: 'schema',
  summary: {
    en: "Prints the JSON Schema of a command's --json output",
    zh: '显示命令 --json 输出的 JSON Schema',
  },
  examples: ['tollgate schema token list', 'tollgate schema explain > explanation.schema.json'],
  isLocal: true,
  args: { command: { name: '<command...>', help: { en: 'The command', zh: '命令' } } },
  exits: [exitCodes.notFound],
  operations: [],
  output: { type: 'object', description: 'A JSON Schema (2020-12) that needs no other document.' },
  run: async ({ command }, { phrase }) => {
    const { $schema, $defs }: PublishedSchemas = JSON.parse(await readFile(published, 'utf8'))
    const name = command.join('-')
    // Names of the contract's own shapes begin with a capital letter: they are no commands.
    const own = /^[a-z]/.test(name) ? $defs[name] : undefined
    if (own === undefined)
      throw new CliError(
        'schema_not_found',
        exitCodes.notFound,
        phrase('error.noSchema', { command: command.join(' ') }),
        { hint: phrase('hint.help') },
      )
    return { $schema, ...own, ...shapesOf(own, $defs) }
  },
  text: (document) => `${JSON.stringify(document, null, 2)}\n`,
})

/** The shared shapes that a schema refers to, and those that they refer to. */
function shapesOf(schema: object, all: PublishedSchemas['$defs']): { $defs?: Record<string, object> } {
  const found: Record<string, object> = {}
  const visit = (value: object): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const shape = all[name]
      if (shape === undefined || found[name] !== undefined) continue
      found[name] = shape
      visit(shape)
    }
  }
  visit(schema)
  return Object.keys(found).length === 0 ? {} : { $defs: found }
}
