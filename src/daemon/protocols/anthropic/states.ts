import { asObject, asText } from '../json-access.ts'
import { readFileIds } from '../named-files.ts'
import type { JsonObject, JsonValue, MadeStates, StateUse } from '../types.ts'
import { continuesThread } from './threads.ts'

/** What the request refers to at its account: the thread that it continues, the container in which its code runs, files. */
export function readStates(body: JsonObject): StateUse | undefined {
  const thread = continuesThread(body) ? asText(asObject(body.thread)?.previous_message_id) : undefined
  const container = asText(body.container) ?? asText(asObject(body.container)?.id)
  const needed = [thread, container].filter((name) => name !== undefined)
  const files = readFileIds(body.messages)
  return needed.length === 0 && files.length === 0 ? undefined : { needed, sealed: [], files }
}

/** A thread is found by the id of its last answer. An answer does not say whether one is kept, but its request asks for it. */
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
