import { CliError } from '../cli-error.ts'
import { commandIndex } from '../command-index.ts'
import { defineCommand } from '../define-command.ts'
import { exitCodes } from '../exit-codes.ts'
import { errorSchema, publishedSchema } from '../published-schema.ts'

export const schema = defineCommand({
  path: 'schema',
  summary: {
    en: "Prints the JSON Schema of a command's --json output",
    zh: '显示命令 --json 输出的 JSON Schema',
  },
  examples: ['tollgate schema token list', 'tollgate schema explain > explanation.schema.json'],
  isLocal: true,
  args: { command: { name: '<command...>', help: { en: 'Command', zh: '命令' } } },
  exits: [exitCodes.notFound],
  operations: [],
  output: { type: 'object', description: 'A JSON Schema (2020-12) that needs no other document.' },
  run: async ({ command }, { phrase }) => {
    const path = command.join(' ')
    const found = path === 'error' ? errorSchema : await schemaOf(path)
    if (found === undefined)
      throw new CliError(
        'schema_not_found',
        exitCodes.notFound,
        phrase('error.noSchema', { command: path }),
        {
          hint: phrase('hint.help'),
        },
      )
    return found
  },
  text: (document) => `${JSON.stringify(document, null, 2)}\n`,
})

async function schemaOf(path: string): Promise<object | undefined> {
  const entry = commandIndex.find((each) => each.path === path)
  if (entry === undefined) return undefined
  // Loaded lazily: help loads every command, but only a run needs the large contract.
  const { readContract } = await import('../../../openapi/contract.ts')
  return publishedSchema(await entry.load(), readContract())
}
