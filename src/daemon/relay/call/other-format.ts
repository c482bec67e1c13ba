import { isSpokenFormat, mustFindFormats } from '../../channel-types/spoken-formats.ts'
import type { Channel, SpokenFormat } from '../../channel-types/types.ts'
import { chooseWire, wantedBy } from '../route/wire.ts'
import type { FailedAnswer } from './answer.ts'
import type { Attempted } from './attempt-rules.ts'
import type { Attempt } from './prepare/attempt.ts'

/** The statuses with which a server reports an unknown path: not found, or method not allowed. */
const ADDRESS_UNKNOWN: ReadonlySet<number> = new Set([404, 405])

/**
 * The statuses with which OpenAI's chat endpoint refuses what only Responses supports, such as function tools of
 * reasoning models.
 */
const REFUSED: ReadonlySet<number> = new Set([400, 404])
const NAMES_RESPONSES = /\bv1\/responses\b/

/** The channel to ask next, after its server turned out to lack a format. */
export interface OtherFormat {
  readonly channel: Channel
  /** The format that the server uses for every request; undefined = only this request belongs in the other format. */
  readonly format: SpokenFormat | undefined
}

/**
 * Switches a channel to the other of OpenAI's two conversation formats, if its server seems to lack the one it was
 * asked in, or tells us to use the other one, as relays that pass on OpenAI's messages do. Returns undefined if the
 * answer says nothing of the kind, or the request cannot be written in the other format.
 */
export function inOtherFormat(attempt: Attempt, answer: Attempted): OtherFormat | undefined {
  const { asked, channel, type, wire } = attempt
  const { operation } = wire
  if (answer.kind !== 'failed' || !isSpokenFormat(operation) || !mustFindFormats(type, channel))
    return undefined
  const { inbound, admitted } = asked
  const wantsResponses = operation === 'chat' && saysResponses(answer)
  if (!wantsResponses && !saysAddressIsUnknown(answer, admitted.bodyText)) return undefined
  // What was not found may be something stored in the account, rather than the path.
  const use = inbound.codec.readStates?.(admitted.body)
  if (use && use.needed.length + use.files.length > 0) return undefined
  const format = operation === 'chat' ? 'responses' : 'chat'
  const other = { ...channel, speaksFound: format } as const
  if (!chooseWire(type, other, wantedBy(asked))) return undefined
  return { channel: other, format: wantsResponses ? undefined : format }
}

/**
 * Whether a refusal says that the request belongs in Responses.
 *
 * @see https://github.com/openai/openai-openapi/issues/541
 */
const saysResponses = ({ upstreamStatus, failure }: FailedAnswer): boolean =>
  REFUSED.has(upstreamStatus) && failure !== undefined && NAMES_RESPONSES.test(failure.message)

/**
 * Whether a refusal is about the URL path, and not about a model or something else that the request names.
 * @param bodyText of the request
 */
export function saysAddressIsUnknown(
  { upstreamStatus, failure }: Pick<FailedAnswer, 'upstreamStatus' | 'failure'>,
  bodyText: string,
): boolean {
  if (!ADDRESS_UNKNOWN.has(upstreamStatus)) return false
  if (!failure) return false
  const { code, type, message } = failure
  if (/model|deployment/i.test(`${code} ${type} ${message}`)) return false
  // Ids and names of models, files and stores contain a digit or a dash.
  const names = message.match(/[\w.:-]*[\d_-][\w.:-]*/g) ?? []
  return !names.some((name) => name.length >= NAME_CHARS_MIN && bodyText.includes(name))
}

const NAME_CHARS_MIN = 4
