import { readContract } from '../../openapi/contract.ts'
import { isObject, type Json } from '../../openapi/json.ts'

interface Declared {
  readonly method: string
  readonly path: RegExp
  readonly codes: ReadonlySet<Json>
}

/** Declared operations. Paths without variables come first: `/api/token/search` is not `/api/token/{id}`. */
const operations: readonly Declared[] = Object.entries(readContract().paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
      codes: codesOf(operation),
      variables: path.match(/\{/g)?.length ?? 0,
    })),
  )
  .sort((left, right) => left.variables - right.variables)

function codesOf(operation: Json): ReadonlySet<Json> {
  const codes = isObject(operation) ? operation['x-error-codes'] : undefined
  return new Set(Array.isArray(codes) ? codes : [])
}

/**
 * Reports whether the contract lists this code for this call. True for paths that are not in the contract, and for
 * `route_not_found`, which no operation sends.
 */
export function isDeclared(method: string, url: string, code: string): boolean {
  const path = url.split('?')[0] ?? ''
  const operation = operations.find((each) => each.method === method && each.path.test(path))
  return code === 'route_not_found' || operation === undefined || operation.codes.has(code)
}
