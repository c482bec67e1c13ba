import { namesFile } from '../outside-context.ts'
import type { Codec, JsonObject } from '../types.ts'
import { decodeGeminiAnswer } from './answer-decoder.ts'
import { encodeGeminiAnswer, lostInGeminiAnswer } from './answer-encoder.ts'
import { geminiErrors } from './errors.ts'
import { classifyGeminiEvent, finishesGeminiChoice, mayStateGeminiUsage } from './events.ts'
import { readGeminiDisguise, readGeminiFailure } from './failure.ts'
import { readGeminiStates, withFileAddresses } from './files.ts'
import { isHostedByGoogle } from './media.ts'
import { member, objectMember, objectsMember, partsOf, textMember } from './members.ts'
import { readGeminiOutput } from './output.ts'
import { decodeGeminiRequest } from './request-decoder.ts'
import { encodeGeminiRequest } from './request-encoder.ts'
import { readGeminiRequest, readGeminiTexts } from './request-facts.ts'
import { GeminiStreamDecoder } from './stream-decoder.ts'
import { GeminiStreamEncoder } from './stream-encoder.ts'
import { readGeminiUsage } from './usage.ts'

/** Google Gemini, `generateContent` and `streamGenerateContent?alt=sse`, in the developer API and in Vertex AI. */
export const geminiGenerate: Codec = {
  id: 'gemini-generate',
  operation: 'generate',
  path: '/v1beta/models/{model}:generateContent',
  isAddressedByPath: true,
  readRequest: readGeminiRequest,
  readTexts: readGeminiTexts,
  readsOutside: (body) => extendsPrompt(body) || namesFile(body.contents),
  extendsPrompt,
  readStates: readGeminiStates,
  withFileAddresses,
  readUsage: readGeminiUsage,
  readOutput: readGeminiOutput,
  readDisguisedFailure: readGeminiDisguise,
  classify: classifyGeminiEvent,
  finishesChoice: finishesGeminiChoice,
  readFailure: readGeminiFailure,
  errors: geminiErrors,
  // A stream ends after the chunk with the finish reason.
  terminator: '',
  mayStateUsage: mayStateGeminiUsage,
  needsOwnProtocol,
  client: {
    decodeRequest: decodeGeminiRequest,
    encodeAnswer: encodeGeminiAnswer,
    encodeStream: (context) => new GeminiStreamEncoder(context),
    lostInAnswer: lostInGeminiAnswer,
  },
  upstream: {
    // Google also accepts dots and colons, but requires a letter or underscore first; recently up to 128 characters,
    // older models 64.
    toolNames: { charsMax: 64, unfit: /^[^a-zA-Z_]|[^\w.:-]/g },
    encodeRequest: encodeGeminiRequest,
    decodeAnswer: decodeGeminiAnswer,
    decodeStream: () => new GeminiStreamDecoder(),
  },
}

/** Whether a request needs Google itself, which stores cached contents and uploaded files. */
function needsOwnProtocol(body: JsonObject): boolean {
  if (member(body, 'cachedContent') !== undefined) return true
  return objectsMember(body, 'contents').some((content) =>
    partsOf(content).some((part) => {
      const file = objectMember(part, 'fileData')
      return file !== undefined && isHostedByGoogle(textMember(file, 'fileUri') ?? '')
    }),
  )
}

/** Google runs every tool other than function declarations, and `cachedContent` refers to a prompt that it stores. */
function extendsPrompt(body: JsonObject): boolean {
  const hasHosted = objectsMember(body, 'tools').some((tool) =>
    Object.keys(tool).some((name) => name !== 'functionDeclarations' && name !== 'function_declarations'),
  )
  return hasHosted || member(body, 'cachedContent') !== undefined
}
