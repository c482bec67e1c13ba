import { type Fields as Body, fieldsOf, textOf } from '../corpus.ts'
import { everyModel, everywhere, type RequestEdit, renamed, without } from './request-edit.ts'

/** Excludes providers whose own rules take precedence over OpenAI's. */
const openaiShaped = (provider: string): boolean =>
  !['openrouter', 'xai', 'ollama', 'mistral', 'dashscope', 'deepseek'].includes(provider)

/** Excludes OpenRouter, which ignores parameters that a model does not accept. */
const notOpenRouter = (provider: string): boolean => provider !== 'openrouter'

const reasoning = /^(?:o[1-9]|gpt-5)/
const chats = /^gpt-5-chat/

/** Tells whether a model reasons with this effort: from GPT-5.1 on, reasoning can be turned off. */
const isReasoning = (model: string, effort: string): boolean => {
  if (chats.test(model)) return false
  if (!/^gpt-5\.\d/.test(model) || /^gpt-5\.\d+-(?:chat|pro|codex)/.test(model)) return true
  return /^gpt-5\.[1-4]/.test(model) ? effort !== '' && effort !== 'none' : effort !== 'none'
}

const effortOf = (body: Body): string =>
  textOf(body.reasoning_effort) || textOf(fieldsOf(body.reasoning).effort)

const sampling = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logit_bias', 'logprobs']

const withoutSampling = (body: Body, model: string): Body =>
  isReasoning(model, effortOf(body)) ? without(body, ...sampling, 'top_logprobs') : body

const asDeveloper = (body: Body): Body => ({
  ...body,
  messages: (body.messages as { role: string }[]).map((message) =>
    message.role === 'system' ? { ...message, role: 'developer' } : message,
  ),
})

const ranks = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** The efforts that each family accepts; the first matching row applies. */
const efforts: readonly (readonly [RegExp, string])[] = [
  [/^gpt-5(?:\.\d+)?-chat/, ''],
  [/^o1-preview/, ''],
  [/^gpt-5-pro/, 'high'],
  [/^gpt-5\.[2-5]-pro/, 'medium high xhigh'],
  [/^gpt-5\.(?:1-codex-max|[2-9]-codex)/, 'low medium high xhigh'],
  [/^gpt-5(?:\.1)?-codex/, 'low medium high'],
  [/^gpt-5\.[6-9](?!-pro)/, 'none low medium high xhigh max'],
  [/^gpt-5\.[2-5]/, 'none low medium high xhigh'],
  [/^gpt-5\.1/, 'none low medium high'],
  [/^gpt-5(?!\.)/, 'minimal low medium high'],
  [/^o[1-9]/, 'low medium high'],
]

const nearestEffort = (model: string, effort: string): string => {
  const taken =
    efforts
      .find(([models]) => models.test(model))?.[1]
      .split(' ')
      .filter(Boolean) ?? []
  if (effort === '' || taken.length === 0) return effort
  return taken.find((each) => ranks.indexOf(each) >= ranks.indexOf(effort)) ?? taken.at(-1) ?? effort
}

const withNearestEffort = (body: Body, model: string): Body => {
  const effort = nearestEffort(model, effortOf(body))
  if (effort === effortOf(body)) return body
  return body.reasoning_effort === undefined
    ? { ...body, reasoning: { ...fieldsOf(body.reasoning), effort } }
    : { ...body, reasoning_effort: effort }
}

/** OpenAI models that do not reason. */
const plain =
  /^(?:gpt-5-chat|gpt-4\.[15]|(?:chat)?gpt-4o(?!.*(?:audio|realtime|transcribe|tts))|gpt-4-(?:turbo|vision|1106|0125|32k)|gpt-4(?:-\d{4})?$|gpt-3\.5(?!-turbo-instruct))/

const searches = /-search/

const asksNothing = (wish: unknown): boolean => Object.values(fieldsOf(wish)).every((each) => each === null)

const withoutReasoning = (body: Body): Body => {
  const kept = body.reasoning === undefined || asksNothing(body.reasoning) ? body : without(body, 'reasoning')
  return Array.isArray(kept.include)
    ? { ...kept, include: kept.include.filter((each) => each !== 'reasoning.encrypted_content') }
    : kept
}

/** The longest answer by model, from the vendors' pages; the first matching row applies. */
const longest: readonly (readonly [RegExp, number])[] = [
  [/^gpt-5(?:\.\d+)?-chat/, 16_384],
  [/^gpt-5(?!-pro)/, 128_000],
  [/^gpt-4\.1/, 32_768],
  [/^(?:chat)?gpt-4o(?!.*(?:tts|transcribe))|^gpt-4\.5|^gpt-audio/, 16_384],
  [/^gpt-4-(?:turbo|vision|1106|0125)|^gpt-3\.5/, 4096],
  [/^gpt-4(?:-\d{4})?$/, 8192],
  [/^o1-preview/, 32_768],
  [/^o1-mini/, 65_536],
  [/^o[1-9]/, 100_000],
  [/^claude-3-7/, 128_000],
  [/^claude-3-5/, 8192],
  [/^claude-(?:2|3|instant)/, 4096],
  [/^claude-opus-4-5|^claude-haiku-4|^claude-sonnet-4(?:-[05])?(?!-\d(?!\d))/, 64_000],
  [/^claude-opus-4(?:-[01])?(?!-\d(?!\d))/, 32_000],
  [/^claude/, 128_000],
  [/^gemini-.*image/, 32_768],
  [/^gemini-.*tts/, 16_384],
  [/^gemini-(?:1\.5|2\.0)/, 8192],
  [/^gemini-(?!embedding)/, 65_536],
]

const longestOf = (model: string): number | undefined =>
  longest.find(([models]) =>
    models.test(model.startsWith('claude') ? model.replaceAll('.', '-') : model),
  )?.[1]

const withLowerCap = (body: Body, model: string): Body => {
  const most = longestOf(model) ?? Number.POSITIVE_INFINITY
  const lowered = (members: Body): Body =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]) =>
        /^max_?(?:output|completion)?_?tokens$/i.test(name) && Number(value) > most
          ? [name, most]
          : [name, value],
      ),
    )
  const configs = ['generationConfig', 'generation_config'].filter((name) => body[name] !== undefined)
  return {
    ...lowered(body),
    ...Object.fromEntries(configs.map((name) => [name, lowered(fieldsOf(body[name]))])),
  }
}

/** Edits for what families of models answer with 400, whatever the provider. */
export const familyEdits: readonly RequestEdit[] = [
  {
    because: 'reasoning models take max_completion_tokens',
    routes: ['chat'],
    providers: openaiShaped,
    models: reasoning,
    edit: (body) => renamed(body, 'max_tokens', 'max_completion_tokens'),
  },
  {
    because: 'models take no sampling parameters while they reason',
    routes: ['chat', 'responses'],
    providers: openaiShaped,
    models: reasoning,
    edit: withoutSampling,
  },
  {
    because: 'the o-series calls the system role developer',
    routes: ['chat'],
    providers: openaiShaped,
    models: /^o[1-9](?!-mini|-preview)|^o[34]-mini/,
    edit: asDeveloper,
  },
  {
    because: 'this model refuses stop',
    routes: ['chat'],
    providers: notOpenRouter,
    models:
      /^(?:gpt-5(?!\.|-chat|-search|-pro|-codex)|gpt-5\.[1-3](?!-chat|-pro|-codex)|gpt-5\.4(?!-mini|-nano|-chat|-pro)|o3(?!-mini|-pro|-deep)|o4-mini(?!-deep))/,
    edit: (body) => without(body, 'stop'),
  },
  {
    because: 'models that do not reason refuse reasoning_effort',
    routes: ['chat'],
    providers: notOpenRouter,
    models: new RegExp(`${plain.source}|^o1-preview`),
    edit: (body) => without(body, 'reasoning_effort'),
  },
  {
    because: 'chat models of GPT-5.1 and later know one effort',
    routes: ['chat'],
    providers: notOpenRouter,
    models: /^gpt-5\.\d+-chat/,
    edit: (body) => (body.reasoning_effort === 'medium' ? body : without(body, 'reasoning_effort')),
  },
  {
    because: 'models that do not reason refuse reasoning, and have none to give back',
    routes: ['responses'],
    providers: notOpenRouter,
    models: plain,
    edit: withoutReasoning,
  },
  {
    because: 'in chat only search models take web_search_options',
    routes: ['chat'],
    providers: notOpenRouter,
    models: new RegExp(`${plain.source}|${reasoning.source}`),
    edit: (body, model) => (searches.test(model) ? body : without(body, 'web_search_options')),
  },
  {
    because: 'search models take no sampling parameters',
    routes: ['chat'],
    providers: notOpenRouter,
    models: /^gpt-4o(?:-mini)?-search/,
    edit: (body) => without(body, 'temperature', 'top_p', 'presence_penalty', 'frequency_penalty'),
  },
  {
    because: 'the o-series takes no word on parallel calls',
    routes: ['chat'],
    providers: notOpenRouter,
    models: /^o[1-9](?!-mini|-preview|.*-(?:pro|deep-research))|^o[34]-mini(?!-deep)/,
    edit: (body) => without(body, 'parallel_tool_calls'),
  },
  {
    because: 'an effort that the model does not have becomes the nearest that it has',
    routes: ['chat', 'responses'],
    providers: everywhere,
    models: reasoning,
    edit: withNearestEffort,
  },
  {
    because: 'Anthropic demands a cap',
    routes: ['messages'],
    providers: everywhere,
    models: everyModel,
    edit: (body, model) =>
      body.max_tokens === undefined ? { ...body, max_tokens: longestOf(model) ?? 8192 } : body,
  },
  {
    because: 'a cap above the longest answer of the model is lowered',
    routes: ['chat', 'responses', 'messages', 'generate'],
    providers: everywhere,
    models: everyModel,
    edit: withLowerCap,
  },
]
