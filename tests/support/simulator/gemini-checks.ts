import type { Ask } from './ask.ts'
import { signsCalls } from './gemini-answers.ts'
import {
  declarationsOf,
  either,
  functionCallOf,
  functionResponseOf,
  generationConfigOf,
  isVertexPath,
  partsOf,
} from './gemini-ask.ts'
import { camel, type Fields, fieldsOf, itemsOf, stringOf } from './json-fields.ts'
import type { Memory } from './memory.ts'
import type { Complaint } from './protocol.ts'
import { unknownGoogleKeyword } from './schemas.ts'

type Fault = string | undefined

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const topLevel = names(
  'contents systemInstruction tools toolConfig generationConfig safetySettings cachedContent serviceTier labels model',
)

const configMembers = names(
  'temperature topP topK candidateCount maxOutputTokens stopSequences seed presencePenalty frequencyPenalty responseLogprobs logprobs responseMimeType responseSchema responseJsonSchema responseModalities thinkingConfig mediaResolution speechConfig imageConfig enableEnhancedCivicAnswers audioTimestamp',
)

const partMembers = names(
  'text inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse',
)

const partModifiers = names('thought thoughtSignature videoMetadata mediaResolution partMetadata')

const unknownName = (fields: Fields, known: ReadonlySet<string>, at: string): Fault => {
  const unknown = Object.keys(fields).find((name) => !known.has(camel(name)))
  const where = at === '' ? '' : ` at '${at}'`
  return unknown && `Invalid JSON payload received. Unknown name "${unknown}"${where}: Cannot find field.`
}

const checkConfig = (config: Fields, hasTools: boolean, model: string): Fault => {
  const thinking = fieldsOf(either(config, 'thinkingConfig'))
  const [budget, level] = [either(thinking, 'thinkingBudget'), either(thinking, 'thinkingLevel')]
  if (budget !== undefined && level !== undefined)
    return 'You can only set only one of thinking budget and thinking level.'
  if (level !== undefined && !signsCalls(model)) return 'Thinking level is not supported for this model.'
  const asksJson = either(config, 'responseMimeType') === 'application/json'
  if (asksJson && hasTools && !signsCalls(model))
    return "Function calling with a response mime type: 'application/json' is unsupported"
  const schema = either(config, 'responseSchema')
  const hasSchema = schema !== undefined || either(config, 'responseJsonSchema') !== undefined
  if (hasSchema && !asksJson)
    return 'Unsupported response mime type for a response schema: application/json is required.'
  const keyword = schema === undefined ? undefined : unknownGoogleKeyword(schema)
  if (keyword !== undefined)
    return `Invalid JSON payload received. Unknown name "${keyword}" at 'generation_config.response_schema': Cannot find field.`
  return unknownName(config, configMembers, 'generation_config')
}

const checkDeclarations = (body: Fields): Fault => {
  for (const { name, parameters } of declarationsOf(body)) {
    if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/.test(stringOf(name)))
      return `Invalid function name: ${stringOf(name)}. Must start with a letter or an underscore.`
    const keyword = parameters === undefined ? undefined : unknownGoogleKeyword(parameters)
    if (keyword !== undefined)
      return `Invalid JSON payload received. Unknown name "${keyword}" at 'tools[0].function_declarations[0].parameters': Cannot find field.`
    const { type, properties } = fieldsOf(parameters)
    if (stringOf(type).toUpperCase() === 'OBJECT' && Object.keys(fieldsOf(properties)).length === 0)
      return `${stringOf(name)}.parameters.properties: should be non-empty for OBJECT type`
  }
  return undefined
}

const checkPart = (part: Fields, at: string): Fault => {
  const keys = Object.keys(part).map(camel)
  const unknown = keys.find((key) => !partMembers.has(key) && !partModifiers.has(key))
  if (unknown !== undefined)
    return `Invalid JSON payload received. Unknown name "${unknown}" at '${at}': Cannot find field.`
  if (!keys.some((key) => partMembers.has(key)))
    return `${at}.data: required oneof field 'data' must have one initialized field`
  const response = functionResponseOf(part)
  const value = response?.response
  if (response && (typeof value !== 'object' || value === null || Array.isArray(value)))
    return `Invalid value at '${at}.function_response.response' (type.googleapis.com/google.protobuf.Struct)`
  return undefined
}

const functionCallsOf = (content: unknown): Fields[] =>
  partsOf(content)
    .map(functionCallOf)
    .filter((call) => call !== undefined)

const functionResponsesOf = (content: unknown): Fields[] =>
  partsOf(content)
    .map(functionResponseOf)
    .filter((response) => response !== undefined)

/** Checks that each turn with function calls is followed by one turn with as many results and matching names. */
const checkResponses = (contents: readonly Fields[]): Fault => {
  for (let index = 0; index <= contents.length; index += 1) {
    const before = index === 0 ? undefined : contents[index - 1]
    const calls = functionCallsOf(before)
    const responses = functionResponsesOf(contents[index])
    if (calls.length !== responses.length)
      return 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
    const stray = responses.find(({ name }) => !calls.some((call) => call.name === name))
    if (stray) return `Function response name ${stringOf(stray.name)} does not match any function call.`
    const isCallTurn = partsOf(contents[index]).some((part) => functionCallOf(part) !== undefined)
    if (isCallTurn && (before === undefined || before.role === 'model'))
      return 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'
  }
  return undefined
}

/** The documented values for calls that were generated elsewhere. */
const dummySignatures = new Set(['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'])

const signatureTextOf = (part: Fields): string => {
  const call = functionCallOf(part)
  return call ? `call:${stringOf(call.name)}` : 'text'
}

/**
 * Checks that the first call of each step of the current turn is signed, and that every signature was issued for its
 * part.
 */
const checkSignatures = (contents: readonly Fields[], model: string, memory: Memory): Fault => {
  const isPrompt = (content: Fields) =>
    content.role !== 'model' && partsOf(content).some((part) => functionResponseOf(part) === undefined)
  const currentTurn = contents.findLastIndex(isPrompt)
  for (const [index, content] of contents.entries()) {
    for (const part of partsOf(content)) {
      const signature = either(part, 'thoughtSignature')
      if (signature === undefined || dummySignatures.has(String(signature))) continue
      // Google accepts both alphabets of base64; its client for Python uses the URL-safe one.
      const standard = stringOf(signature).replaceAll('-', '+').replaceAll('_', '/')
      if (!memory.knows(standard, signatureTextOf(part))) return 'Thought signature is not valid.'
    }
    const first = partsOf(content).find((part) => functionCallOf(part) !== undefined)
    if (index > currentTurn && first && signsCalls(model) && either(first, 'thoughtSignature') === undefined)
      return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${stringOf(functionCallOf(first)?.name)}\`.`
  }
  return undefined
}

const checkContents = (body: Fields, path: string): Fault => {
  const contents = itemsOf(body.contents)
  if (contents.length === 0) return '* GenerateContentRequest.contents: contents is not specified'
  for (const [index, content] of contents.entries()) {
    const parts = partsOf(content)
    const isUnsaid = content.role === undefined && !isVertexPath(path)
    if (content.role !== 'user' && content.role !== 'model' && content.role !== 'function' && !isUnsaid)
      return 'Please use a valid role: user, model.'
    if (parts.length === 0)
      return `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.`
    for (const [at, part] of parts.entries()) {
      const fault = checkPart(part, `contents[${index}].parts[${at}]`)
      if (fault) return fault
    }
  }
  return checkResponses(contents)
}

export const checkGemini = (ask: Ask, path: string, memory: Memory): Complaint | undefined => {
  if (ask.operation !== 'chat') return undefined
  const body = fieldsOf(ask.json)
  const hasTools = declarationsOf(body).length > 0
  const fault =
    unknownName(body, topLevel, '') ??
    checkConfig(generationConfigOf(body), hasTools, ask.model) ??
    checkDeclarations(body) ??
    checkContents(body, path) ??
    checkSignatures(itemsOf(body.contents), ask.model, memory)
  return fault === undefined ? undefined : { status: 400, message: fault }
}
