import { randomBytes } from 'node:crypto'

/*
 * A response created by the gateway and its items share a key of 40 hexadecimal digits, so that the response of an item
 * is found without an index. The ids look like OpenAI's: a prefix and 48 digits.
 */
const OWN_ID = /^[a-z]+_([0-9a-f]{40})[0-9a-f]{8}$/
const RESPONSE_PLACE = '00000000'

export const newResponseKey = (): string => randomBytes(20).toString('hex')

export const responseIdOf = (key: string): string => `resp_${key}${RESPONSE_PLACE}`

export const conversationIdOf = (key: string): string => `conv_${key}${RESPONSE_PLACE}`

/** @param place from 1, counted over all items of the response */
export const itemIdOf = (prefix: string, key: string, place: number): string =>
  `${prefix}_${key}${place.toString(16).padStart(8, '0')}`

/** Returns the response that an id would belong to if it is ours; undefined = it is not. OpenAI's ids look the same. */
export function ownResponseOf(id: string): string | undefined {
  const key = OWN_ID.exec(id)?.[1]
  return key && responseIdOf(key)
}

/** Whether the id has a form that only the gateway creates. */
export const isOwnResponseId = (id: string): boolean => OWN_ID.test(id) && id.endsWith(RESPONSE_PLACE)

/** OpenAI's id prefixes by item type. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['function_call_output', 'fco'],
  ['custom_tool_call', 'ctc'],
  ['custom_tool_call_output', 'ctco'],
  ['shell_call', 'sh'],
  ['local_shell_call', 'lsh'],
  ['apply_patch_call', 'apc'],
  ['computer_call', 'cu'],
])

export const itemPrefixOf = (type: string): string => PREFIXES.get(type) ?? 'item'
