import { asObject, asText } from '../json-access.ts'
import type { JsonObject, RequestTexts } from '../types.ts'
import { asFunctionItem } from './client-tool-items.ts'
import { contentText, inputItems } from './input-items.ts'
import { readSummary } from './summary.ts'

/**
 * Returns the texts written by a person or their program. Reasoning and calls that are sent back are the model's own.
 */
export function readTexts(body: JsonObject): RequestTexts {
  const items = inputItems(body).map(asFunctionItem)
  const last = items.findLastIndex((each) => each.role === 'user')
  const system = [asText(body.instructions) ?? '']
  const context = variablesOf(body)
  for (const [index, item] of items.entries()) {
    if (index === last || item.type === 'reasoning') continue
    const text =
      contentText(item.content) ||
      contentText(item.output) ||
      // The model reads it, so it is checked too, although the client cannot read it.
      (item.type === 'compaction' ? (readSummary(item) ?? '') : '')
    if (item.role === 'system' || item.role === 'developer') system.push(text)
    else context.push(text)
  }
  return { system: joined(system), context: joined(context), input: contentText(items[last]?.content) }
}

/** Returns the values for the variables of a stored prompt. */
function variablesOf(body: JsonObject): string[] {
  return Object.values(asObject(asObject(body.prompt)?.variables) ?? {}).map((each) => contentText(each))
}

const joined = (texts: readonly string[]): string => texts.filter((each) => each !== '').join('\n')
