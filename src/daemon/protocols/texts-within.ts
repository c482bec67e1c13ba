import type { JsonObject, JsonValue } from './types.ts'

/** Members whose strings are not text for the model: identifiers, addresses, signatures and encoded bytes. */
const NO_TEXT: ReadonlySet<string> = new Set([
  ...['id', 'type', 'status', 'call_id', 'tool_call_id', 'tool_use_id', 'container_id', 'file_id'],
  ...['url', 'image_url', 'file_url', 'data', 'file_data', 'result', 'images'],
  ...['signature', 'thoughtSignature', 'thought_signature', 'encrypted_content', 'encrypted_index'],
  ...['b64_json', 'bytes', 'cache_control'],
])

/**
 * Returns all texts in a value of unknown form, at any depth. They are counted if no vendor states the usage, because text
 * that a vendor reads must not be free just because Tollgate does not know the form.
 */
export function textsWithin(value: JsonValue | undefined): string[] {
  const texts: string[] = []
  collect(texts, value, '')
  return texts
}

/** Returns all texts in a value, except in some members, which are read elsewhere. */
export const textsBeside = (object: JsonObject, read: ReadonlySet<string>): string[] =>
  textsWithin(Object.fromEntries(Object.entries(object).filter(([name]) => !read.has(name))))

/** Members in which every string counts, whatever its name: definitions, schemas and calls contain arbitrary data. */
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

/** Reads a text file, which comes as base64 like a picture but is read completely by the model. */
const isText = (value: string, name: string): boolean =>
  value !== '' && (!NO_TEXT.has(name) || value.startsWith('data:text/'))

const TEXT_TYPE = /^text\//
