import { asArray, asObject, isObject } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import type { SparkVersion } from './versions.ts'

/** The model's reply to instructions that are sent as a user message. */
const ASSENT = 'Okay'

/** Adds the application and the release, which the codec does not know. */
export function shapeSparkRequest(body: JsonObject, version: SparkVersion, appId: string): JsonObject {
  const parameter = asObject(body.parameter)
  return {
    ...body,
    header: { ...asObject(body.header), app_id: appId },
    parameter: { ...parameter, chat: { ...asObject(parameter?.chat), domain: version.domain } },
    ...(version.takesSystem ? {} : { payload: withoutSystem(asObject(body.payload) ?? {}) }),
  }
}

function withoutSystem(payload: JsonObject): JsonObject {
  const message = asObject(payload.message)
  const texts = asArray(message?.text) ?? []
  const [first, ...rest] = texts
  if (!isObject(first) || first.role !== 'system') return payload
  const replaced: JsonValue[] = [
    { role: 'user', content: first.content ?? '' },
    { role: 'assistant', content: ASSENT },
  ]
  return { ...payload, message: { ...message, text: [...replaced, ...rest] } }
}
