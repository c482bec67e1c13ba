import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../openapi/json.ts'
import { bundleContract } from '../../scripts/contract/bundle.ts'
import { catalogue } from '../../src/daemon/errors/catalogue.ts'
import { contract, type OperationId } from '../../src/daemon/http/contract.ts'

const document = bundleContract(join(import.meta.dirname, '../../openapi'))
const map = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

const operations = Object.entries(map(document.paths)).flatMap(([path, item]) =>
  Object.entries(map(item)).map(([method, operation]) => ({ path, method, operation: map(operation) })),
)
const named = operations.map((each): [string, (typeof operations)[number]] => [
  String(each.operation.operationId),
  each,
])

/** Finds every schema of the document that has properties, with its location. */
function walk(value: Json, place: string, found: [string, JsonObject][] = []): [string, JsonObject][] {
  if (Array.isArray(value))
    for (const [index, child] of value.entries()) walk(child, `${place}/${index}`, found)
  if (!isObject(value)) return found
  if (isObject(value.properties)) found.push([place, value])
  // The map of properties is not a schema itself, although a property may be called `properties`.
  for (const [key, child] of Object.entries(value))
    if (key === 'properties')
      for (const [name, property] of Object.entries(map(child)))
        walk(property, `${place}/properties/${name}`, found)
    else if (key !== 'example') walk(child, `${place}/${key}`, found)
  return found
}

const resolve = (schema: JsonObject): JsonObject => {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined
  return name === undefined ? schema : map(map(map(document.components).schemas)[name])
}
const jsonSchema = (holder: Json | undefined): JsonObject =>
  resolve(map(map(map(map(holder).content)['application/json']).schema))

describe('the contract', () => {
  it('names every operation once', () => {
    const ids = named.map(([id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
  })

  it('uses every component', () => {
    const text = JSON.stringify(document)
    const components = map(document.components)
    for (const section of ['schemas', 'parameters'])
      for (const name of Object.keys(map(components[section])))
        expect(text.includes(`"#/components/${section}/${name}"`), `${section}/${name} is used nowhere`).toBe(
          true,
        )
  })

  it('has no key without a value, which a comma in an unquoted text would make', () => {
    const holes: string[] = []
    const look = (value: Json, place: string): void => {
      if (value === null && !/\/(example|default|enum)(\/|$)/.test(place)) holes.push(place)
      else if (typeof value === 'object' && value !== null)
        for (const [key, child] of Object.entries(value)) look(child, `${place}/${key}`)
    }
    look(document, '')
    expect(holes).toEqual([])
  })

  it('uses keywords of JSON Schema and no others', () => {
    const known =
      /^(type|format|enum|const|required|properties|additionalProperties|items|description|example|default|minimum|maximum|exclusiveMinimum|minLength|maxLength|minItems|maxItems|uniqueItems|pattern|anyOf|oneOf|allOf|\$ref|x-error-code)$/
    for (const [place, schema] of walk(document, ''))
      for (const property of [schema, ...Object.values(map(schema.properties)).map(map)])
        for (const keyword of Object.keys(property)) expect(keyword, place).toMatch(known)
  })

  it('describes every property', () => {
    for (const [place, schema] of walk(document, ''))
      for (const [name, property] of Object.entries(map(schema.properties)))
        expect(
          resolve(map(property)).description ?? map(property).description,
          `${place}/${name}`,
        ).toBeTruthy()
  })

  it('describes every parameter', () => {
    for (const { path, operation } of operations)
      for (const each of list(operation.parameters)) {
        const name = String(map(each).$ref ?? '')
          .split('/')
          .at(-1)
        const parameter = name ? map(map(map(document.components).parameters)[name]) : map(each)
        expect(parameter.description, `${path} ${String(parameter.name)}`).toBeTruthy()
      }
  })

  it.each(named)('%s has a tag, a summary and an access', (_id, { operation }) => {
    expect(list(operation.tags)).toHaveLength(1)
    expect(map(document).tags).toContainEqual(expect.objectContaining({ name: list(operation.tags)[0] }))
    expect(operation.summary).toBeTruthy()
    expect(['public', 'optional', 'user', 'admin', 'root']).toContain(operation['x-access'])
  })

  it.each(named)('%s says which scope a named access token needs', (_id, { operation }) => {
    if (operation['x-access'] === 'public' || operation['x-access'] === 'optional') return
    // Without a scope, any token, however narrow, could make the call.
    expect(operation['x-scope']).toMatch(/^(full|[a-z-]+:(read|write))$/)
  })

  it.each(named)('%s with a body refuses unknown fields and shows an example', (_id, { operation }) => {
    if (operation.requestBody === undefined) return
    const schema = jsonSchema(operation.requestBody)
    expect(schema.type).toBe('object')
    expect(schema.additionalProperties).toBe(false)
    expect(schema.example).toBeDefined()
  })

  it.each(named)('%s bounds every text and list it takes', (id, { operation }) => {
    const unbounded = (value: JsonObject, place: string): string[] => {
      const schema = resolve(value)
      const types = Array.isArray(schema.type) ? schema.type : [schema.type]
      const here =
        (types.includes('string') && schema.enum === undefined && schema.maxLength === undefined) ||
        (types.includes('array') && schema.maxItems === undefined)
      return [
        ...(here ? [place] : []),
        ...Object.entries(map(schema.properties)).flatMap(([name, child]) =>
          unbounded(map(child), `${place}.${name}`),
        ),
        ...(isObject(schema.items) ? unbounded(schema.items, `${place}[]`) : []),
      ]
    }
    expect(unbounded(jsonSchema(operation.requestBody), id)).toEqual([])
  })

  it('describes what comes in and goes out by schemas that are valid', () => {
    const ajv = new Ajv2020()
    const invalid = named.flatMap(([id]) => {
      const { body, params, querystring, headers, response } = contract(id as OperationId).schema ?? {}
      const schemas = [body, params, querystring, headers, ...Object.values(response ?? {})]
      return schemas.every((schema) => schema === undefined || ajv.validateSchema(schema)) ? [] : [id]
    })
    expect(invalid).toEqual([])
  })

  it.each(named)('%s that answers a list answers pages', (_id, { operation }) => {
    const answer = jsonSchema(map(operation.responses)['200'])
    const data = resolve(map(map(answer.properties).data))
    if (data.type !== 'array') return
    expect(operation['x-unpaged'], 'page it, or say why not in x-unpaged').toBeTruthy()
  })

  it.each(named)('%s names the errors it can answer', (_id, { operation, method }) => {
    const codes = list(operation['x-error-codes']).map(String)
    for (const code of codes) {
      expect(Object.keys(catalogue)).toContain(code)
      const { status } = catalogue[code as keyof typeof catalogue]
      expect(map(operation.responses)[String(status)], `${code} has no response ${status}`).toBeDefined()
    }
    if (method !== 'get') expect(codes).toContain('too_many_requests')
    if (operation['x-access'] === 'admin') expect(codes).toContain('insufficient_role')
  })
})
