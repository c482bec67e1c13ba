import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { type ClientTool, clientToolOf, textsOf } from './client-tools.ts'
import { declaredTools, inputItems } from './input-items.ts'
import type { ItemStatus } from './written-items.ts'

/** Items with calls and results of tools that OpenAI defines and clients run, see `client-tools.ts`. */
const OWN_ITEMS: ReadonlySet<JsonValue | undefined> = new Set([
  ...['shell_call', 'local_shell_call', 'apply_patch_call', 'computer_call'],
  ...['shell_call_output', 'local_shell_call_output', 'apply_patch_call_output', 'computer_call_output'],
])

/** Converts a call of such a tool, or its result, to that of a function. Other items are returned unchanged. */
export function asFunctionItem(item: JsonObject): JsonObject {
  switch (item.type) {
    case 'shell_call':
      return asCall(item, 'shell', asObject(item.action))
    case 'local_shell_call': {
      const { type: _exec, ...action } = asObject(item.action) ?? {}
      return asCall(item, 'local_shell', action)
    }
    case 'apply_patch_call':
      return asCall(item, 'apply_patch', asObject(item.operation))
    case 'computer_call':
      return asArray(item.actions)
        ? asCall(item, 'computer', { actions: item.actions ?? [] })
        : asCall(item, 'computer_use_preview', asObject(item.action))
    case 'shell_call_output':
      return asResult(item, objectsOf(item.output).map(describeRun).join('\n\n'))
    case 'local_shell_call_output':
      return asResult(item, asText(item.output) ?? '')
    case 'apply_patch_call_output':
      return asResult(item, describePatch(item))
    case 'computer_call_output':
      return asResult(item, [{ ...asObject(item.output), type: 'input_image' }])
    default:
      return item
  }
}

function asCall(item: JsonObject, name: string, given: JsonObject = {}): JsonObject {
  const said = Object.entries(given).filter(([, value]) => value !== null && !isEmptyObject(value))
  return {
    type: 'function_call',
    call_id: item.call_id ?? item.id ?? null,
    name,
    arguments: JSON.stringify(Object.fromEntries(said)),
  }
}

const isEmptyObject = (value: JsonValue): boolean => isObject(value) && Object.keys(value).length === 0

/** Converts a result. OpenAI refers to the call of a local shell in `id`, and its SDKs in `call_id`. */
const asResult = (item: JsonObject, output: JsonValue): JsonObject => ({
  type: 'function_call_output',
  call_id: item.call_id ?? item.id ?? null,
  output,
})

function describeRun({ stdout, stderr, outcome }: JsonObject): string {
  const end = asObject(outcome)
  const printed = asText(stdout)?.trimEnd()
  const errors = asText(stderr)?.trimEnd()
  return [
    printed,
    errors && `stderr:\n${errors}`,
    end?.type === 'timeout' ? 'stopped because of the timeout' : `exit code: ${String(end?.exit_code ?? 0)}`,
  ]
    .filter((each) => each !== undefined && each !== '')
    .join('\n')
}

function describePatch({ output, status }: JsonObject): string {
  if (status !== 'failed') return asText(output) ?? 'Done.'
  const why = asText(output) ?? 'The patch was not applied.'
  return why.startsWith('Error') ? why : `Error: ${why}`
}

/** Reports whether a request has such a tool or a call of one. */
export const usesClientTools = (body: JsonObject): boolean =>
  declaredTools(body).some((tool) => clientToolOf(tool) !== undefined) ||
  inputItems(body).some(({ type }) => OWN_ITEMS.has(type))

/** A call that the upstream makes. */
export interface OwnCall {
  readonly callId: string
  readonly tool: ClientTool
  /** The arguments of the function. */
  text: string
}

/** Writes the item of a call. OpenAI has no status for a patch that was cut off. */
export function ownCallItem(
  id: string,
  { callId, tool, text: given }: OwnCall,
  status: ItemStatus,
): JsonObject {
  const isCutPatch = tool.callType === 'apply_patch_call' && status === 'incomplete'
  return {
    id,
    type: tool.callType,
    status: isCutPatch ? 'in_progress' : status,
    call_id: callId,
    ...tool.write(asObject(parseJson(given)) ?? {}),
  }
}

/** The opening of an item in a stream and the events with the rest of it. */
interface Steps {
  readonly opening: JsonObject
  readonly events: readonly (readonly [type: string, fields: JsonObject])[]
}

/**
 * Returns the events with which a stream shows a call. Arguments cannot be converted piece by piece, so each command comes in one
 * event. A patch is complete from the beginning, because OpenAI's SDK knows no events for patches.
 */
export function stepsOf(item: JsonObject, outputIndex: number): Steps {
  const begun = { ...item, status: 'in_progress' }
  if (item.type !== 'shell_call') return { opening: begun, events: [] }
  const action = asObject(item.action)
  return {
    opening: { ...begun, action: { ...action, commands: [] } },
    events: textsOf(action?.commands).flatMap((command, index) => {
      const at = { output_index: outputIndex, command_index: index }
      return [
        ['response.shell_call_command.added', { ...at, command: '' }],
        ['response.shell_call_command.delta', { ...at, delta: command }],
        ['response.shell_call_command.done', { ...at, command }],
      ] as const
    }),
  }
}
