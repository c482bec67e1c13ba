import { isObject, type JsonObject } from '../../openapi/json.ts'
import { exitCodeOf } from '../../src/cli/client/api-problem.ts'
import type { Command } from '../../src/cli/define-command.ts'
import { type ExitCode, exitCodes } from '../../src/cli/exit-codes.ts'
import { catalogue, type ErrorCode } from '../../src/daemon/errors/catalogue.ts'

/** The facts about an operation that scripts/cli-docs needs. */
export interface OperationFacts {
  /** `x-access`: who may call the operation. */
  readonly access: string
  readonly errorCodes: readonly ErrorCode[]
}

export function operationFacts(contract: JsonObject): ReadonlyMap<string, OperationFacts> {
  const facts = new Map<string, OperationFacts>()
  for (const item of Object.values(isObject(contract.paths) ? contract.paths : {}))
    for (const operation of Object.values(isObject(item) ? item : {})) {
      if (!isObject(operation) || typeof operation.operationId !== 'string') continue
      const codes = operation['x-error-codes']
      facts.set(operation.operationId, {
        access: String(operation['x-access']),
        errorCodes: (Array.isArray(codes) ? codes : []) as readonly ErrorCode[],
      })
    }
  return facts
}

/**
 * Returns every exit code of a command: its own, those of its operations' errors, and those of any call to a server.
 */
export function exitsOf(
  command: Command,
  operations: ReadonlyMap<string, OperationFacts>,
): readonly ExitCode[] {
  const found = new Set<ExitCode>([exitCodes.done, exitCodes.failed, exitCodes.usage, ...command.exits])
  if (!command.isLocal) {
    found.add(exitCodes.interrupted)
    if (!command.isContextFree) found.add(exitCodes.notFound)
    if (!command.isContextFree || command.operations.length > 0) found.add(exitCodes.unavailable)
  }
  for (const id of command.operations)
    for (const code of operations.get(id)?.errorCodes ?? [])
      found.add(exitCodeOf(catalogue[code].status, code))
  return [...found].sort((a, b) => a - b)
}
