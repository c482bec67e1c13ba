import type { StreamDecoder } from '../conversation/codec.ts'
import { asObject } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import { ResponseReader } from './response-reader.ts'

export function decodeStream(): StreamDecoder {
  const reader = new ResponseReader()
  return {
    push(data) {
      // `[DONE]`, which some vendors add, is no JSON object; nor is anything else that says nothing.
      const event = asObject(parseJson(data))
      return event ? reader.takeEvent(event) : []
    },
    flush: () => reader.flush(),
  }
}
