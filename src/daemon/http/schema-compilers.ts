import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { AppError } from '../errors/app-error.ts'

/** Keywords of OpenAPI and of our contract that do not affect validity. */
const vocabulary = ['example', 'x-error-code']

/**
 * Compiles schemas when a route is first used, not when it is registered: a hundred routes would otherwise cost a third
 * of a second at every start.
 *
 * Bodies are validated as they are: `"7"` is not an integer. Query and path are always text and are converted.
 */
export function useContractCompilers(app: FastifyInstance): void {
  const bodies = makeAjv(false)
  const texts = makeAjv(true)
  app.setValidatorCompiler<FastifySchema>(({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined
    const ajv = httpPart === 'body' ? bodies : texts
    return (value: unknown) => {
      validate ??= ajv.compile(schema as object)
      if (hasNul(value))
        throw new AppError('invalid_request', { values: { field: httpPart ?? '', problem: 'U+0000' } })
      return validate(value)
        ? { value }
        : { error: Object.assign(new Error('invalid'), { validation: validate.errors ?? [] }) }
    }
  })
  app.setSerializerCompiler<FastifySchema>(({ schema }) => {
    let stringify: ((value: unknown) => string) | undefined
    return (value) => {
      stringify ??= fastJsonStringify(schema as fastJsonStringify.Schema)
      return stringify(value)
    }
  })
}

/** PostgreSQL cannot store U+0000 in texts, and nobody needs it, so refuse it here instead of failing there. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, child]) => name.includes('\0') || hasNul(child))
}

function makeAjv(isText: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    coerceTypes: isText,
    useDefaults: true,
    verbose: true,
    strict: true,
    strictTypes: false,
    // A test already checks the contract's schemas; doing it here would cost 30 ms at the first request.
    validateSchema: false,
  })
  // The default export of this CommonJS module is the function itself at run time.
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  for (const word of vocabulary) ajv.addKeyword(word)
  return ajv
}
