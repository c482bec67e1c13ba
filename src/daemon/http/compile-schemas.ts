import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fastJsonStringify from 'fast-json-stringify'

/** Keywords of OpenAPI and of the contract that do not affect validity. */
const vocabulary = ['example', 'x-error-code']

const bodies = makeAjv(false)
const texts = makeAjv(true)

/**
 * Compiles a schema for requests.
 * @param isText values are texts of a query or path and are converted; bodies are validated as they are
 */
export const compileValidator = (schema: object, isText: boolean): ValidateFunction =>
  (isText ? texts : bodies).compile(schema)

export const compileSerializer = (schema: object): ((value: unknown) => string) => fastJsonStringify(schema)

function makeAjv(isText: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    coerceTypes: isText,
    useDefaults: true,
    verbose: true,
    strict: true,
    strictTypes: false,
    // A test already checks the contract's schemas; checking them at run time would cost 30 ms at the first request.
    validateSchema: false,
  })
  // At run time, the default export of this CommonJS module is the function itself.
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  for (const word of vocabulary) ajv.addKeyword(word)
  return ajv
}
