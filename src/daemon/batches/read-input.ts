import { channelTypes } from '../channel-types/index.ts'
import type { Channel } from '../channel-types/types.ts'
import { readModelAdapters } from '../channels/model-adapters.ts'
import { estimatePromptTokens } from '../counting/estimate-tokens.ts'
import { AppError } from '../errors/app-error.ts'
import { phraseOf } from '../errors/render-envelope.ts'
import { modelLimits } from '../pricing/model-limits.ts'
import { asObject } from '../protocols/json-access.ts'
import { hasRepeatedMembers, readMembers } from '../protocols/json-members.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import { hasHostedTool } from '../protocols/outside-context.ts'
import type { Codec, JsonObject } from '../protocols/types.ts'
import { checkModel, checkWords, type Entered } from '../relay/admit/admit.ts'
import { refuseCaseVariants } from '../relay/admit/member-case.ts'
import { steerBody } from '../relay/call/prepare/steer.ts'
import type { VendorFiles } from '../relay/stored/vendor-files.ts'
import type { StatePlace } from '../relay/stored/vendor-states.ts'
import type { Line } from './read-lines.ts'

/** What a file of requests asks for. */
export interface BatchInput {
  readonly model: string
  readonly requests: number
  /** By estimate. */
  readonly promptTokens: number
  /** The most that the answers can have. */
  readonly outputTokens: number
}

/** Where the requests go, and who asks. */
export interface BatchGoing {
  readonly entered: Entered
  readonly channel: Channel
  readonly key: string
  readonly place: StatePlace
  readonly endpoint: string
  readonly codec: Codec
}

/** As many as OpenAI takes. */
const REQUESTS_MAX = 50_000

/**
 * Reads what a batch will do, and refuses it as a whole where one of its requests may not be made: a model that the token may
 * not use, a second model, what only this gateway would add or take out, what is not charged by usage alone, and files of
 * others. The vendor gets the very bytes that were read here.
 *
 * @throws AppError that names the line
 */
export async function readInput(
  lines: AsyncIterable<Line>,
  going: BatchGoing,
  files: VendorFiles,
): Promise<BatchInput> {
  let model = ''
  let requests = 0
  let promptTokens = 0
  let outputTokens = 0
  for await (const { number, text, document } of lines) {
    requests += 1
    if (requests > REQUESTS_MAX) throw refused(number, `a batch has at most ${REQUESTS_MAX} requests`)
    const body = readBody(document, number, going.endpoint)
    if (isAmbiguous(text)) throw refused(number, 'no name may occur twice in one object')
    const size = sizeOf(body, number, going)
    if (model === '') checkModel(going.entered.caller, size.model)
    else if (size.model !== model) throw refused(number, 'all requests of a batch must name the same model')
    model = size.model
    await checkContent(body, number, going, files)
    promptTokens += size.promptTokens
    outputTokens += size.outputTokens
  }
  if (requests === 0) throw invalid('input_file_id', 'the input file has no requests')
  return { model, requests, promptTokens, outputTokens }
}

const refused = (line: number, why: string): AppError =>
  invalid('input_file_id', `line ${line} of the input file: ${why}`)

function readBody(document: JsonObject | undefined, line: number, endpoint: string): JsonObject {
  const body = asObject(document?.body)
  if (!document || !body)
    throw refused(line, "it must be a JSON object with 'custom_id', 'method', 'url' and 'body'")
  if (document.method !== 'POST') throw refused(line, "'method' must be POST")
  if (document.url !== endpoint) throw refused(line, `'url' must be ${endpoint}, as the batch's endpoint`)
  if (body.stream === true) throw refused(line, "'stream' cannot be used in a batch")
  return body
}

/** Whether readers that take the first of a repeated name see another request than those that take the last. */
function isAmbiguous(line: string): boolean {
  const body = readMembers(line).findLast(({ key }) => key === 'body')
  return (
    hasRepeatedMembers(line) ||
    (body !== undefined && hasRepeatedMembers(line.slice(body.valueStart, body.valueEnd)))
  )
}

/** Formats whose answers a cap can bound. */
const ANSWERS: ReadonlySet<string> = new Set(['chat', 'responses', 'completion'])

function sizeOf(body: JsonObject, line: number, { codec }: BatchGoing) {
  read(() => refuseCaseVariants(body), line)
  const facts = read(() => codec.readRequest(body), line)
  const bodyBytes = Buffer.byteLength(JSON.stringify(body))
  const limits = modelLimits(facts.model)
  const byText = estimatePromptTokens({ textBytes: bodyBytes, bodyBytes, attachments: facts.attachments })
  const longest = limits.outputTokens * (facts.choices ?? 1)
  return {
    model: facts.model,
    // The line refers to content outside it, which may fill the model's whole context window.
    promptTokens: codec.readsOutside?.(body) ? Math.max(byText, limits.contextTokens) : byText,
    outputTokens: ANSWERS.has(codec.operation) ? (facts.outputTokensCap ?? longest) : 0,
  }
}

/** Runs a check and adds the line number to its error. */
function read<Value>(reading: () => Value, line: number): Value {
  try {
    return reading()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw refused(line, phraseOf(error, 'en'))
  }
}

async function checkContent(
  body: JsonObject,
  line: number,
  { entered, channel, key, place, codec, endpoint }: BatchGoing,
  files: VendorFiles,
): Promise<void> {
  const type = channelTypes.get(channel.type)
  if (!type) throw new AppError('channel_misconfigured', { detail: { channelId: channel.id } })
  const { snapshot, caller, group } = entered
  const call = {
    channel,
    key,
    operation: codec.operation,
    path: endpoint,
    model: '',
    isStream: false,
    query: {},
    headers: {},
    credential: undefined,
    adapters: readModelAdapters(snapshot.options),
  }
  const { stripped, priced } = read(() => steerBody(body, type, call, { acceptsUnpriced: false }), line)
  const [outside] = [...stripped, ...priced]
  if (outside !== undefined) throw refused(line, `'${outside}' cannot be used in a batch`)
  if (hasHostedTool(body)) throw refused(line, 'tools that the provider runs cannot be used in a batch')
  const use = codec.readStates?.(body)
  if (use && use.needed.length > 0) throw refused(line, 'earlier responses cannot be used in a batch')
  for (const [id, owner] of await files.ownersOf(use?.files ?? [])) {
    if (owner.userId !== caller.userId) throw new AppError('file_not_found', { values: { id } })
    if (owner.place.channelId !== place.channelId || owner.place.keyHint !== place.keyHint)
      throw refused(line, `the file ${id} is kept by another account than the input file`)
  }
  await checkWords(snapshot.options, group, { codec }, body)
}
