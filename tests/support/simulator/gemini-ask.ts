import { type Ask, askOf, decodePath, type Operation, type Received } from './ask.ts'
import { type Fields, fieldsOf, itemsOf, stringOf, textOf } from './json-fields.ts'

/** Reads a member under either spelling of its name, as Google does. */
export const either = (fields: Fields, name: string): unknown =>
  fields[name] ?? fields[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]

const methodPath = /\/(?:models|tunedModels|publishers\/google\/models)\/([^/]+):(\w+)$/

export const geminiPathOf = (path: string): readonly [model: string, method: string] | undefined => {
  if (path.includes('/publishers/anthropic/')) return undefined
  const match = methodPath.exec(decodePath(path))
  return match ? [match[1] ?? '', match[2] ?? ''] : undefined
}

export const isVertexPath = (path: string): boolean => path.includes('/publishers/google/')

export const partsOf = (content: unknown): readonly Fields[] => itemsOf(fieldsOf(content).parts)

export const functionResponseOf = (part: Fields): Fields | undefined => {
  const response = either(part, 'functionResponse')
  return response === undefined ? undefined : fieldsOf(response)
}

export const functionCallOf = (part: Fields): Fields | undefined => {
  const call = either(part, 'functionCall')
  return call === undefined ? undefined : fieldsOf(call)
}

export const declarationsOf = (body: Fields): readonly Fields[] =>
  itemsOf(body.tools).flatMap((tool) => itemsOf(either(tool, 'functionDeclarations')))

const callingConfigOf = (body: Fields): Fields =>
  fieldsOf(either(fieldsOf(either(body, 'toolConfig')), 'functionCallingConfig'))

export const generationConfigOf = (body: Fields): Fields => fieldsOf(either(body, 'generationConfig'))

const forcedToolOf = (body: Fields, names: readonly string[]): string | undefined => {
  const config = callingConfigOf(body)
  if (config.mode !== 'ANY') return undefined
  const allowed = either(config, 'allowedFunctionNames')
  const candidates = Array.isArray(allowed) ? allowed.map(String) : names
  return candidates.length === 1 ? candidates[0] : undefined
}

const operations: Readonly<Record<string, Operation>> = {
  generateContent: 'chat',
  streamGenerateContent: 'chat',
  countTokens: 'count',
  embedContent: 'embedding',
  batchEmbedContents: 'embedding',
}

const lastTextOf = (body: Fields): string => {
  const texts = itemsOf(body.contents)
    .filter(({ role }) => role !== 'model')
    .map((content) => textOf(content.parts))
  return texts.findLast((text) => text !== '') ?? textOf(partsOf(body.content))
}

export const readGeminiAsk = ({ path, json, method }: Received): Ask | undefined => {
  if (method === 'GET' && /\/v1(beta|alpha)\/models$/.test(path)) return askOf({ operation: 'models' })
  const match = geminiPathOf(path)
  if (!match) return undefined
  const [model, action] = match
  const body = fieldsOf(json)
  const isPicture = action === 'predict' && model.startsWith('imagen')
  const names = declarationsOf(body).map(({ name }) => stringOf(name))
  const last = itemsOf(body.contents).at(-1)
  const inputs = itemsOf(body.requests ?? body.instances).length
  return askOf({
    operation: action === 'predict' ? (isPicture ? 'image' : 'embedding') : (operations[action] ?? 'other'),
    model,
    json,
    isStream: action === 'streamGenerateContent',
    lastMessage: lastTextOf(body),
    inputs: Math.max(1, inputs),
    tools: new Map(callingConfigOf(body).mode === 'NONE' ? [] : names.map((name) => [name, 'function'])),
    forcedTool: forcedToolOf(body, names),
    endsWithToolResult: partsOf(last).some((part) => functionResponseOf(part) !== undefined),
    wantsJson: either(generationConfigOf(body), 'responseMimeType') === 'application/json',
  })
}
