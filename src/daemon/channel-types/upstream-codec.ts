import { randomBytes } from 'node:crypto'
import { AnswerAssembler } from '../protocols/conversation/assemble.ts'
import type { StreamDecoder } from '../protocols/conversation/codec.ts'
import type { ConversationAnswer } from '../protocols/conversation/types.ts'
import { openaiChat } from '../protocols/openai/index.ts'
import type { Codec, JsonObject, JsonValue, UsageReading } from '../protocols/types.ts'
import { NO_USAGE } from '../protocols/usage.ts'

/**
 * The client side of a codec, for formats that no client speaks. The interface requires it, but it is never used. It has
 * nothing that would offer the format to clients or let bytes pass through.
 */
export const clientHalf: Pick<
  Codec,
  'operation' | 'path' | 'readRequest' | 'readTexts' | 'errors' | 'terminator'
> = {
  operation: 'chat',
  path: openaiChat.path,
  readRequest: openaiChat.readRequest,
  readTexts: openaiChat.readTexts,
  errors: openaiChat.errors,
  terminator: openaiChat.terminator,
}

/** Decodes a complete answer that has the form of a stream event. */
export function assembleOne(decoder: StreamDecoder, document: JsonValue): ConversationAnswer {
  const assembler = new AnswerAssembler()
  assembler.push(decoder.push(JSON.stringify(document)))
  assembler.push(decoder.flush())
  return assembler.answer()
}

/** Returns a new call id, for vendors whose calls have none. */
export const newCallId = (): string => `call_${randomBytes(12).toString('hex')}`

/** Reads usage from two counters. Absent or null = not stated; anything else that is not a count = invalid. */
export function readCounts(usage: JsonObject | undefined, input: string, output: string): UsageReading {
  const inputTokens = usage?.[input] ?? undefined
  const outputTokens = usage?.[output] ?? undefined
  if (inputTokens === undefined && outputTokens === undefined) return { kind: 'none' }
  for (const [name, value] of [
    [input, inputTokens],
    [output, outputTokens],
  ] as const)
    if (value !== undefined && !isCount(value))
      return { kind: 'invalid', reason: `${name} is ${typeof value === 'number' ? value : typeof value}` }
  const usageOf = { ...NO_USAGE, inputTokens: toCount(inputTokens), outputTokens: toCount(outputTokens) }
  // Chunks before the last one have zeros where other vendors leave the usage out.
  return usageOf.inputTokens + usageOf.outputTokens === 0
    ? { kind: 'none' }
    : { kind: 'stated', usage: usageOf }
}

const isCount = (value: JsonValue): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const toCount = (value: JsonValue | undefined): number => (typeof value === 'number' ? value : 0)
