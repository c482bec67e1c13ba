import type { StreamDecoder } from '../conversation/codec.ts'
import { asObject } from '../json-access.ts'
import { parseJson } from '../parse-json.ts'
import { ResponseReader } from './response-reader.ts'

export function decodeStream(): StreamDecoder {
  const reader = new ResponseReader()
  return {
    push(data) {
      // `[DONE]`, which some vendors add, is not a JSON object and is ignored, like anything else that is not one.
      const event = asObject(parseJson(data))
      return event ? reader.takeEvent(event) : []
    },
    flush: () => reader.flush(),
  }
}
