import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { isObject, type Json, type JsonObject } from '../../openapi/json.ts'
import { expandOperation } from './expand-operation.ts'

const methods = ['get', 'put', 'post', 'delete', 'patch']

/**
 * Bundles the contract: `openapi.yaml` lists every path and its file, and `components/*.yaml` hold sections (`schemas`,
 * `parameters`) whose names are unique across all files.
 *
 * @returns an OpenAPI 3.1 document in which every reference is `#/components/<section>/<name>`
 * @throws Error naming file and reference when one cannot be resolved or a name is used twice
 */
export function bundleContract(directory: string): JsonObject {
  const read = (file: string): JsonObject => {
    const document: Json = parse(readFileSync(join(directory, file), 'utf8'))
    if (!isObject(document)) throw new Error(`openapi/${file} is not a map`)
    return document
  }
  const entry = read('openapi.yaml')
  const components = readComponents(directory, read)
  const paths: JsonObject = {}
  for (const [path, reference] of Object.entries(isObject(entry.paths) ? entry.paths : {}).sort(byName)) {
    const item = followPathReference(path, reference, read)
    paths[path] = Object.fromEntries(
      Object.entries(item).map(([key, value]) =>
        methods.includes(key) && isObject(value) ? [key, expandOperation(value, key, path)] : [key, value],
      ),
    )
  }
  const document = rewriteReferences({ ...entry, paths, components }, 'openapi.yaml')
  if (!isObject(document)) throw new Error('The contract is empty.')
  checkReferences(document)
  return document
}

function readComponents(directory: string, read: (file: string) => JsonObject): JsonObject {
  const merged: { [section: string]: JsonObject } = {}
  for (const file of readdirSync(join(directory, 'components')).sort()) {
    for (const [section, named] of Object.entries(read(`components/${file}`))) {
      if (!isObject(named)) throw new Error(`openapi/components/${file}: ${section} is not a map`)
      merged[section] ??= {}
      for (const [name, value] of Object.entries(named)) {
        if (name in merged[section])
          throw new Error(`openapi/components/${file}: ${section}/${name} exists twice`)
        merged[section][name] = value
      }
    }
  }
  return Object.fromEntries(
    Object.entries(merged)
      .sort(byName)
      .map(([section, named]) => [section, Object.fromEntries(Object.entries(named).sort(byName))]),
  )
}

function followPathReference(path: string, reference: Json, read: (file: string) => JsonObject): JsonObject {
  const target = isObject(reference) && typeof reference.$ref === 'string' ? reference.$ref : ''
  const [file, name] = target.split('#/')
  if (!file || !name) throw new Error(`openapi.yaml: ${path} must be { $ref: paths/<noun>.yaml#/<name> }`)
  const item = read(file)[name]
  if (!isObject(item)) throw new Error(`openapi.yaml: ${path}: ${target} does not exist`)
  return item
}

/**
 * Rewrites references: `../components/users.yaml#/schemas/User` and `#/schemas/User` both become
 * `#/components/schemas/User`.
 */
function rewriteReferences(value: Json, where: string): Json {
  if (Array.isArray(value)) return value.map((each) => rewriteReferences(each, where))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      if (key !== '$ref' || typeof child !== 'string')
        return [key, rewriteReferences(child, `${where}/${key}`)]
      const match = /#\/(?:components\/)?(schemas|parameters)\/([A-Za-z0-9]+)$/.exec(child)
      if (!match) throw new Error(`${where}: cannot follow ${child}`)
      return [key, `#/components/${match[1]}/${match[2]}`]
    }),
  )
}

function checkReferences(document: JsonObject): void {
  const used = new Set<string>()
  const collect = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (isObject(value))
      for (const [key, child] of Object.entries(value)) {
        if (key === '$ref' && typeof child === 'string') used.add(child)
        else collect(child)
      }
  }
  collect(document)
  const known = new Set<string>()
  for (const [section, named] of Object.entries(isObject(document.components) ? document.components : {})) {
    if (section === 'securitySchemes' || !isObject(named)) continue
    for (const name of Object.keys(named)) known.add(`#/components/${section}/${name}`)
  }
  for (const reference of used) if (!known.has(reference)) throw new Error(`${reference} does not exist`)
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)
