import Anthropic from '@anthropic-ai/sdk'
import { type Answer, type Client, finishNamer, type Question, type ToolOffer } from './client.ts'

type Options = Omit<Anthropic.MessageCreateParamsNonStreaming, 'messages' | 'stream'>

const finishName = finishNamer('end_turn', 'tool_use', 'max_tokens')

const contentOf = ({ prompt, picture }: Question): Anthropic.ContentBlockParam[] => [
  ...(picture === undefined
    ? []
    : [
        {
          type: 'image' as const,
          source: { type: 'base64' as const, media_type: 'image/png' as const, data: picture },
        },
      ]),
  { type: 'text', text: prompt },
]

const answerOf = ({ content, stop_reason, usage }: Anthropic.Message): Answer => ({
  text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
  calls: content.flatMap((block) =>
    block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [],
  ),
  finish: finishName(stop_reason),
  usage: {
    // Anthropic does not count cached tokens as input.
    input:
      usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
    output: usage.output_tokens,
    cached: usage.cache_read_input_tokens ?? 0,
  },
})

/** Tells whether a model takes a thinking budget instead of choosing how much to think. */
const thinksByBudget = (model: string): boolean => /opus-4-5/.test(model)

/** Creates a client with Anthropic's package. */
export const anthropicClient = (baseURL: string, apiKey: string): Client => {
  const client = new Anthropic({ apiKey, baseURL, maxRetries: 0 })
  const create = (options: Options, messages: Anthropic.MessageParam[], isStream: boolean | undefined) =>
    isStream
      ? client.messages.stream({ ...options, messages }).finalMessage()
      : client.messages.create({ ...options, messages })
  const ask = async (question: Question): Promise<Answer> => {
    const { model, schema, isStream } = question
    const format: Partial<Options> =
      schema === undefined
        ? {}
        : { output_config: { format: { type: 'json_schema', schema: { ...schema } } } }
    const messages = [{ role: 'user' as const, content: contentOf(question) }]
    return answerOf(await create({ model, max_tokens: 2000, ...format }, messages, isStream))
  }
  const converse = async (question: Question, tool: ToolOffer): Promise<readonly [Answer, Answer]> => {
    const { name, description, parameters, result } = tool
    const { model, isStream } = question
    const schema = { ...parameters, required: [...parameters.required] }
    const options: Options = {
      model,
      max_tokens: 4000,
      thinking: thinksByBudget(model) ? { type: 'enabled', budget_tokens: 2000 } : { type: 'adaptive' },
      tools: [{ name, description, input_schema: schema }],
    }
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: contentOf(question) }]
    const first = await create(options, messages, isStream)
    messages.push({ role: 'assistant', content: first.content })
    const results = first.content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: result }]
        : [],
    )
    messages.push({ role: 'user', content: results })
    return [answerOf(first), answerOf(await create(options, messages, isStream))]
  }
  return { name: 'anthropic', ask, converse }
}
