import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue, RequestTexts } from '../types.ts'

export function readMessagesTexts(body: JsonObject): RequestTexts {
  const messages = objectsOf(body.messages)
  const last = messages.findLastIndex((each) => each.role === 'user')
  const system = [readContent(body.system)]
  const context: string[] = []
  for (const [index, message] of messages.entries()) {
    if (index === last) continue
    const text = readContent(message.content)
    if (message.role === 'system') system.push(text)
    else context.push(text)
  }
  return {
    system: joined(system),
    context: joined(context),
    input: readContent(messages[last]?.content),
  }
}

/** Returns the texts of a string or of blocks: messages, tool results, and documents given as text. */
function readContent(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  return joined((asArray(content) ?? []).map((each) => readBlock(asObject(each))))
}

function readBlock(block: JsonObject | undefined): string {
  switch (block?.type) {
    case 'tool_result':
    case 'search_result':
      return readContent(block.content)
    case 'document': {
      const source = asObject(block.source)
      if (source?.type === 'text') return asText(source.data) ?? ''
      return source?.type === 'content' ? readContent(source.content) : ''
    }
    default:
      return asText(block?.text) ?? ''
  }
}

const joined = (texts: readonly string[]): string => texts.filter((each) => each !== '').join('\n')
