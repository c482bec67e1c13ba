import type { JsonObject, JsonValue, OutputFacts } from '../types.ts'
import { blockReasonOf, chunksOf } from './events.ts'
import { member, objectMember, objectsMember, partsOf, textMember } from './members.ts'

/**
 * Finish reasons that count as an answer even without content: a retry would end the same way and cost again. Reasons
 * not in this list (a malformed call, OTHER) may succeed elsewhere.
 */
const TELLING_FINISH_REASONS: ReadonlySet<string> = new Set([
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
  'MODEL_ARMOR',
])

/** Reads the output of an answer, a chunk, or a list of chunks. A blocked prompt is an answer without text. */
export function readGeminiOutput(document: JsonValue): OutputFacts {
  let text = ''
  let hiddenText = ''
  let hasOutput = false
  for (const chunk of chunksOf(document)) {
    if (blockReasonOf(chunk) !== undefined) hasOutput = true
    for (const candidate of objectsMember(chunk, 'candidates')) {
      if (TELLING_FINISH_REASONS.has(textMember(candidate, 'finishReason') ?? '')) hasOutput = true
      for (const part of partsOf(objectMember(candidate, 'content'))) {
        const said = textMember(part, 'text') ?? ''
        const hidden = part.thought === true ? said : readHidden(part)
        if (part.thought !== true) text += said
        hiddenText += hidden
        hasOutput ||= said !== '' || hidden !== '' || hasMedia(part)
      }
    }
  }
  return { text, hiddenText, hasOutput }
}

/** Returns the names and arguments of calls, and the code that Google runs itself. */
function readHidden(part: JsonObject): string {
  const call = objectMember(part, 'functionCall')
  const name = call && textMember(call, 'name')
  // With streamed arguments, which the gateway never asks for, the last piece of a call is an empty object.
  const called = call && name !== undefined ? name + JSON.stringify(member(call, 'args') ?? {}) : ''
  const code = objectMember(part, 'executableCode')
  const result = objectMember(part, 'codeExecutionResult')
  return (
    called + ((code && textMember(code, 'code')) ?? '') + ((result && textMember(result, 'output')) ?? '')
  )
}

const hasMedia = (part: JsonObject): boolean =>
  member(part, 'inlineData') !== undefined || member(part, 'fileData') !== undefined
