import { asObject } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import type { FinishReason } from './types.ts'

interface Call {
  readonly arguments: string
  readonly isCustom?: boolean
}

/** Whether the arguments are complete: none at all, the JSON of an object, or the free text of a custom tool. */
export const hasWholeArguments = ({ arguments: text, isCustom }: Call): boolean =>
  isCustom === true || text.trim() === '' || asObject(parseJson(text)) !== undefined

/** Whether the token limit cut the call off. A call with incomplete arguments cannot be run. */
export const isCutCall = (call: Call, finish: FinishReason): boolean =>
  finish === 'length' && !hasWholeArguments(call)
