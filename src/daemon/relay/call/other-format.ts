import { isSpokenFormat, mustFindFormats } from '../../channel-types/spoken-formats.ts'
import type { Channel, SpokenFormat } from '../../channel-types/types.ts'
import { chooseWire, wantedBy } from '../route/wire.ts'
import type { FailedAnswer } from './answer.ts'
import type { Attempted } from './attempt-rules.ts'
import type { Attempt } from './prepare/attempt.ts'

/** A server answers so where it has no such address: not found, or not for this method. */
const ADDRESS_UNKNOWN: ReadonlySet<number> = new Set([404, 405])

/** How OpenAI refuses in chat what it takes in Responses alone, such as the function tools of models that reason. */
const REFUSED: ReadonlySet<number> = new Set([400, 404])
const NAMES_RESPONSES = /\bv1\/responses\b/

/** The channel as it is asked next, for a server that was found to lack a format. */
export interface OtherFormat {
  readonly channel: Channel
  /** The format that the server has for every request; undefined = only this request belongs to the other format. */
  readonly format: SpokenFormat | undefined
}

/**
 * The same channel in the other of OpenAI's two conversation formats, if its server seems to lack the one it was asked in, or
 * tells us to use the other one, as relays do that pass on what OpenAI says; undefined = the answer says nothing like that, or
 * the request cannot be written in the other format.
 */
export function inOtherFormat(attempt: Attempt, answer: Attempted): OtherFormat | undefined {
  const { asked, channel, type, wire } = attempt
  const { operation } = wire
  if (answer.kind !== 'failed' || !isSpokenFormat(operation) || !mustFindFormats(type, channel))
    return undefined
  const { inbound, admitted } = asked
  const wantsResponses = operation === 'chat' && saysResponses(answer)
  if (!wantsResponses && !saysAddressIsUnknown(answer, admitted.bodyText)) return undefined
  // What the account was to keep may be what was not found.
  const use = inbound.codec.readStates?.(admitted.body)
  if (use && use.needed.length + use.files.length > 0) return undefined
  const format = operation === 'chat' ? 'responses' : 'chat'
  const other = { ...channel, speaksFound: format } as const
  if (!chooseWire(type, other, wantedBy(asked))) return undefined
  return { channel: other, format: wantsResponses ? undefined : format }
}

/**
 * Whether a refusal says that the request belongs to Responses.
 *
 * @see https://github.com/openai/openai-openapi/issues/541
 */
const saysResponses = ({ upstreamStatus, failure }: FailedAnswer): boolean =>
  REFUSED.has(upstreamStatus) && failure !== undefined && NAMES_RESPONSES.test(failure.message)

/**
 * Whether a refusal is about the address, and not about a model or something else that the request names.
 * @param bodyText the request's
 */
export function saysAddressIsUnknown(
  { upstreamStatus, failure }: Pick<FailedAnswer, 'upstreamStatus' | 'failure'>,
  bodyText: string,
): boolean {
  if (!ADDRESS_UNKNOWN.has(upstreamStatus)) return false
  if (!failure) return false
  const { code, type, message } = failure
  if (/model|deployment/i.test(`${code} ${type} ${message}`)) return false
  // Ids and names of models, files and stores have a digit or a dash in them.
  const names = message.match(/[\w.:-]*[\d_-][\w.:-]*/g) ?? []
  return !names.some((name) => name.length >= NAME_CHARS_MIN && bodyText.includes(name))
}

const NAME_CHARS_MIN = 4
