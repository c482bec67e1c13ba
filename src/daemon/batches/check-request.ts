import { channelTypes } from '../channel-types/index.ts'
import type { Channel } from '../channel-types/types.ts'
import { readModelAdapters } from '../channels/model-adapters.ts'
import { estimatePromptTokens } from '../counting/estimate-tokens.ts'
import { AppError } from '../errors/app-error.ts'
import { inWords } from '../errors/fill-in.ts'
import type { Texts } from '../errors/reasons.ts'
import { textsOf } from '../errors/render-envelope.ts'
import { modelLimits } from '../pricing/model-limits.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'
import { checkWords, type Entered } from '../relay/admit/admit.ts'
import { refuseCaseVariants } from '../relay/admit/member-case.ts'
import { steerBody } from '../relay/call/prepare/steer.ts'
import { upstreamModelOf } from '../relay/route/wire.ts'

/** The destination of a batch's requests, and their sender. */
export interface BatchGoing {
  readonly entered: Entered
  readonly channel: Channel
  readonly key: string
  readonly endpoint: string
  readonly codec: Codec
  /** Client headers that are passed on to the vendor. */
  readonly headers: Readonly<Record<string, string>>
  /** Set if the vendor gets exactly the bytes that were checked. */
  readonly isSentAsIs?: true
}

/** A request in a batch that has passed all checks. */
export interface CheckedRequest {
  readonly model: string
  /** Estimated number. */
  readonly promptTokens: number
  /** Maximum number of tokens in the answer. */
  readonly outputTokens: number
  /** The body as the channel's type sends it. */
  readonly body: JsonObject
}

/** Creates an error that names the request. */
export type Refuse = (why: Texts) => AppError

/** Operations whose answers have a limit on output tokens. */
const ANSWERS: ReadonlySet<string> = new Set(['chat', 'responses', 'completion', 'messages', 'generate'])

/**
 * Checks one request of a batch like an ordinary call: its form, members that clients may not set, forbidden words.
 * Members that an ordinary call would drop are refused, because a batch has no way to tell the client.
 *
 * @param body includes the model, even if the vendor's URL contains it
 * @throws AppError created by `refuse`
 */
export async function checkRequest(
  body: JsonObject,
  refuse: Refuse,
  { entered, channel, key, endpoint, codec, headers, isSentAsIs }: BatchGoing,
): Promise<CheckedRequest> {
  const type = channelTypes.get(channel.type)
  if (!type) throw new AppError('channel_misconfigured', { detail: { channelId: channel.id } })
  const { snapshot, group } = entered
  read(() => refuseCaseVariants(body), refuse)
  const facts = read(() => codec.readRequest(body), refuse)
  if (facts.isStream) throw refuse(inWords('notInBatch', { field: 'stream' }))
  const call = {
    channel,
    key,
    operation: codec.operation,
    path: endpoint,
    model: upstreamModelOf(channel, facts.model),
    isStream: false,
    query: {},
    headers,
    credential: undefined,
    adapters: readModelAdapters(snapshot.options),
  }
  const { stripped, priced } = read(() => steerBody(body, type, call, { acceptsUnpriced: false }), refuse)
  const [outside] = [...stripped, ...priced]
  if (outside !== undefined) throw refuse(inWords('notInBatch', { field: outside }))
  await checkWords(snapshot.options, group, { codec }, body)
  const named = { ...body, model: call.model }
  const sent = isSentAsIs ? body : (type.shapeRequest?.(named, call) ?? named)
  return {
    model: facts.model,
    body: sent,
    ...sizeOf(
      body,
      read(() => codec.readRequest(sent), refuse),
      codec,
    ),
  }
}

function sizeOf(
  body: JsonObject,
  { model, attachments, outputTokensCap, choices = 1 }: ReturnType<Codec['readRequest']>,
  codec: Codec,
): Pick<CheckedRequest, 'promptTokens' | 'outputTokens'> {
  const bodyBytes = Buffer.byteLength(JSON.stringify(body))
  const limits = modelLimits(model)
  const byText = estimatePromptTokens({ textBytes: bodyBytes, bodyBytes, attachments })
  return {
    // Content outside the request may fill the model's whole context window.
    promptTokens: codec.readsOutside?.(body) ? Math.max(byText, limits.contextTokens) : byText,
    outputTokens: ANSWERS.has(codec.operation) ? (outputTokensCap ?? limits.outputTokens * choices) : 0,
  }
}

/** Runs a check and makes its error name the request. */
export function read<Value>(reading: () => Value, refuse: Refuse): Value {
  try {
    return reading()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw refuse(textsOf(error))
  }
}
