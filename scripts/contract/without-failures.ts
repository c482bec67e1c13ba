import { isObject, type Json, type JsonObject } from '../../openapi/json.ts'

const failures: readonly unknown[] = ['#/components/schemas/Failure', '#/components/schemas/FailureInData']

/**
 * Removes the responses that carry the error envelope from the contract, for generating types. Operations fail in one
 * of two shapes (`components['schemas']['Failure']` and `FailureInData`), and `x-error-codes` lists their codes.
 * Spelled out for every status of every operation, they would be half of the types. Failures of another shape
 * (`/readyz`) are kept.
 */
export function withoutFailures(contract: JsonObject): JsonObject {
  return { ...contract, paths: mapValues(contract.paths, (item) => mapValues(item, withoutFailuresOf)) }
}

const withoutFailuresOf = (operation: Json): Json =>
  isObject(operation) && isObject(operation.responses)
    ? {
        ...operation,
        responses: Object.fromEntries(
          Object.entries(operation.responses).filter(([, response]) => !isFailure(response)),
        ),
      }
    : operation

const isFailure = (response: Json): boolean =>
  isObject(response) &&
  isObject(response.content) &&
  Object.values(response.content).every(
    (media) => isObject(media) && isObject(media.schema) && failures.includes(media.schema.$ref),
  )

const mapValues = (value: Json | undefined, change: (each: Json) => Json): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]))
    : (value ?? null)
