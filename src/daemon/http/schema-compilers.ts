import type { ErrorObject, ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { problems } from '../errors/validation-phrases.ts'
import { readSchema } from './contract.ts'

/**
 * Asked again and again by whatever watches over a daemon, and by nobody else while it rests. Their answers are so plain
 * that no schema has to shape them, and they ask for nothing that has to be checked.
 */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/**
 * Compiles schemas when a route is first used, not when it is registered: a hundred routes would otherwise cost a third
 * of a second at every start. The compilers themselves, four megabytes, are loaded with the first request but a probe.
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
 * Ajv converts a text of hundreds of digits to infinity, and then skips `maximum`. Bodies are not converted; there it
 * refuses infinity itself.
 */
const infiniteIn = (value: unknown): Partial<ErrorObject>[] =>
  Object.entries(value ?? {}).flatMap(([name, given]) =>
    [given].flat().some((each) => each === Number.POSITIVE_INFINITY || each === Number.NEGATIVE_INFINITY)
      ? [{ keyword: 'type', schema: 'integer', instancePath: `/${name}`, params: {} }]
      : [],
  )

/** PostgreSQL cannot store U+0000 in texts, and nobody needs it, so refuse it here instead of failing there. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, child]) => name.includes('\0') || hasNul(child))
}
