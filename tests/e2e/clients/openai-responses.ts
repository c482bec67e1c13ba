import OpenAI from 'openai'
import type { Answer, Client, Question, ToolOffer } from './client.ts'

type Responses = OpenAI.Responses.Response
type Input = OpenAI.Responses.ResponseInput
type Options = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'input' | 'stream'>
type FunctionCall = OpenAI.Responses.ResponseFunctionToolCall

const contentOf = ({ prompt, picture }: Question): OpenAI.Responses.ResponseInputMessageContentList => [
  { type: 'input_text', text: prompt },
  ...(picture === undefined
    ? []
    : [
        {
          type: 'input_image' as const,
          detail: 'auto' as const,
          image_url: `data:image/png;base64,${picture}`,
        },
      ]),
]

const callsOf = ({ output }: Responses): FunctionCall[] =>
  output.flatMap((item) => (item.type === 'function_call' ? [item] : []))

const finishOf = (response: Responses): string => {
  if (response.status === 'incomplete')
    return response.incomplete_details?.reason === 'max_output_tokens' ? 'length' : 'content-filter'
  if (response.status !== 'completed') return String(response.status)
  return callsOf(response).length > 0 ? 'tool-calls' : 'stop'
}

const answerOf = (response: Responses): Answer => ({
  text: response.output_text,
  calls: callsOf(response).map(({ name, arguments: input }) => ({
    name,
    input: JSON.parse(input) as unknown,
  })),
  finish: finishOf(response),
  usage: {
    input: response.usage?.input_tokens ?? -1,
    output: response.usage?.output_tokens ?? -1,
    cached: response.usage?.input_tokens_details.cached_tokens ?? 0,
  },
})

/** Creates a client with the openai package for Responses, without storing anything at the vendor. */
export const openaiResponsesClient = (baseURL: string, apiKey: string): Client => {
  const client = new OpenAI({ apiKey, baseURL: `${baseURL}/v1`, maxRetries: 0 })
  const create = (options: Options, input: Input, isStream: boolean | undefined): Promise<Responses> =>
    isStream
      ? client.responses.stream({ ...options, input }).finalResponse()
      : client.responses.create({ ...options, input })
  const ask = async (question: Question): Promise<Answer> => {
    const { model, schema, isStream } = question
    const format: Partial<Options> =
      schema === undefined
        ? {}
        : { text: { format: { type: 'json_schema', name: 'answer', strict: true, schema: { ...schema } } } }
    const input: Input = [{ role: 'user', content: contentOf(question) }]
    return answerOf(await create({ model, store: false, ...format }, input, isStream))
  }
  const converse = async (question: Question, tool: ToolOffer): Promise<readonly [Answer, Answer]> => {
    const { name, description, parameters, result } = tool
    const definition = { name, description, parameters: { ...parameters } }
    const options: Options = {
      model: question.model,
      store: false,
      tools: [{ type: 'function', strict: false, ...definition }],
      reasoning: { effort: 'medium', summary: 'auto' },
      include: ['reasoning.encrypted_content'],
    }
    const input: Input = [{ role: 'user', content: contentOf(question) }]
    const first = await create(options, input, question.isStream)
    input.push(...(first.output as Input))
    for (const { call_id } of callsOf(first))
      input.push({ type: 'function_call_output', call_id, output: result })
    return [answerOf(first), answerOf(await create(options, input, question.isStream))]
  }
  return { name: 'openai responses', ask, converse }
}
