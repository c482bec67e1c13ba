import { isObject, type JsonObject } from '../../openapi/json.ts'

/**
 * Renders the module that says who may call each operation (`x-access`), for programs that do not load the contract.
 */
export function accessOf(contract: JsonObject): string {
  const lines: string[] = []
  for (const item of Object.values(isObject(contract.paths) ? contract.paths : {}))
    for (const operation of Object.values(isObject(item) ? item : {}))
      if (isObject(operation) && typeof operation.operationId === 'string')
        lines.push(`  ${operation.operationId}: '${String(operation['x-access'])}',\n`)
  return `/** Who may call each operation of the contract. */\nexport const access = {\n${lines.sort().join('')}} as const\n`
}
