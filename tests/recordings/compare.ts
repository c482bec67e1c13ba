import { isDeepStrictEqual } from 'node:util'
import { answerBytesOf, type Recording, requestBodyOf } from './corpus.ts'
import { statedQuota } from './prices.ts'
import type { Charge, Observation } from './replay.ts'
import { expectedRequest } from './request-edits.ts'

/** Something that is not as recorded. With `because` it has to be so. */
export interface Difference {
  readonly what: 'status' | 'body' | 'stream' | 'request' | 'usage' | 'price' | 'error'
  readonly detail: string
  readonly because?: string
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

const asksForUsage = (recording: Recording): boolean =>
  fieldsOf(requestBodyOf(recording).stream_options).include_usage === true

/** What went upstream, without the usage option, which the gateway adds to streams for its own reading. */
const withoutUsageOption = (body: unknown): Fields => {
  const { stream_options: options, ...rest } = fieldsOf(body)
  const { include_usage: _, ...other } = fieldsOf(options)
  return Object.keys(other).length > 0 ? { ...rest, stream_options: other } : rest
}

const usageIsWanted = 'the gateway reads the usage of every stream'

const compareRequest = (recording: Recording, { forwarded }: Observation): Difference[] => {
  const { body, reasons } = expectedRequest(recording)
  const explained = reasons.map((because): Difference => ({ what: 'request', detail: 'edited', because }))
  if (isDeepStrictEqual(forwarded, body)) return explained
  if (body.stream === true && isDeepStrictEqual(withoutUsageOption(forwarded), withoutUsageOption(body)))
    return [
      ...explained,
      { what: 'request', detail: 'stream_options.include_usage added', because: usageIsWanted },
    ]
  const names = new Set([...Object.keys(body), ...Object.keys(fieldsOf(forwarded))])
  const changed = [...names].filter((name) => !isDeepStrictEqual(body[name], fieldsOf(forwarded)[name]))
  return [{ what: 'request', detail: `other members went upstream: ${changed.join(', ')}` }]
}

/** A recorded stream without the chunk that carries nothing but usage. */
const withoutUsageChunk = (text: string): string =>
  text
    .split(/(?<=\r?\n\r?\n)/)
    .filter((event) => {
      const data = /^data: ?(\{.*\})\s*$/s.exec(event.trim())?.[1]
      if (data === undefined) return true
      const { choices, usage } = fieldsOf(JSON.parse(data))
      return !(Array.isArray(choices) && choices.length === 0 && usage)
    })
    .join('')

const firstDifference = (seen: string, recorded: string): string => {
  let at = 0
  while (at < recorded.length && seen[at] === recorded[at]) at += 1
  const excerpt = (text: string) => JSON.stringify(text.slice(at, at + 80))
  return `at byte ${at} of ${recorded.length}: ${excerpt(seen)} instead of ${excerpt(recorded)}`
}

const compareAnswer = (recording: Recording, seen: Observation): Difference[] => {
  const bytes = answerBytesOf(recording)
  if (seen.bytes.equals(bytes)) return []
  const recorded = bytes.toString('utf8')
  const text = seen.bytes.toString('utf8')
  if (recording.response.body_text === undefined)
    return [{ what: 'body', detail: firstDifference(text, recorded) }]
  if (!asksForUsage(recording) && text === withoutUsageChunk(recorded))
    return [{ what: 'stream', detail: 'usage chunk withheld', because: 'the client did not ask for it' }]
  return [{ what: 'stream', detail: firstDifference(text, recorded) }]
}

const usageText = (input: number | null, output: number | null, cached: number | null): string =>
  `${input ?? 0} in (${cached ?? 0} cached), ${output ?? 0} out`

const compareCharge = (recording: Recording, charge: Charge | undefined): Difference[] => {
  const { input_tokens_all_in: input, output_tokens_all_in: output, cached_tokens: cached } = recording.facts
  if (!charge) return [{ what: 'usage', detail: 'answered, but nothing was charged' }]
  const charged = `${usageText(charge.promptTokens, charge.completionTokens, charge.cachedTokens)} charged, source ${charge.usageSource}`
  if (input === null && output === null)
    return charge.usageSource === 'counted'
      ? [{ what: 'usage', detail: charged, because: 'the answer states no usage' }]
      : [{ what: 'usage', detail: `${charged}, but the answer states none` }]
  const stated = usageText(input, output, cached)
  // Azure has said so of real calls: more cached than there was to cache.
  const capped = input !== null && cached !== null && cached > input ? input : cached
  if (`${usageText(input, output, capped)} charged, source upstream` !== charged)
    return [{ what: 'usage', detail: `${stated} stated, ${charged}` }]
  const quota = statedQuota(recording, capped)
  if (quota !== undefined && quota !== Number(charge.quotaExact))
    return [{ what: 'price', detail: `${charge.quotaExact} charged, ${quota} follows from the usage` }]
  return capped === cached
    ? []
    : [
        {
          what: 'usage',
          detail: `${stated} stated, ${charged}`,
          because: 'no more can be cached than was sent',
        },
      ]
}

const upstreamMessage = (body: unknown): string => {
  if (typeof body === 'string') return body
  const { error } = fieldsOf(body)
  if (typeof error === 'string') return error
  const { message } = fieldsOf(error)
  return typeof message === 'string' ? message : ''
}

/** Trouble with the operator's own account at the provider: the client is told only that the upstream failed. */
const ownAccount = new Set([401, 402, 407])

const compareError = (recording: Recording, seen: Observation): Difference[] => {
  const { status, headers = {}, body } = recording.response
  const isOwn = ownAccount.has(status)
  const differences: Difference[] = []
  const wrong = (what: Difference['what'], detail: string) => differences.push({ what, detail })

  const due = isOwn ? 502 : status
  if (seen.status !== due) wrong('status', `${seen.status} instead of ${due} for an upstream's ${status}`)
  const error = fieldsOf(fieldsOf(JSON.parse(seen.bytes.toString('utf8') || '{}')).error)
  const missing = ['message', 'type', 'param', 'code'].filter((name) => !(name in error))
  if (missing.length > 0) wrong('error', `no error.${missing.join(', error.')}`)
  const message = upstreamMessage(body).trim().slice(0, 100)
  const shown = String(error.message)
  if (isOwn && message !== '' && shown.includes(message))
    wrong('error', `shows the operator's trouble: ${shown}`)
  if (!isOwn && status !== 429 && !shown.includes(message))
    wrong('error', `"${shown}" instead of "${message}"`)
  const retryAfter = headers['retry-after']
  if (retryAfter !== undefined && seen.retryAfter !== String(Math.max(1, Number(retryAfter))))
    wrong('error', `Retry-After ${seen.retryAfter} instead of ${retryAfter}`)
  if (seen.charge) wrong('usage', `a failed call was charged ${seen.charge.quotaExact}`)
  if (differences.length === 0)
    differences.push({
      what: 'error',
      detail: `${status} "${message}" became ${seen.status} "${shown}"`,
      because: isOwn
        ? "the operator's account is not the client's business"
        : "errors are put in the client's shape",
    })
  return differences
}

/** Everything about the observation that is not as the recording has it. */
export const compare = (recording: Recording, seen: Observation): Difference[] => {
  const request = compareRequest(recording, seen)
  if (recording.response.status >= 400) return [...request, ...compareError(recording, seen)]
  if (seen.status !== recording.response.status)
    return [
      ...request,
      {
        what: 'status',
        detail: `${seen.status} instead of ${recording.response.status}: ${seen.bytes.toString('utf8').slice(0, 300)}`,
      },
    ]
  return [...request, ...compareAnswer(recording, seen), ...compareCharge(recording, seen.charge)]
}
