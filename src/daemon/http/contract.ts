import type { HTTPMethods, RouteShorthandOptions } from 'fastify'
import { type ContractDocument, readContract } from '../../../openapi/contract.ts'
import type { operations } from '../../../openapi/types.gen.ts'

/** Required access: anyone; anyone, with the session used if there is one; a user; role 10; role 100. */
export type Access = 'public' | 'optional' | 'user' | 'admin' | 'root'

/** The properties of an operation that the hooks read, in `request.routeOptions.config`. */
export interface OperationConfig {
  readonly operationId: string
  readonly access: Access
  /** Scope that a named access token needs, such as `users:read`; empty = any. */
  readonly scope: string
  /** Whether the operation is available before the site has been set up. */
  readonly isBeforeSetup: boolean
  /** Whether the operation changes something, whatever its method (some GETs of the product's API change state). */
  readonly isChange: boolean
  /** Whether the operation is allowed on a demo site although it is a change. */
  readonly isDemoAllowed: boolean
  /** Whether the operation is exempt from rate limits: probes, and what every page requests for every visitor. */
  readonly isUnlimited: boolean
  /** Whether the operation counts against the small budget of sign-in attempts. */
  readonly isCritical: boolean
  /**
   * Whether the session's user must have proved their identity recently. `recent`: not required of access tokens;
   * `session`: access tokens are refused. Empty = no.
   */
  readonly proof: 'recent' | 'session' | ''
  /** Whether a session may use the operation while its account lacks the second factor that the site requires. */
  readonly isWithoutSecondFactor: boolean
  /**
   * How to handle a repeated call with the same `Idempotency-Key` if the outcome of the first is unknown. `safe`: runs
   * again, because repeating it has no further effect. `careful`: runs again after a 5xx, but not after a daemon died.
   * `once`: refused after both, because it moves money. `ledger`: the ledger itself detects repetitions.
   */
  readonly repeat: 'safe' | 'careful' | 'once' | 'ledger'
  /** Whether failures have their text in `data`. */
  readonly hasFailureInData: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<OperationConfig> {}
}

export type OperationId = keyof operations

type Json = unknown
type JsonMap = Readonly<Record<string, Json>>
interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: JsonMap
}

/** Types of one operation, for `app.route<Contract<'getUser'>>({ ...contract('getUser'), handler })`. */
export interface Contract<Id extends OperationId> {
  Params: operations[Id] extends { parameters: { path: infer Path } } ? Path : unknown
  Querystring: operations[Id] extends { parameters: { query?: infer Query } }
    ? NonNullable<Query>
    : Record<string, never>
  Body: operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : undefined
  Reply: Answer<Id>
}

/** The request body of an operation. */
export type Body<Id extends OperationId> = Contract<Id>['Body']

/** The complete response with status 200. */
export type Answer<Id extends OperationId> = operations[Id] extends {
  responses: { 200: { content: { 'application/json': infer Body } } }
}
  ? Body
  : unknown

/** The `data` of an operation's response. */
export type Data<Id extends OperationId> = Answer<Id> extends { data: infer Data } ? Data : never

/**
 * A schema of the contract that is only read when it is compiled. All schemas together, with their references inlined,
 * would take ten megabytes of memory, and most are never used.
 */
class LazySchema {
  readonly read: () => Json

  constructor(read: () => Json) {
    this.read = read
  }
}

/** Returns a route's schema for compiling, without references; {} if it has none. */
export const readSchema = (schema: unknown): JsonMap =>
  (schema instanceof LazySchema ? schema.read() : (schema ?? {})) as JsonMap

/** Returns the ids of all operations of the contract, in the order of its paths. */
export const operationIds = (): readonly string[] => [...readIndex().operations.keys()]

/**
 * Reads the method, path, schemas and access of an operation from the bundled contract. Requests are validated against
 * it (bodies without type conversion, query and path with it); fields that it does not define are removed from
 * responses.
 */
export function contract(id: OperationId): RouteShorthandOptions & {
  method: HTTPMethods
  url: string
  config: OperationConfig
} {
  const { operation, method, path } = find(id)
  const isChange =
    (method !== 'get' && operation['x-reads-only'] !== true) || operation['x-changes-state'] === true
  return {
    method: method.toUpperCase() as HTTPMethods,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...parameterSchema(id, 'path', 'params'),
      ...parameterSchema(id, 'query', 'querystring'),
      ...parameterSchema(id, 'header', 'headers'),
      ...(bodySchema(operation) && { body: new LazySchema(() => inline(bodySchema(find(id).operation))) }),
      ...(answerSchema(operation) && {
        response: { 200: new LazySchema(() => inline(answerSchema(find(id).operation))) },
      }),
    },
    config: {
      operationId: id,
      access: operation['x-access'] as Access,
      scope: typeof operation['x-scope'] === 'string' ? operation['x-scope'] : '',
      isBeforeSetup: operation['x-before-setup'] === true,
      isChange,
      isDemoAllowed: operation['x-demo-allowed'] === true,
      isUnlimited: operation['x-unlimited'] === true,
      isCritical: operation['x-critical'] === true,
      proof: readProof(operation),
      isWithoutSecondFactor: operation['x-without-second-factor'] === true,
      repeat: readRepeat(operation, method),
      hasFailureInData: operation['x-failure'] === 'in-data',
    },
  }
}

/** Deletions are safe to repeat; for everything else the contract must say so. */
function readRepeat(operation: JsonMap, method: string): OperationConfig['repeat'] {
  const said = operation['x-repeat']
  if (said === 'safe' || said === 'once' || said === 'ledger') return said
  return method === 'delete' ? 'safe' : 'careful'
}

function readProof({ 'x-proof': said }: JsonMap): OperationConfig['proof'] {
  return said === 'recent' || said === 'session' ? said : ''
}

interface Found {
  readonly operation: JsonMap
  readonly method: string
  readonly path: string
}

interface Index {
  readonly operations: ReadonlyMap<string, Found>
  readonly components: ContractDocument['components']
}

let lastIndex: WeakRef<Index> | undefined

/** Returns the parsed contract. Garbage collection may free it while nothing is being registered or compiled. */
function readIndex(): Index {
  const known = lastIndex?.deref()
  if (known) return known
  const made = indexOperations(readContract())
  lastIndex = new WeakRef(made)
  return made
}

function indexOperations({ paths, components }: ContractDocument): Index {
  const operations = new Map<string, Found>()
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const { operationId } = operation as { operationId?: string }
      if (operationId) operations.set(operationId, { operation: operation as JsonMap, method, path })
    }
  return { operations, components }
}

function find(id: OperationId): Found {
  const found = readIndex().operations.get(id)
  if (!found) throw new Error(`The contract has no operation ${id}.`)
  return found
}

const bodySchema = ({ requestBody }: JsonMap): JsonMap | undefined => mediaSchema(requestBody)

const answerSchema = ({ responses }: JsonMap): JsonMap | undefined =>
  mediaSchema((responses as JsonMap)['200'])

function mediaSchema(holder: unknown): JsonMap | undefined {
  const media = (holder as { content?: Record<string, { schema?: JsonMap }> } | undefined)?.content
  return media?.['application/json']?.schema
}

const parametersOf = (id: OperationId, place: Parameter['in']): readonly Parameter[] =>
  ((find(id).operation.parameters ?? []) as readonly JsonMap[])
    .map((each) => inline(each) as unknown as Parameter)
    .filter((each) => each.in === place)

function parameterSchema(id: OperationId, place: Parameter['in'], name: string) {
  if (parametersOf(id, place).length === 0) return {}
  return { [name]: new LazySchema(() => objectOf(parametersOf(id, place), place)) }
}

function objectOf(parameters: readonly Parameter[], place: Parameter['in']): JsonMap {
  // Node lower-cases header names, and Fastify does not change schemas if there is a custom validator.
  const nameOf = (each: Parameter): string => (place === 'header' ? each.name.toLowerCase() : each.name)
  return {
    type: 'object',
    required: parameters.filter((each) => each.required).map(nameOf),
    properties: Object.fromEntries(parameters.map((each) => [nameOf(each), each.schema])),
  }
}

/** Inlines references; the contract has no recursive schema. */
function inline(value: Json): Json {
  if (Array.isArray(value)) return value.map(inline)
  if (typeof value !== 'object' || value === null) return value
  const map = value as JsonMap
  if (typeof map.$ref === 'string') {
    const [, section, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(map.$ref) ?? []
    const { $ref, ...beside } = map
    const target = inline(readIndex().components[section ?? '']?.[name ?? '']) as JsonMap
    // OpenAPI 3.1 allows a description next to a reference.
    return { ...target, ...beside }
  }
  return Object.fromEntries(Object.entries(map).map(([key, child]) => [key, inline(child)]))
}
