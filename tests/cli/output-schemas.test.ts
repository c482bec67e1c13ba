import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { readContract } from '../../openapi/contract.ts'
import { isObject, type Json, type JsonObject } from '../../openapi/json.ts'
import { commandIndex } from '../../src/cli/command-index.ts'
import { errorSchema, publishedSchema } from '../../src/cli/published-schema.ts'
import { instantFields, withReadableTimes } from '../../src/cli/ui/time.ts'
import { openTerminal } from './support/run-cli.ts'

const commands = await Promise.all(commandIndex.map(({ load }) => load()))
const contract = readContract()
const schemas = new Map(commands.map((each) => [each.path, publishedSchema(each, contract)]))
const terminal = await openTerminal()
const schemaOf = async (command: string) => {
  const { code, stdout } = await terminal.run(['schema', ...command.split(' ')])
  return { code, schema: stdout === '' ? undefined : JSON.parse(stdout) }
}

/** Resolves a reference into `$defs`. Returns any other shape unchanged. */
const resolved = (shape: Json, shared: JsonObject): Json | undefined =>
  isObject(shape) && typeof shape.$ref === 'string' ? shared[shape.$ref.replace('#/$defs/', '')] : shape

describe('the published schemas', () => {
  test('have one for every command that prints data, and one for failures', async () => {
    for (const { path, output } of commands)
      expect([path, await schemaOf(path)]).toEqual([
        path,
        { code: output === 'none' ? 5 : 0, schema: schemas.get(path) },
      ])
    expect(await schemaOf('error')).toEqual({ code: 0, schema: errorSchema })
  })

  test('are valid JSON Schema, each by itself', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'date-time': true } })
    for (const schema of [...schemas.values(), errorSchema]) if (schema !== undefined) ajv.compile(schema)
  })

  test('say of every instant what the terminal makes of it', () => {
    const seen = new Set<string>()
    const visit = (value: Json | undefined, shared: JsonObject): void => {
      if (Array.isArray(value)) for (const each of value) visit(each, shared)
      if (!isObject(value)) return
      const { properties = null } = value
      for (const [name, own] of Object.entries(isObject(properties) ? properties : {})) {
        const shape = resolved(own, shared)
        if (!instantFields.has(name) || !isObject(shape) || shape.type === 'string') continue
        seen.add(name)
        expect([name, shape]).toEqual([
          name,
          expect.objectContaining({ type: ['string', 'null'], format: 'date-time' }),
        ])
      }
      for (const child of Object.values(value)) visit(child, shared)
    }
    for (const [path, schema] of schemas) {
      // These commands print the server's answer as it is, including its times.
      if (!commands.find((each) => each.path === path)?.isRaw)
        visit(schema, isObject(schema?.$defs) ? schema.$defs : {})
    }
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
    expect(Object.keys(schema.$defs)).toEqual(['Token', 'TokenBudgetPeriod', 'TokenFallbacks'])
  })

  test.each(['nonsense', 'Token', 'serve', 'error nonsense'])('%s has none: exit 5', async (command) => {
    expect((await schemaOf(command)).code).toBe(5)
  })
})
