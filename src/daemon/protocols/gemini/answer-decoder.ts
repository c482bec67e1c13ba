import { AnswerAssembler } from '../conversation/assemble.ts'
import type { ConversationAnswer } from '../conversation/types.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { chunksOf } from './events.ts'
import { objectMember, textMember } from './members.ts'
import { GeminiStreamDecoder } from './stream-decoder.ts'

/** Decodes a complete answer of an upstream. Handles it as a stream of one chunk, so that both give the same result. */
export function decodeGeminiAnswer(document: JsonValue): ConversationAnswer {
  const assembler = new AnswerAssembler()
  const decoder = new GeminiStreamDecoder()
  const chunks = chunksOf(document)
  for (const chunk of chunks) assembler.push(decoder.take(chunk))
  assembler.push(decoder.flush())
  const answer = assembler.answer()
  const serviceTier = chunks.map(tierOf).findLast((each) => each !== undefined)
  return { ...answer, ...(serviceTier !== undefined && { serviceTier }) }
}

/** Returns the service tier by OpenAI's name. */
function tierOf(chunk: JsonObject): string | undefined {
  const usage = objectMember(chunk, 'usageMetadata')
  const tier = usage && textMember(usage, 'serviceTier')?.toLowerCase()
  return tier === 'standard' ? 'default' : tier
}
