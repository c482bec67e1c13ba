import { unixSeconds } from '../clock.ts'
import type { AppError } from '../errors/app-error.ts'
import { invalid, readModel } from '../protocols/openai/request-checks.ts'
import { encodeWarmUp } from '../protocols/responses/index.ts'
import { checkModel, type Entered, enter } from './admit/admit.ts'
import type { Caller } from './admit/callers.ts'
import { identify } from './admit/identify.ts'
import { parseBody } from './admit/parse-body.ts'
import { refuse } from './inbound/refuse.ts'
import { toAppError } from './inbound/render-error.ts'
import { relay } from './relay.ts'
import type { RelayDeps } from './relay-deps.ts'
import type { Create } from './response-socket/response-socket.ts'

export interface AnswerCreateDeps extends RelayDeps {
  readonly isReady: () => AppError | undefined
}

/**
 * Answers one WebSocket message like an HTTP request: the key, permissions and everything else are checked for each
 * message. Never rejects.
 */
export async function answerCreate(key: string, create: Create, deps: AnswerCreateDeps): Promise<void> {
  const { inbound, isWarmUp, wantsBackground } = create
  let caller: Caller | undefined
  let entered: Entered
  try {
    const notReady = deps.isReady()
    if (notReady) throw notReady
    const identity = await identify(key, deps.callers)
    caller = identity.caller
    entered = await enter(identity, inbound, deps)
    if (wantsBackground) throw invalid('background', 'noBackground')
    if (isWarmUp) return await warmUp(entered, create, deps)
  } catch (error) {
    const refusal = toAppError(error)
    const { requestId, address, client } = inbound
    const group = caller?.userGroup ?? ''
    if (!client.isGone)
      deps.refusals.note({ requestId, address, caller, group, model: '', isStream: true }, refusal)
    return refuse(inbound, refusal, deps)
  }
  await relay(entered, inbound, deps)
}

/** Sends the client a response id to continue from. Asks no model and charges nothing. */
async function warmUp(
  { caller, noteStatus }: Entered,
  { inbound }: Create,
  { clock }: Pick<RelayDeps, 'clock'>,
): Promise<void> {
  const { body } = await parseBody(inbound)
  const model = readModel(body)
  checkModel(caller, model)
  noteStatus(200)
  inbound.client.startStream()
  inbound.client.end(
    encodeWarmUp({
      model,
      requestId: inbound.requestId,
      created: unixSeconds(clock),
      wantsStreamUsage: true,
      wantsReasoningText: undefined,
      request: { model, isStream: true, turns: [], tools: [] },
      body,
      promptTokensEstimate: 0,
    }),
  )
}
