import OpenAI from 'openai'
import { type Answer, type Client, finishNamer, type Question, type ToolOffer } from './client.ts'

type Messages = OpenAI.ChatCompletionMessageParam[]
type Options = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, 'messages' | 'stream'>

const finishName = finishNamer('stop', 'tool_calls', 'length')

const contentOf = ({ prompt, picture }: Question): string | OpenAI.ChatCompletionContentPart[] =>
  picture === undefined
    ? prompt
    : [
        { type: 'text', text: prompt },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
      ]

const answerOf = ({ choices: [choice], usage }: OpenAI.ChatCompletion): Answer => ({
  text: choice?.message.content ?? '',
  calls: (choice?.message.tool_calls ?? []).flatMap((call) =>
    call.type === 'function'
      ? [{ name: call.function.name, input: JSON.parse(call.function.arguments) as unknown }]
      : [],
  ),
  finish: finishName(choice?.finish_reason),
  usage: {
    input: usage?.prompt_tokens ?? -1,
    output: usage?.completion_tokens ?? -1,
    cached: usage?.prompt_tokens_details?.cached_tokens ?? 0,
  },
})

/** Creates a client with the openai package for Chat Completions. */
export const openaiChatClient = (baseURL: string, apiKey: string): Client => {
  const client = new OpenAI({ apiKey, baseURL: `${baseURL}/v1`, maxRetries: 0 })
  const create = (options: Options, messages: Messages, isStream: boolean | undefined) =>
    isStream
      ? client.chat.completions
          .stream({ ...options, messages, stream_options: { include_usage: true } })
          .finalChatCompletion()
      : client.chat.completions.create({ ...options, messages })
  const ask = async (question: Question): Promise<Answer> => {
    const { model, schema, isStream } = question
    const format: Partial<Options> =
      (schema && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', strict: true, schema: { ...schema } },
        },
      }) ||
      {}
    const messages: Messages = [{ role: 'user', content: contentOf(question) }]
    return answerOf(await create({ model, ...format }, messages, isStream))
  }
  const converse = async (question: Question, tool: ToolOffer): Promise<readonly [Answer, Answer]> => {
    const { name, description, parameters, result } = tool
    const definition = { name, description, parameters: { ...parameters } }
    const options: Options = {
      model: question.model,
      tools: [{ type: 'function', function: definition }],
      reasoning_effort: 'medium',
    }
    const messages: Messages = [{ role: 'user', content: contentOf(question) }]
    const first = await create(options, messages, question.isStream)
    const message = first.choices[0]?.message
    if (message) messages.push(message)
    for (const { id } of message?.tool_calls ?? [])
      messages.push({ role: 'tool', tool_call_id: id, content: result })
    return [answerOf(first), answerOf(await create(options, messages, question.isStream))]
  }
  return { name: 'openai chat', ask, converse }
}
