import { AnswerAssembler } from '../conversation/assemble.ts'
import type { ConversationAnswer } from '../conversation/types.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { chunksOf } from './events.ts'
import { objectMember, textMember } from './members.ts'
import { GeminiStreamDecoder } from './stream-decoder.ts'

/** The upstream's half: a complete answer. It is read as the stream of one chunk that it is, so both say the same. */
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

/** In OpenAI's words. */
function tierOf(chunk: JsonObject): string | undefined {
  const usage = objectMember(chunk, 'usageMetadata')
  const tier = usage && textMember(usage, 'serviceTier')?.toLowerCase()
  return tier === 'standard' ? 'default' : tier
}
