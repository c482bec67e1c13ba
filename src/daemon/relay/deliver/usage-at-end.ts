import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'

/** Writes the usage into its chunk a second time, where a vendor's clients look for it. */
type Place = (chunk: JsonObject, usage: JsonObject) => JsonObject

/**
 * States the usage once, at the end of a chat stream. Some vendors state it in the last chunk of the answer and again
 * in a separate chunk, and clients that add up the chunks would count it twice.
 *
 * @returns a function to call with each piece of one stream in turn; a piece holds whole events
 */
export function usageAtEnd(place: Place = (chunk) => chunk): (events: string) => string {
  let isStated = false
  const shape = (event: string): string => {
    if (!event.includes('"usage"')) return event
    const chunk = asObject(parseJson(event.replace(/^data:\s?/, '')))
    const usage = asObject(chunk?.usage)
    if (!chunk || !usage) return event
    const choices = objectsOf(chunk.choices)
    const isEnd = choices.every(({ finish_reason: reason }) => asText(reason) !== undefined)
    if (!isEnd) return event
    const { usage: _stated, ...rest } = chunk
    if (isStated) return choices.length === 0 ? '' : `data: ${JSON.stringify(rest)}`
    isStated = true
    return `data: ${JSON.stringify(place(chunk, usage))}`
  }
  return (events) => {
    if (!events.includes('"usage"')) return events
    const shaped = events.split(/\r?\n\r?\n/).map(shape)
    return shaped.filter((event, at) => event !== '' || at === shaped.length - 1).join('\n\n')
  }
}
