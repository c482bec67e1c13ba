import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { problems } from '../errors/validation-phrases.ts'
import { readSchema } from './contract.ts'

/**
 * Routes that monitoring calls again and again, while a daemon may otherwise be idle. Their responses are too simple to
 * need a schema, and their requests have nothing to validate.
 */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/**
 * Compiles a schema when its route is first used, not when it is registered: a hundred routes would otherwise add a
 * third of a second to every start. The compilers themselves, four megabytes, are loaded with the first request that is
 * not a probe.
 *
 * Bodies are validated as they are: `"7"` is not an integer. Query and path are always text and are converted.
 */
export function useContractCompilers(app: FastifyInstance): void {
  let compilers: typeof import('./compile-schemas.ts') | undefined
  const load = async (request: FastifyRequest) => {
    if (!PROBES.has(request.routeOptions.url)) compilers ??= await import('./compile-schemas.ts')
  }
  const loaded = () => {
    if (!compilers) throw new Error('Schemas are compiled for requests only')
    return compilers
  }
  app.addHook('onRequest', load)
  app.setValidatorCompiler<FastifySchema>(({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined
    return (value: unknown) => {
      validate ??= loaded().compileValidator(readSchema(schema), httpPart !== 'body')
      if (hasNul(value))
        throw new AppError('invalid_request', { values: { field: httpPart ?? '', problem: problems.nul } })
      const findings = validate(value) ? infiniteIn(value) : (validate.errors ?? [])
      return findings.length === 0
        ? { value }
        : { error: Object.assign(new Error('invalid'), { validation: findings }) }
    }
  })
  app.setSerializerCompiler<FastifySchema>(({ schema, url }) => {
    if (PROBES.has(url)) return JSON.stringify
    let stringify: ((value: unknown) => string) | undefined
    return (value) => {
      stringify ??= loaded().compileSerializer(readSchema(schema))
      return stringify(value)
    }
  })
}

/**
 * Finds infinite numbers. Ajv converts a text of hundreds of digits to infinity and then skips `maximum`. Bodies are
 * not converted, and Ajv itself refuses infinity in them.
 */
const infiniteIn = (value: unknown): Partial<ErrorObject>[] =>
  Object.entries(value ?? {}).flatMap(([name, given]) =>
    [given].flat().some((each) => each === Number.POSITIVE_INFINITY || each === Number.NEGATIVE_INFINITY)
      ? [{ keyword: 'type', schema: 'integer', instancePath: `/${name}`, params: {} }]
      : [],
  )

/** PostgreSQL cannot store U+0000 in texts, and nobody needs it, so it is refused before a query fails. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, child]) => name.includes('\0') || hasNul(child))
}
