import { AnswerAssembler } from '../conversation/assemble.ts'
import type { ConversationAnswer } from '../conversation/types.ts'
import { asObject, asText } from '../json-access.ts'
import type { JsonValue } from '../types.ts'
import { ResponseReader } from './response-reader.ts'

/** Decodes a complete response, as a stream that consists of its last event. */
export function decodeAnswer(document: JsonValue): ConversationAnswer {
  const response = asObject(document) ?? {}
  const reader = new ResponseReader()
  const assembler = new AnswerAssembler()
  assembler.push(reader.takeResponse(response))
  const serviceTier = asText(response.service_tier)
  return { ...assembler.answer(), ...(serviceTier !== undefined && { serviceTier }) }
}
