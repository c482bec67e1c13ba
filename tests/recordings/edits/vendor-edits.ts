import { type Fields as Body, fieldsOf, listOf, textOf } from '../corpus.ts'
import { everyModel, type RequestEdit, renamed, without, withSystemRole } from './request-edit.ts'

const ratios: Readonly<Record<string, string>> = {
  '1024x1024': '1:1',
  '1536x1024': '3:2',
  '1024x1536': '2:3',
  '1792x1024': '16:9',
  '1024x1792': '9:16',
}

/** Replaces the size in pixels with an aspect ratio, the only form that xAI takes. */
const withRatio = (body: Body): Body => {
  const aspect_ratio = body.aspect_ratio ?? ratios[textOf(body.size)]
  return {
    ...without(body, 'size', 'quality', 'style'),
    ...(aspect_ratio !== undefined && { aspect_ratio }),
  }
}

/** Moves the assistant's text and reasoning before its calls, so that the calls of one turn are adjacent. */
const withCallsTogether = (body: Body): Body => {
  if (!Array.isArray(body.input)) return body
  const turns: Body[][] = []
  for (const item of listOf(body.input)) {
    const isAssistant =
      item.role === 'assistant' || item.type === 'reasoning' || item.type === 'function_call'
    const last = turns.at(-1)
    if (last && isAssistant && last[0]?.turn === 'assistant') last.push(item)
    else turns.push([{ turn: isAssistant ? 'assistant' : 'other' }, item])
  }
  const isCall = ({ type }: Body): boolean => type === 'function_call'
  const input = turns.flatMap(([, ...items]) => [
    ...items.filter((item) => !isCall(item)),
    ...items.filter(isCall),
  ])
  return { ...body, input }
}

/** Converts the effort to Qwen's thinking parameters. */
const withThinkingBudget = (body: Body): Body => {
  const effort = textOf(body.reasoning_effort)
  if (effort === '') return body
  const rest = without(body, 'reasoning_effort')
  if (typeof rest.enable_thinking === 'boolean') return rest
  if (effort === 'none') return { ...without(rest, 'thinking_budget'), enable_thinking: false }
  const budgets: Readonly<Record<string, number>> = {
    minimal: 1024,
    low: 2048,
    medium: 10_000,
    high: 16_384,
    xhigh: 32_768,
  }
  const thinking_budget = rest.thinking_budget ?? budgets[effort]
  return { ...rest, enable_thinking: true, ...(thinking_budget !== undefined && { thinking_budget }) }
}

/** Tells whether DeepSeek thinks: version 4 does unless thinking is disabled, and the reasoner always does. */
const deepseekThinks = (body: Body, model: string): boolean => {
  if (model.startsWith('deepseek-reasoner')) return true
  const { type } = fieldsOf(body.thinking)
  return type === undefined ? model.startsWith('deepseek-v4') : type !== 'disabled'
}

/** Removes a forced tool choice, because a model that thinks chooses its tools itself. */
const withFreeChoice = (body: Body): Body => {
  const isForced = body.tool_choice === 'required' || Object.keys(fieldsOf(body.tool_choice)).length > 0
  return isForced ? { ...body, tool_choice: 'auto' } : body
}

/** Adds the reasoning member, which may be empty, to turns with calls. */
const withReasoning = (body: Body): Body => ({
  ...body,
  messages: listOf(body.messages).map((message) =>
    message.role === 'assistant' && listOf(message.tool_calls).length > 0
      ? { ...message, reasoning_content: message.reasoning_content ?? '' }
      : message,
  ),
})

const withoutThinking = (body: Body, model: string): Body => {
  if (body.reasoning_effort !== 'none') return body
  const rest = without(body, 'reasoning_effort')
  if (model.startsWith('deepseek-reasoner') || rest.thinking !== undefined) return rest
  return { ...rest, thinking: { type: 'disabled' } }
}

/** Maps an effort to xAI's, by model; models without a mapping take none. */
const xaiEffort = (model: string, effort: string): string | undefined => {
  const taken = [
    {
      models: /multi-agent/,
      from: { low: 'low', medium: 'medium', high: 'high', xhigh: 'xhigh', minimal: 'low', max: 'xhigh' },
    },
    { models: /^grok-3-mini/, from: { low: 'low', high: 'high', minimal: 'low', medium: 'high' } },
    {
      models: /^grok-4\.3/,
      from: { none: 'none', low: 'low', medium: 'medium', high: 'high', minimal: 'low' },
    },
    {
      models: /^grok-(?:4\.[56]|latest|build-latest)/,
      from: { low: 'low', medium: 'medium', high: 'high', minimal: 'low' },
    },
  ].find(({ models }) => models.test(model))?.from as Readonly<Record<string, string>> | undefined
  const most = effort === 'xhigh' || effort === 'max' ? 'high' : undefined
  return taken && (taken[effort] ?? most)
}

const withXaiEffort = (body: Body, model: string): Body => {
  const effort = textOf(body.reasoning_effort)
  if (effort === '') return body
  const known = xaiEffort(model, effort)
  return known === undefined ? without(body, 'reasoning_effort') : { ...body, reasoning_effort: known }
}

/** Replaces the effort inside `reasoning` with xAI's. */
const withXaiReasoning = (body: Body, model: string): Body => {
  const { effort, ...rest } = fieldsOf(body.reasoning)
  if (textOf(effort) === '') return body
  const known = xaiEffort(model, textOf(effort))
  if (known !== undefined) return { ...body, reasoning: { ...rest, effort: known } }
  return Object.keys(rest).length > 0 ? { ...body, reasoning: rest } : without(body, 'reasoning')
}

const harms = ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT', 'CIVIC_INTEGRITY']

/** Returns the default threshold of the administrator's option for a harm category. */
const thresholdOf = (harm: string): string => (harm === 'CIVIC_INTEGRITY' ? 'OFF' : 'BLOCK_NONE')

const withThresholds = (body: Body): Body =>
  listOf(body.safetySettings).length > 0
    ? body
    : {
        ...body,
        safetySettings: harms.map((harm) => ({
          category: `HARM_CATEGORY_${harm}`,
          threshold: thresholdOf(harm),
        })),
      }

const withModalities =
  (...modalities: readonly string[]) =>
  (body: Body): Body => {
    if (body.generation_config !== undefined && body.generationConfig === undefined) {
      const config = fieldsOf(body.generation_config)
      return 'response_modalities' in config
        ? body
        : { ...body, generation_config: { ...config, response_modalities: modalities } }
    }
    const config = fieldsOf(body.generationConfig)
    return 'responseModalities' in config
      ? body
      : { ...body, generationConfig: { ...config, responseModalities: modalities } }
  }

const isGoogle = (provider: string): boolean => provider === 'google' || provider === 'vertex'
const only =
  (...names: readonly string[]) =>
  (provider: string): boolean =>
    names.includes(provider)

/** Edits for vendors whose parameters differ from OpenAI's. */
export const vendorEdits: readonly RequestEdit[] = [
  {
    because: 'OpenRouter passes max_tokens on to every provider',
    routes: ['chat'],
    providers: only('openrouter'),
    models: everyModel,
    edit: (body) => renamed(body, 'max_completion_tokens', 'max_tokens'),
  },
  {
    because: 'xAI takes max_completion_tokens',
    routes: ['chat'],
    providers: only('xai'),
    models: everyModel,
    edit: (body) => renamed(body, 'max_tokens', 'max_completion_tokens'),
  },
  {
    because: 'xAI takes other efforts by model, and none for some',
    routes: ['chat'],
    providers: only('xai'),
    models: everyModel,
    edit: withXaiEffort,
  },
  {
    because: 'xAI takes other efforts by model, and none for some',
    routes: ['responses'],
    providers: only('xai'),
    models: everyModel,
    edit: withXaiReasoning,
  },
  {
    because: 'xAI’s reasoning models refuse penalties and stop',
    routes: ['chat'],
    providers: only('xai'),
    models: /^grok-(?!.*non-reasoning)(?:3-mini|4|latest|build|code)/,
    edit: (body) => without(body, 'presence_penalty', 'frequency_penalty', 'stop'),
  },
  {
    because: 'xAI takes the shape of a picture, and no size, quality or style',
    routes: ['image'],
    providers: only('xai'),
    models: everyModel,
    edit: withRatio,
  },
  {
    because: 'DeepSeek wants the calls of one turn together',
    routes: ['responses'],
    providers: only('deepseek'),
    models: everyModel,
    edit: withCallsTogether,
  },
  {
    because: 'DeepSeek knows max_tokens alone',
    routes: ['chat'],
    providers: only('deepseek'),
    models: everyModel,
    edit: (body) => renamed(body, 'max_completion_tokens', 'max_tokens'),
  },
  {
    because: 'DeepSeek is told by a member of its own not to think',
    routes: ['chat'],
    providers: only('deepseek'),
    models: everyModel,
    edit: withoutThinking,
  },
  {
    because:
      'DeepSeek’s models that think choose their tools themselves, and want the reasoning of calls back',
    routes: ['chat'],
    providers: only('deepseek'),
    models: everyModel,
    edit: (body, model) => (deepseekThinks(body, model) ? withReasoning(withFreeChoice(body)) : body),
  },
  {
    because: 'DeepSeek’s reasoner gives no logprobs',
    routes: ['chat'],
    providers: only('deepseek'),
    models: /^deepseek-reasoner/,
    edit: (body) => without(body, 'logprobs', 'top_logprobs'),
  },
  {
    because: 'Qwen calls the developer’s role system',
    routes: ['chat'],
    providers: only('dashscope'),
    models: everyModel,
    edit: withSystemRole,
  },
  {
    because: 'the compatible mode knows max_tokens alone',
    routes: ['chat'],
    providers: only('dashscope'),
    models: everyModel,
    edit: (body) => renamed(body, 'max_completion_tokens', 'max_tokens'),
  },
  {
    because: 'Qwen thinks by enable_thinking and thinking_budget',
    routes: ['chat'],
    providers: only('dashscope'),
    models: everyModel,
    edit: withThinkingBudget,
  },
  {
    because: 'Qwen chooses its tools itself while it thinks',
    routes: ['chat'],
    providers: only('dashscope'),
    models: everyModel,
    edit: (body) => (body.enable_thinking === true ? withFreeChoice(body) : body),
  },
  {
    because: 'the thresholds that the administrator has set, by default for every harm',
    routes: ['generate'],
    providers: isGoogle,
    models: everyModel,
    edit: withThresholds,
  },
  {
    because: 'labels are for the bills of Vertex AI',
    routes: ['generate'],
    providers: only('google'),
    models: everyModel,
    edit: (body) => without(body, 'labels'),
  },
  {
    because: 'models that draw are asked for text and pictures',
    routes: ['generate'],
    providers: isGoogle,
    models: /-image/,
    edit: withModalities('TEXT', 'IMAGE'),
  },
  {
    because: 'models that speak are asked for sound',
    routes: ['generate'],
    providers: isGoogle,
    models: /-tts/,
    edit: withModalities('AUDIO'),
  },
  {
    because: 'one text is asked for as a batch of one',
    routes: ['embed-content'],
    providers: isGoogle,
    models: everyModel,
    edit: (body) => ({ requests: [body] }),
  },
]
