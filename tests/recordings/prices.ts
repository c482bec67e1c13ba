import { answerTextOf, type Fields, fieldsOf, listOf, modelOf, type Recording, textOf } from './corpus.ts'
import { parse, readEvents } from './reading/events.ts'
import type { StatedUsage } from './stated-usage.ts'

/** One price list for every recorded model, so that a charge can be computed from the recording alone. */
export const ratios = { model: 1, completion: 3, cache: 0.5 }

/** Anthropic's price factors for cache writes of five minutes and of one hour; they apply to every vendor. */
const cacheWrites = { minutes: 1.25, hour: 2 }

const quotaPerDollar = 500_000

/** Prices of OpenAI's searches in dollars; the preview costs more with models that do not reason. */
const searchDollars = { plain: 0.01, preview: 0.025, files: 0.0025 }

/** Tells whether the answer states audio or image tokens, which have separate prices. */
const statesMedia = (recording: Recording): boolean =>
  /"(?:audio|image)_tokens":\s*[1-9]|"modality":\s*"(?:AUDIO|IMAGE)"/.test(answerTextOf(recording))

const hourTokens = (recording: Recording): number =>
  Number(/"ephemeral_1h_input_tokens":\s*(\d+)/.exec(answerTextOf(recording))?.[1] ?? 0)

/** Returns the complete response: the answer, or the response in the last event of its stream. */
const responseOf = (recording: Recording): Fields => {
  const text = answerTextOf(recording)
  if (!recording.facts.stream) return fieldsOf(parse(text))
  const events = readEvents(text).map(({ data }) => fieldsOf(fieldsOf(parse(data)).response))
  return events.findLast(({ output }) => output !== undefined) ?? {}
}

/** Providers that are not reached as OpenAI or Azure, so the prices of OpenAI's tools do not apply to them. */
const others: ReadonlySet<string> = new Set(['xai', 'deepseek', 'openrouter', 'ollama'])

/** Tells whether a recording goes through a channel of type OpenAI or Azure. */
export const isOpenAiOwn = ({ provider }: Recording): boolean => !others.has(provider)

/** Computes the dollars for searches outside the Responses API: in OpenAI's chat, and with Anthropic and Google. */
const otherSearchDollars = (recording: Recording, { isOpenAi, isOwn }: Asked): number => {
  const text = answerTextOf(recording)
  if (recording.protocol === 'openai.chat') {
    const model = modelOf(recording)
    const isAsked = isOwn && recording.request?.body?.web_search_options !== undefined
    const alwaysSearches = /-search-(?:preview|api)/.test(model)
    if (!isOpenAi || !(isAsked || alwaysSearches)) return 0
    return /^gpt-4(?:o|\.1)/.test(model) ? 0.025 : 0.01
  }
  if (/anthropic|bedrock/.test(recording.protocol)) {
    const stated = [...text.matchAll(/"web_search_requests":\s*(\d+)/g)].at(-1)?.[1]
    return Number(stated ?? 0) * 0.01
  }
  if (!/^(gemini|vertex)\.(generate|stream)$/.test(recording.protocol)) return 0
  const last = recording.facts.stream ? readEvents(text).at(-1)?.data : text
  const queries = listOf(fieldsOf(parse(last ?? '')).candidates).flatMap(({ groundingMetadata }) => {
    const { webSearchQueries: found } = fieldsOf(groundingMetadata)
    return Array.isArray(found) ? found : []
  })
  if (queries.length === 0) return 0
  return /gemini-[12]/.test(modelOf(recording)) ? 0.035 : queries.length * 0.014
}

/** Computes the dollars for the tools that ran inside a response. */
const toolDollars = (recording: Recording): number => {
  const { model, output, tools } = responseOf(recording)
  const isPreview =
    listOf(tools).some(({ type }) => textOf(type).startsWith('web_search_preview')) &&
    /^gpt-4(?:o|\.1)/.test(textOf(model))
  const done = listOf(output).filter(({ status }) => status !== 'failed')
  const searches = done.filter(
    ({ type, action }) => type === 'web_search_call' && (fieldsOf(action).type ?? 'search') === 'search',
  )
  const files = done.filter(({ type }) => type === 'file_search_call')
  return (
    searches.length * (isPreview ? searchDollars.preview : searchDollars.plain) +
    files.length * searchDollars.files
  )
}

/** How a recording was requested. */
export interface Asked {
  /** Whether the answer came through a channel of OpenAI's own type, regardless of the recorded provider. */
  readonly isOpenAi: boolean
  /** Whether the recorded request was sent, not one built for the answer. */
  readonly isOwn: boolean
  /** The cap on output tokens in a request built for the answer. */
  readonly outputCap?: number | undefined
}

/** Computes the quota units for the stated usage, or returns a reason when they do not follow from it alone. */
export const statedQuota = (
  recording: Recording,
  usage: StatedUsage,
  asked: Asked,
): number | { readonly why: string } => {
  if (statesMedia(recording)) return { why: 'sound and pictures have prices of their own' }
  const { input, output, cached, written } = usage
  const hour = Math.min(hourTokens(recording), written)
  const fresh = input - cached - written
  const inputCost =
    fresh + cached * ratios.cache + (written - hour) * cacheWrites.minutes + hour * cacheWrites.hour
  const tokens = ratios.model * (inputCost + output * ratios.completion)
  return recording.protocol === 'openai.responses' && asked.isOpenAi
    ? tokens + Math.round(toolDollars(recording) * quotaPerDollar)
    : tokens + Math.round(otherSearchDollars(recording, asked) * quotaPerDollar)
}
