import { readFileSync } from 'node:fs'
import { asObject } from '../../../../src/daemon/protocols/json-access.ts'
import { SseFramer } from '../../../../src/daemon/protocols/sse.ts'
import type { JsonObject, JsonValue } from '../../../../src/daemon/protocols/types.ts'

const FOLDER = new URL('../../../fixtures/anthropic/', import.meta.url)

/** Facts stated by the recorded answers. */
export interface Facts {
  readonly input_tokens_all_in: number | null
  readonly output_tokens: number | null
  readonly cached_tokens: number | null
  readonly cache_write_tokens: number | null
  readonly reasoning_tokens: number | null
  readonly finish_reason: string | null
  readonly text: string | null
  readonly tool_calls: number
  readonly reasoning_text_chars: number
  readonly error: { readonly type: string | null; readonly message: string } | null
}

export const readText = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8')

export const readDocument = (file: string): JsonObject => {
  const document = asObject(JSON.parse(readText(file)) as JsonValue)
  if (!document) throw new Error(`${file} is no object`)
  return document
}

export const facts = JSON.parse(readText('facts.json')) as Readonly<Record<string, Facts>>

export function factsOf(name: string): Facts {
  const found = facts[name]
  if (!found) throw new Error(`no facts of ${name}`)
  return found
}

/** Returns the data texts of a stream, in order. */
export function dataOf(text: string): string[] {
  const framer = new SseFramer()
  const events = framer.push(Buffer.from(text))
  const tail = framer.flush()
  return [...events, ...(tail ? [tail] : [])].map((each) => each.data)
}

export const STREAMS = [
  'advisor',
  'bedrock-cache-stream',
  'bedrock-stream',
  'bedrock-text-stream',
  'code-execution',
  'document-citations',
  'mcp-thinking',
  'openrouter',
  'parallel-tools',
  'stop-sequence',
  'structured',
  'text',
  'tool-choice',
  'vertex-tool',
  'web-search',
] as const

export const ANSWERS = [
  'bedrock-cache',
  'bedrock-image',
  'bedrock-tools',
  'parallel-tools-unary',
  'prefill',
  'redacted-thinking',
  'strict-tools',
  'thinking-tool',
  'tool-error',
  'vertex-text',
] as const

export const ERRORS = ['error-401', 'error-404', 'error-429'] as const
