import { readFileSync } from 'node:fs'
import { createFramer } from '../../../src/daemon/protocols/framers.ts'
import { asObject } from '../../../src/daemon/protocols/json-access.ts'
import { parseJson } from '../../../src/daemon/protocols/parse-json.ts'
import type { JsonValue, StreamEvent, StreamFraming } from '../../../src/daemon/protocols/types.ts'

const ROOT = new URL('../../fixtures/', import.meta.url)

/** A vendor's answer as received from the network. */
export interface RecordedAnswer {
  readonly bytes: Buffer
  readonly isStream: boolean
}

/** @param file below `tests/fixtures`: the answer itself, or an exchange that contains it together with its request */
export function readAnswerFile(file: string): RecordedAnswer {
  const bytes = readFileSync(new URL(file, ROOT))
  if (!file.endsWith('.json')) return { bytes, isStream: /\.(?:stream\.txt|eventstream)$/.test(file) }
  const exchange = asObject(parseJson(bytes.toString('utf8')))
  if (!exchange || !('request' in exchange)) return { bytes, isStream: false }
  const response = asObject(exchange.response)
  const text = response?.body_text
  if (typeof text === 'string') return { bytes: Buffer.from(text), isStream: true }
  const body = response?.body ?? exchange.answer ?? null
  return { bytes: Buffer.from(JSON.stringify(body)), isStream: false }
}

export const readJsonFile = (file: string): JsonValue =>
  JSON.parse(readFileSync(new URL(file, ROOT), 'utf8')) as JsonValue

/** Splits bytes into events as the relay does, including an unfinished one at the end. */
export function frame(framing: StreamFraming, chunks: readonly Uint8Array[]): StreamEvent[] {
  const framer = createFramer(framing)
  const events = chunks.flatMap((chunk) => framer.push(chunk))
  const last = framer.flush()
  return last ? [...events, last] : events
}
