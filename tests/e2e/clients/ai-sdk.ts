import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import {
  generateText,
  isStepCount,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  Output,
  streamText,
  tool,
} from 'ai'
import type { Answer, Client, Question, ToolOffer } from './client.ts'

const messagesOf = ({ prompt, picture }: Question): ModelMessage[] => [
  {
    role: 'user',
    content: [
      { type: 'text', text: prompt },
      ...(picture === undefined
        ? []
        : [{ type: 'file' as const, mediaType: 'image/png', data: Buffer.from(picture, 'base64') }]),
    ],
  },
]

interface Step {
  readonly text: string
  readonly toolCalls: readonly { readonly toolName: string; readonly input: unknown }[]
  readonly finishReason: string
  readonly usage: LanguageModelUsage
}

const answerOf = ({ text, toolCalls, finishReason, usage }: Step): Answer => ({
  text,
  calls: toolCalls.map(({ toolName, input }) => ({ name: toolName, input })),
  finish: finishReason,
  usage: {
    input: usage.inputTokens ?? -1,
    output: usage.outputTokens ?? -1,
    cached: usage.inputTokenDetails.cacheReadTokens ?? 0,
  },
})

/** Turns off the package's warnings about options that a model of another vendor might not support. */
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** Options that turn on reasoning; each provider reads its own. */
const providerOptions = {
  openai: { reasoningEffort: 'medium', reasoningSummary: 'auto', store: false },
  anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } },
  google: { thinkingConfig: { includeThoughts: true } },
}

type Options = Parameters<typeof generateText>[0]

const stepsOf = async (options: Options, isStream: boolean | undefined): Promise<readonly Step[]> => {
  if (!isStream) return (await generateText(options)).steps
  const errors: unknown[] = []
  const result = streamText({ ...options, onError: ({ error }) => void errors.push(error) } as Parameters<
    typeof streamText
  >[0])
  await result.consumeStream()
  if (errors.length > 0) throw errors[0]
  return await result.steps
}

const aiClient = (name: string, modelOf: (model: string) => LanguageModel): Client => {
  const common = { maxRetries: 0, maxOutputTokens: 4000 }
  const ask = async (question: Question): Promise<Answer> => {
    const { schema, model, isStream } = question
    const output =
      schema === undefined ? {} : { output: Output.object({ schema: jsonSchema({ ...schema } as object) }) }
    const options = { ...common, model: modelOf(model), messages: messagesOf(question), ...output } as Options
    const [step] = await stepsOf(options, isStream)
    if (!step) throw new Error('no step')
    return answerOf(step)
  }
  const converse = async (question: Question, offer: ToolOffer): Promise<readonly [Answer, Answer]> => {
    const { description, parameters, result } = offer
    const definition = tool({
      description,
      inputSchema: jsonSchema({ ...parameters } as object),
      execute: async () => result,
    })
    const options = {
      ...common,
      model: modelOf(question.model),
      messages: messagesOf(question),
      tools: { [offer.name]: definition },
      // The package runs the tool and sends the second request by itself.
      stopWhen: isStepCount(2),
      providerOptions,
    } as Options
    const [first, second] = await stepsOf(options, question.isStream)
    if (!first || !second) throw new Error('the tool was not called')
    return [answerOf(first), answerOf(second)]
  }
  return { name, ask, converse }
}

/** Returns the `ai` package with each of its three providers pointed at Tollgate, OpenAI's in both of its protocols. */
export const aiSdkClients = (url: string, apiKey: string): readonly Client[] => {
  const openai = createOpenAI({ apiKey, baseURL: `${url}/v1` })
  const anthropic = createAnthropic({ apiKey, baseURL: `${url}/v1` })
  const google = createGoogle({ apiKey, baseURL: `${url}/v1beta` })
  return [
    aiClient('ai with OpenAI chat', (model) => openai.chat(model)),
    aiClient('ai with OpenAI responses', (model) => openai.responses(model)),
    aiClient('ai with Anthropic', (model) => anthropic(model)),
    aiClient('ai with Google', (model) => google(model)),
  ]
}
