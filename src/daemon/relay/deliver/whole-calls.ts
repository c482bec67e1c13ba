import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'

/** A tool call whose arguments are still arriving. */
interface OpenCall {
  readonly id: string
  readonly name: string
  text: string
}

/**
 * Sends each tool call of a chat stream as a whole, in the chunk that ends its choice, as Mistral does. OpenAI sends
 * the name once and the arguments in pieces, but Mistral's clients reject a piece without a name.
 *
 * @returns a function to call with each piece of one stream in turn; a piece holds whole events
 */
export function wholeCalls(): (events: string) => string {
  const open = new Map<string, OpenCall>()
  const take = (choice: JsonObject): JsonObject | undefined => {
    const { tool_calls: _taken, ...delta } = asObject(choice.delta) ?? {}
    for (const [place, call] of objectsOf(asObject(choice.delta)?.tool_calls).entries())
      keep(open, `${choice.index} ${call.index ?? place}`, call)
    const isEnd = asText(choice.finish_reason) !== undefined
    if (isEnd) return { ...choice, delta: { ...delta, ...callsOf(open, `${choice.index} `) } }
    return Object.keys(delta).length === 0 ? undefined : { ...choice, delta }
  }
  const shape = (event: string): string => {
    if (open.size === 0 && !event.includes('"tool_calls"')) return event
    const chunk = asObject(parseJson(event.replace(/^data:\s?/, '')))
    const choices = objectsOf(chunk?.choices)
    if (choices.length === 0) return event
    const shown = choices.flatMap((choice) => take(choice) ?? [])
    return shown.length === 0 ? '' : `data: ${JSON.stringify({ ...chunk, choices: shown })}`
  }
  return (events) => {
    if (open.size === 0 && !events.includes('"tool_calls"')) return events
    const shaped = events.split(/\r?\n\r?\n/).map(shape)
    return shaped.filter((event, place) => event !== '' || place === shaped.length - 1).join('\n\n')
  }
}

function keep(open: Map<string, OpenCall>, key: string, call: JsonObject): void {
  const callee = asObject(call.function)
  const known = open.get(key)
  const text = asText(callee?.arguments) ?? ''
  if (known) known.text += text
  else open.set(key, { id: asText(call.id) ?? '', name: asText(callee?.name) ?? '', text })
}

/** Returns the calls of one choice and removes them from the map. */
function callsOf(open: Map<string, OpenCall>, choice: string): JsonObject {
  const own = [...open].filter(([key]) => key.startsWith(choice))
  for (const [key] of own) open.delete(key)
  if (own.length === 0) return {}
  const calls = own.map(([, { id, name, text }], index) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
    index,
  }))
  return { tool_calls: calls }
}
