import { answerTextOf, type Fields, fieldsOf, listOf, type Recording, textOf } from './corpus.ts'
import { parse, readEvents } from './reading/events.ts'
import type { StatedUsage } from './stated-usage.ts'

/** One price list for every recorded model, so that a charge can be worked out from the recording alone. */
export const ratios = { model: 1, completion: 3, cache: 0.5 }

/** Anthropic's prices for writing to its cache, for five minutes and for an hour; they hold for every vendor. */
const cacheWrites = { minutes: 1.25, hour: 2 }

const quotaPerDollar = 500_000

/** Dollars for a search that OpenAI made; its preview costs more with models that do not reason. */
const searchDollars = { plain: 0.01, preview: 0.025, files: 0.0025 }

/** Whether the answer states tokens of sound or pictures, which have prices of their own. */
const statesMedia = (recording: Recording): boolean =>
  /"(?:audio|image)_tokens":\s*[1-9]|"modality":\s*"(?:AUDIO|IMAGE)"/.test(answerTextOf(recording))

const hourTokens = (recording: Recording): number =>
  Number(/"ephemeral_1h_input_tokens":\s*(\d+)/.exec(answerTextOf(recording))?.[1] ?? 0)

/** The complete response: the answer, or what the last event of its stream holds. */
const responseOf = (recording: Recording): Fields => {
  const text = answerTextOf(recording)
  if (!recording.facts.stream) return fieldsOf(parse(text))
  const events = readEvents(text).map(({ data }) => fieldsOf(fieldsOf(parse(data)).response))
  return events.findLast(({ output }) => output !== undefined) ?? {}
}

/** Providers that are not reached as OpenAI or Azure: the prices of OpenAI's tools are not theirs. */
const others: ReadonlySet<string> = new Set(['xai', 'deepseek', 'openrouter', 'ollama'])

/** Whether a recording goes through a channel of OpenAI's own type, or Azure's. */
export const isOpenAiOwn = ({ provider }: Recording): boolean => !others.has(provider)

/** Dollars for the tools that ran inside a response. */
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

/** Quota units for the stated usage; a reason where they do not follow from it alone. */
export const statedQuota = (
  recording: Recording,
  usage: StatedUsage,
  isOpenAi: boolean,
): number | { readonly why: string } => {
  if (statesMedia(recording)) return { why: 'sound and pictures have prices of their own' }
  const { input, output, cached, written } = usage
  const hour = Math.min(hourTokens(recording), written)
  const fresh = input - cached - written
  const inputCost =
    fresh + cached * ratios.cache + (written - hour) * cacheWrites.minutes + hour * cacheWrites.hour
  const tokens = ratios.model * (inputCost + output * ratios.completion)
  return recording.protocol === 'openai.responses' && isOpenAi
    ? tokens + Math.round(toolDollars(recording) * quotaPerDollar)
    : tokens
}
