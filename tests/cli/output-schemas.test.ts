import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { commandIndex } from '../../src/cli/command-index.ts'
import { instantFields, withReadableTimes } from '../../src/cli/ui/time.ts'
import { openTerminal } from './support/run-cli.ts'

const document = JSON.parse(
  readFileSync(new URL('../../openapi/cli-output.gen.json', import.meta.url), 'utf8'),
)
const terminal = await openTerminal()
const schemaOf = async (command: string) => {
  const { code, stdout } = await terminal.run(['schema', ...command.split(' ')])
  return { code, schema: stdout === '' ? undefined : JSON.parse(stdout) }
}

describe('the published schemas', () => {
  test('have one for every command that prints data', async () => {
    for (const { path, load } of commandIndex) {
      const { output } = await load()
      const name = path.replaceAll(' ', '-')
      expect([path, name in document.$defs]).toEqual([path, output !== 'none'])
    }
  })

  test('are valid JSON Schema, whole and one by one', async () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } })
    ajv.addSchema(document, 'all')
    for (const name of Object.keys(document.$defs)) ajv.compile({ $ref: `all#/$defs/${name}` })
    for (const { path } of commandIndex) {
      const { schema } = await schemaOf(path)
      if (schema !== undefined) ajv.compile(schema)
    }
  })

  test('say of every instant what the terminal makes of it', () => {
    const seen = new Set<string>()
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const properties = 'properties' in value ? (value.properties as Record<string, { type?: unknown }>) : {}
      for (const [name, shape] of Object.entries(properties)) {
        if (!instantFields.has(name) || shape.type === 'string') continue
        seen.add(name)
        expect([name, shape]).toEqual([
          name,
          expect.objectContaining({ type: ['string', 'null'], format: 'date-time' }),
        ])
      }
      for (const child of Object.values(value)) visit(child)
    }
    visit(document.$defs)
    expect(seen.size).toBeGreaterThan(5)
    for (const name of seen)
      expect(withReadableTimes({ [name]: 1_795_160_000 })).toEqual({ [name]: '2026-11-20T07:33:20Z' })
  })
})

describe('tollgate schema', () => {
  test('prints one that stands alone', async () => {
    const { code, schema } = await schemaOf('token list')
    expect(code).toBe(0)
    expect(schema).toMatchObject({
      title: 'tollgate token list --json',
      $defs: { Token: { type: 'object' } },
    })
    expect(Object.keys(schema.$defs)).toEqual(['Token'])
  })

  test.each(['nonsense', 'Token', 'serve', 'error nonsense'])('%s has none: exit 5', async (command) => {
    expect((await schemaOf(command)).code).toBe(5)
  })
})
