import { channelTypes } from '../channel-types/index.ts'
import { readModelAdapters } from '../channels/model-adapters.ts'
import { AppError } from '../errors/app-error.ts'
import { inWords } from '../errors/fill-in.ts'
import { looksThingsUp } from '../pricing/model-limits.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'
import { checkModel } from '../relay/admit/admit.ts'
import { Turn } from '../relay/admit/turn.ts'
import { steerHead } from '../relay/call/prepare/steer.ts'
import { upstreamModelOf } from '../relay/route/wire.ts'
import type { BatchForm, BatchOrder, ReadOrderDeps, Submission } from './batch-form.ts'
import { type BatchGoing, checkRequest, type Refuse, read } from './check-request.ts'
import { type ChosenAccount, chooseAccount } from './choose-account.ts'
import { findKeeper } from './find-keeper.ts'

/**
 * Maximum number of lists, objects and members in a body: a short request has eleven, and there may be a hundred
 * thousand requests.
 */
export const BATCH_PARTS_MAX = 2_000_000

/** A request in the body of a submission. */
export interface InlineRequest {
  /** Includes the model, even if the vendor's URL contains it. */
  readonly body: JsonObject
  readonly refuse: Refuse
  /** Returns the request as JSON for the vendor. @param sent its body, with the vendor's model name */
  write(sent: JsonObject): string
}

/** Requests that have passed all checks. */
export interface ReadInline extends Omit<BatchOrder, 'call'> {
  /** One piece of JSON per request. */
  readonly pieces: readonly string[]
  /** The vendor's name for the model. */
  readonly upstreamModel: string
}

/**
 * Reads the requests in the body of a submission and chooses the account they go to. All are refused if one is not
 * allowed. There may be a hundred thousand requests, so other work can run in between.
 *
 * @throws AppError that names the request, and errors of {@link chooseAccount} and of looking up files
 */
export async function readInline(
  requests: readonly InlineRequest[],
  form: Pick<BatchForm, 'protocol' | 'endpoints'>,
  { entered, headers }: Submission,
  deps: ReadOrderDeps,
): Promise<ReadInline> {
  const [endpointAndCodec] = form.endpoints
  if (!endpointAndCodec) throw new Error(`Batches of ${form.protocol} call nothing.`)
  const [endpoint, codec] = endpointAndCodec
  const turn = new Turn()
  const { model, files } = await readCommon(requests, codec, turn)
  checkModel(entered.caller, model)
  const keeper = await findKeeper(entered.caller.userId, files, deps.files)
  const account = chooseAccount(entered, { protocol: form.protocol, model, keeper }, deps.health)
  const { channel, key, place } = account
  const upstreamModel = upstreamModelOf(channel, model)
  if (looksThingsUp(upstreamModel)) throw invalid('model', 'searches', { model })
  const going: BatchGoing = { entered, channel, key, endpoint, codec, headers }
  refuseBetas(going, account, upstreamModel)
  const pieces: string[] = []
  let promptTokens = 0
  let outputTokens = 0
  for (const { body, refuse, write } of requests) {
    const checked = await checkRequest(body, refuse, going)
    promptTokens += checked.promptTokens
    outputTokens += checked.outputTokens
    pieces.push(write(checked.body))
    await turn.mayEnd()
  }
  const order = { channel, place, model, endpoint, requests: requests.length, promptTokens, outputTokens }
  return { ...order, pieces, upstreamModel }
}

/** Reads what all requests share and what determines the account: the model and the files. */
async function readCommon(
  requests: readonly InlineRequest[],
  codec: Codec,
  turn: Turn,
): Promise<{ readonly model: string; readonly files: ReadonlySet<string> }> {
  let model: string | undefined
  const files = new Set<string>()
  for (const { body, refuse } of requests) {
    const named = read(() => codec.readRequest(body), refuse).model
    model ??= named
    if (named !== model) throw refuse(inWords('otherModels'))
    for (const id of codec.readStates?.(body)?.files ?? []) files.add(id)
    await turn.mayEnd()
  }
  return { model: model ?? '', files }
}

/** Refuses beta headers that an ordinary call would drop. */
function refuseBetas(
  { entered, headers, endpoint, codec }: BatchGoing,
  { channel, key }: ChosenAccount,
  model: string,
): void {
  const type = channelTypes.get(channel.type)
  if (!type) throw new AppError('channel_misconfigured', { detail: { channelId: channel.id } })
  const { stripped } = steerHead(type, {
    channel,
    key,
    operation: codec.operation,
    path: endpoint,
    model,
    isStream: false,
    query: {},
    headers,
    credential: undefined,
    adapters: readModelAdapters(entered.snapshot.options),
  })
  if (stripped[0] !== undefined) throw invalid(stripped[0], 'notInBatch')
}
