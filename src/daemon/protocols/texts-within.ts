import type { JsonObject, JsonValue } from './types.ts'

/** Members whose strings no model reads as text: names of things, addresses, seals, and bytes written as text. */
const NO_TEXT: ReadonlySet<string> = new Set([
  ...['id', 'type', 'status', 'call_id', 'tool_call_id', 'tool_use_id', 'container_id', 'file_id'],
  ...['url', 'image_url', 'file_url', 'data', 'file_data', 'result', 'images'],
  ...['signature', 'thoughtSignature', 'thought_signature', 'encrypted_content', 'encrypted_index'],
  ...['b64_json', 'bytes', 'cache_control'],
])

/**
 * The texts in a value of a form that is not known here, however deep. They are counted where no vendor counts: what a vendor
 * reads and we do not know must not be free.
 */
export function textsWithin(value: JsonValue | undefined): string[] {
  const texts: string[] = []
  collect(texts, value, '')
  return texts
}

/** The same without some members, which are read elsewhere. */
export const textsBeside = (object: JsonObject, read: ReadonlySet<string>): string[] =>
  textsWithin(Object.fromEntries(Object.entries(object).filter(([name]) => !read.has(name))))

/** Members below which every string is read, whatever its name: definitions, schemas and calls are somebody's data. */
const ALL_TEXT: ReadonlySet<string> = new Set([
  ...['tools', 'functions', 'response_format', 'format', 'responseSchema', 'response_schema'],
  ...['responseJsonSchema', 'response_json_schema', 'args', 'arguments'],
])

function collect(into: string[], value: JsonValue | undefined, name: string): void {
  if (typeof value === 'string') {
    if (isText(value, name)) into.push(value)
  } else if (Array.isArray(value)) for (const each of value) collect(into, each, name)
  else if (typeof value === 'object' && value !== null) {
    const isFile = TEXT_TYPE.test(String(value.mimeType ?? value.mime_type ?? value.media_type ?? ''))
    for (const [inner, each] of Object.entries(value)) {
      const isRead = ALL_TEXT.has(name) || (isFile && inner === 'data')
      collect(into, each, isRead ? 'tools' : inner)
    }
  }
}

/** Text files come in base64 as pictures do, but all of them is read. */
const isText = (value: string, name: string): boolean =>
  value !== '' && (!NO_TEXT.has(name) || value.startsWith('data:text/'))

const TEXT_TYPE = /^text\//
