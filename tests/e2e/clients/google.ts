import {
  type Content,
  type GenerateContentConfig,
  type GenerateContentResponse,
  type GenerateContentResponseUsageMetadata,
  GoogleGenAI,
  type Part,
} from '@google/genai'
import { type Answer, type Client, finishNamer, type Question, type ToolOffer } from './client.ts'

/** The relevant parts of a complete answer, streamed or not. */
interface Turn {
  readonly parts: readonly Part[]
  readonly finish: string | undefined
  readonly usage: GenerateContentResponseUsageMetadata | undefined
}

const finishName = finishNamer('STOP', 'FUNCTION_CALL', 'MAX_TOKENS')

const contentOf = ({ prompt, picture }: Question): Content => ({
  role: 'user',
  parts: [
    ...(picture === undefined ? [] : [{ inlineData: { mimeType: 'image/png', data: picture } }]),
    { text: prompt },
  ],
})

const turnOf = (chunks: readonly GenerateContentResponse[]): Turn => {
  const candidates = chunks.map(({ candidates: [candidate] = [] }) => candidate)
  return {
    parts: candidates.flatMap((candidate) => candidate?.content?.parts ?? []),
    finish: candidates.findLast((candidate) => candidate?.finishReason)?.finishReason,
    usage: chunks.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata,
  }
}

const answerOf = ({ parts, finish, usage }: Turn): Answer => {
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
  return {
    text: parts.map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
    calls: calls.map(({ name = '', args }) => ({ name, input: args })),
    // Google has no separate finish reason for a turn that calls functions.
    finish: finishName(finish === 'STOP' && calls.length > 0 ? 'FUNCTION_CALL' : finish),
    usage: {
      input: usage?.promptTokenCount ?? -1,
      output: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
      cached: usage?.cachedContentTokenCount ?? 0,
    },
  }
}

/** Creates a client with Google's package. */
export const googleClient = (baseUrl: string, apiKey: string): Client => {
  const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl } })
  const create = async (
    { model, isStream }: Question,
    contents: Content[],
    config: GenerateContentConfig,
  ): Promise<Turn> => {
    if (!isStream) return turnOf([await client.models.generateContent({ model, contents, config })])
    const chunks: GenerateContentResponse[] = []
    for await (const chunk of await client.models.generateContentStream({ model, contents, config }))
      chunks.push(chunk)
    return turnOf(chunks)
  }
  const ask = async (question: Question): Promise<Answer> => {
    const { schema } = question
    const config =
      schema === undefined ? {} : { responseMimeType: 'application/json', responseJsonSchema: schema }
    return answerOf(await create(question, [contentOf(question)], config))
  }
  const converse = async (question: Question, tool: ToolOffer): Promise<readonly [Answer, Answer]> => {
    const { name, description, parameters, result } = tool
    const config = {
      tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: parameters }] }],
      thinkingConfig: { includeThoughts: true },
    }
    const contents = [contentOf(question)]
    const first = await create(question, contents, config)
    contents.push({ role: 'model', parts: [...first.parts] })
    const results = first.parts.flatMap(({ functionCall }) =>
      functionCall
        ? [
            {
              functionResponse: {
                ...(functionCall.id !== undefined && { id: functionCall.id }),
                name,
                response: { result },
              },
            },
          ]
        : [],
    )
    contents.push({ role: 'user', parts: results })
    return [answerOf(first), answerOf(await create(question, contents, config))]
  }
  return { name: 'google', ask, converse }
}
