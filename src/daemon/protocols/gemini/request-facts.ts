import { asObject } from '../json-access.ts'
import { invalid, REQUEST_BOUNDS, readModel } from '../openai/request-checks.ts'
import type { JsonObject, JsonValue, RequestFacts, RequestTexts } from '../types.ts'
import {
  listMember,
  member,
  numberMember,
  objectMember,
  objectsMember,
  partsOf,
  textMember,
  toSnakeCase,
} from './members.ts'

/**
 * Reads the facts of a `generateContent` body. The relay has already set `model` and `stream` from the path, because
 * Google's own bodies have neither.
 */
export function readGeminiRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  let media = 0
  for (const content of readContents(body)) media += partsOf(content).filter(isMedia).length
  const tools = countTools(body)
  const configs = spellingsOf(body, 'generationConfig').map(readConfig)
  const cap = readWhole(configs, 'maxOutputTokens', REQUEST_BOUNDS.outputTokensMax)
  const candidates = readWhole(configs, 'candidateCount', REQUEST_BOUNDS.choicesMax) || 1
  const isStream = body.stream === true
  const thinking = objectMember(configs[0] ?? {}, 'thinkingConfig')
  return {
    model,
    isStream,
    outputTokensCap: cap ? cap * candidates : undefined,
    ...(candidates > 1 && { choices: candidates }),
    // All answers of this protocol state their usage.
    wantsStreamUsage: isStream,
    reasoningEffort: (thinking && textMember(thinking, 'thinkingLevel'))?.toLowerCase(),
    attachments: media + tools,
    media: media || undefined,
  }
}

/**
 * @throws AppError `invalid_request` when there is no content, or one that is not an object or whose parts are not a
 *   list
 */
export function readContents(body: JsonObject): JsonObject[] {
  const contents = listMember(body, 'contents')
  if (!contents || contents.length === 0) throw invalid('contents', 'noContent')
  if (contents.length > REQUEST_BOUNDS.messagesMax)
    throw invalid('contents', 'tooMany', { count: contents.length, max: REQUEST_BOUNDS.messagesMax })
  return contents.map((each, index) => {
    const content = asObject(each)
    if (!content) throw invalid(`contents[${index}]`, 'notObject')
    if (member(content, 'parts') !== undefined && !(listMember(content, 'parts') ?? ['']).every(asObject))
      throw invalid(`contents[${index}].parts`, 'notObjects')
    return content
  })
}

/** Returns the values of a member in both spellings. Honest clients never write both, and it is unknown which one Google obeys. */
const spellingsOf = (object: JsonObject, name: string): JsonValue[] =>
  [object[name], object[toSnakeCase(name)]].filter((value) => value !== undefined && value !== null)

function readConfig(value: JsonValue): JsonObject {
  const config = asObject(value)
  if (!config) throw invalid('generationConfig', 'notObject')
  return config
}

/** Returns the largest value, if there are several. */
function readWhole(configs: readonly JsonObject[], name: string, max: number): number | undefined {
  const values = configs
    .flatMap((config) => spellingsOf(config, name))
    .map((each) => numberMember({ each }, 'each'))
  return values.reduce<number | undefined>((largest, value) => {
    if (value === undefined || !Number.isInteger(value) || value < 0 || value > max)
      throw invalid(`generationConfig.${name}`, 'notInteger', { min: 0, max })
    return Math.max(largest ?? 0, value)
  }, undefined)
}

/** Counts declared functions, and each tool that Google runs itself. */
function countTools(body: JsonObject): number {
  let tools = 0
  for (const tool of objectsMember(body, 'tools')) {
    const declared = objectsMember(tool, 'functionDeclarations').length
    const hasDeclarations = member(tool, 'functionDeclarations') !== undefined
    tools += declared + Object.keys(tool).length - (hasDeclarations ? 1 : 0)
  }
  if (tools > REQUEST_BOUNDS.toolsMax)
    throw invalid('tools', 'tooMany', { count: tools, max: REQUEST_BOUNDS.toolsMax })
  return tools
}

const isMedia = (part: JsonObject): boolean =>
  member(part, 'inlineData') !== undefined ||
  member(part, 'fileData') !== undefined ||
  objectsMember(objectMember(part, 'functionResponse') ?? {}, 'parts').some(isMedia)

/** Returns the texts. Function results in user contents were not written by a person and belong to the context. */
export function readGeminiTexts(body: JsonObject): RequestTexts {
  const contents = objectsMember(body, 'contents')
  const last = contents.findLastIndex((each) => each.role !== 'model' && textsOf(each) !== '')
  const context: string[] = []
  for (const [index, content] of contents.entries()) {
    const texts = [index === last ? '' : textsOf(content), ...resultsOf(content)]
    for (const text of texts) if (text !== '') context.push(text)
  }
  const lastContent = contents[last]
  return {
    system: systemTextOf(body),
    context: context.join('\n'),
    input: lastContent ? textsOf(lastContent) : '',
  }
}

function systemTextOf(body: JsonObject): string {
  const system = member(body, 'systemInstruction')
  if (typeof system === 'string') return system
  const content = asObject(system)
  return content ? textsOf(content) : ''
}

const textsOf = (content: JsonObject): string =>
  partsOf(content)
    .flatMap((part) => textMember(part, 'text') ?? [])
    .join('\n')

const resultsOf = (content: JsonObject): string[] =>
  partsOf(content).flatMap((part) => {
    const result = objectMember(part, 'functionResponse')
    const response = result && member(result, 'response')
    return response === undefined ? [] : JSON.stringify(response)
  })
