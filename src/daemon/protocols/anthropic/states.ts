import { asObject, asText } from '../json-access.ts'
import { readFileIds } from '../named-files.ts'
import type { JsonObject, JsonValue, MadeStates, StateUse } from '../types.ts'
import { continuesThread } from './threads.ts'

/**
 * Returns the objects that the request refers to: the thread that it continues, the container for its code, and files.
 */
export function readStates(body: JsonObject): StateUse | undefined {
  const thread = continuesThread(body) ? asText(asObject(body.thread)?.previous_message_id) : undefined
  const container = asText(body.container) ?? asText(asObject(body.container)?.id)
  const needed = [thread, container].filter((name) => name !== undefined)
  const files = readFileIds(body.messages)
  return needed.length === 0 && files.length === 0 ? undefined : { needed, sealed: [], files }
}

/**
 * Returns the objects that an answer leaves at its account. Threads are found by the id of their last answer. An answer
 * does not say whether its thread is stored, but its request asks for it.
 */
export function readMadeStates(documents: readonly JsonValue[], request: JsonObject): MadeStates {
  const isThread = asObject(request.thread) !== undefined
  const needed = documents.flatMap((document) => {
    const body = asObject(document)
    const { id, container } = asObject(body?.message) ?? asObject(body?.delta) ?? body ?? {}
    return [isThread ? asText(id) : undefined, asText(asObject(container)?.id)].filter(
      (name) => name !== undefined,
    )
  })
  return { needed, sealed: [] }
}
