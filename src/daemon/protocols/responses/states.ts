import { untagState } from '../conversation/opaque-state.ts'
import { asArray, asObject, asText, isObject, objectsOf } from '../json-access.ts'
import { readFileIds } from '../named-files.ts'
import type { JsonObject, JsonValue, MadeStates, StateUse } from '../types.ts'

/** Items whose content only the account that made them can read. */
const SEALED_ITEMS: ReadonlySet<JsonValue | undefined> = new Set(['reasoning', 'compaction'])

/** The most recent items of a long history are enough to find the account. */
const SEALED_MAX = 8

/** Returns the objects at an account that a request refers to. */
export function readStates(body: JsonObject): StateUse | undefined {
  const needed: string[] = []
  const sealed: string[] = []
  const need = (name: string | undefined): void => {
    if (name !== undefined) needed.push(name)
  }
  need(asText(body.previous_response_id))
  need(readConversation(body))
  for (const { container } of objectsOf(body.tools)) need(asText(container))
  for (const item of asArray(body.input) ?? []) {
    if (!isObject(item)) continue
    if (item.type === 'item_reference') need(asText(item.id))
    else if (SEALED_ITEMS.has(item.type)) {
      const content = asText(item.encrypted_content)
      if (content !== undefined) sealed.push(sealedName(content))
    }
  }
  const files = [...readFileIds(body.input), ...readToolFiles(body), ...readPromptFiles(body)]
  if (needed.length === 0 && sealed.length === 0 && files.length === 0) return undefined
  return { needed, sealed: sealed.slice(-SEALED_MAX), files }
}

/** Returns the files to be copied into the container for code, and the masks for drawing. */
const readToolFiles = ({ tools }: JsonObject): readonly string[] =>
  objectsOf(tools).flatMap(({ container, input_image_mask: mask }) => [
    ...(asArray(asObject(container)?.file_ids) ?? []).flatMap((id) => asText(id) ?? []),
    ...readFileIds(mask),
  ])

/** Returns the IDs of files in the variables of a stored prompt. Clients choose the names of the variables. */
const readPromptFiles = ({ prompt }: JsonObject): readonly string[] =>
  Object.values(asObject(asObject(prompt)?.variables) ?? {}).flatMap((value) => readFileIds(value))

/** Returns the id of the conversation that a request continues. */
export const readConversation = ({ conversation }: JsonObject): string | undefined =>
  asText(conversation) ?? asText(asObject(conversation)?.id)

/** Returns the objects that a response leaves at its account: itself, its items, and reasoning only readable there. */
export function readMadeStates(documents: readonly JsonValue[]): MadeStates {
  const whole = asObject(documents.at(-1))
  const response = asObject(whole?.response) ?? whole
  if (!response) return { needed: [], sealed: [] }
  const items = objectsOf(response.output)
  const containers = items.flatMap(({ container_id: id }) => asText(id) ?? [])
  const ids = response.store === false ? [] : [response, ...items].flatMap(({ id }) => asText(id) ?? [])
  return { needed: [...ids, ...containers], sealed: sealedNames(items) }
}

/** Returns the names of all sealed items, which only their account can read. */
export function sealedNames(items: readonly JsonObject[]): readonly string[] {
  return items.flatMap((item) => {
    const content = SEALED_ITEMS.has(item.type) ? asText(item.encrypted_content) : undefined
    return content === undefined ? [] : [sealedName(content)]
  })
}

/** Returns the name of sealed content, without the origin that clients of translated channels get in front of it. */
export const sealedName = (content: string): string => untagState(content, 'openai').value
