import { AppError } from '../../../errors/app-error.ts'
import { inWords } from '../../../errors/fill-in.ts'
import type { Texts } from '../../../errors/reasons.ts'
import { looksThingsUp } from '../../../pricing/model-limits.ts'
import { asObject, asText } from '../../../protocols/json-access.ts'
import { hasRepeatedMembers, readMembers } from '../../../protocols/json-members.ts'
import { invalid } from '../../../protocols/openai/request-checks.ts'
import { hasHostedTool } from '../../../protocols/outside-context.ts'
import type { Codec, JsonObject } from '../../../protocols/types.ts'
import { checkModel, type Entered } from '../../../relay/admit/admit.ts'
import { parseJsonBody } from '../../../relay/admit/parse-body.ts'
import { throwDescribed } from '../../../relay/call/upstream-errors.ts'
import { channelsFor } from '../../../relay/route/snapshot.ts'
import { upstreamModelOf } from '../../../relay/route/wire.ts'
import { openAccount, reachAccount } from '../../../relay/stored/ask-account.ts'
import type { VendorFile, VendorFiles } from '../../../relay/stored/vendor-files.ts'
import type { StatePlace } from '../../../relay/stored/vendor-states.ts'
import type { BatchOrder, ReadOrderDeps, Submission } from '../../batch-form.ts'
import { type BatchGoing, checkRequest } from '../../check-request.ts'
import { type Line, readLines } from '../../read-lines.ts'
import { runsBatches } from '../../runs-batches.ts'

/** OpenAI's limit. */
const REQUESTS_MAX = 50_000

/** The members in OpenAI's API. Any other member might have a cost that is not charged here. */
const PASSED = ['input_file_id', 'endpoint', 'completion_window', 'metadata', 'output_expires_after'] as const

/** A file and the account that stores it. */
interface FileGoing extends BatchGoing {
  readonly place: StatePlace
}

type Sizes = Pick<BatchOrder, 'model' | 'requests' | 'promptTokens' | 'outputTokens'>

/**
 * Reads the input file of a batch and checks each request. It refuses models that the token may not use, a second
 * model, requests that the gateway would have to change, anything that is not charged by usage alone, and other users'
 * files. The vendor gets exactly the bytes that were checked.
 *
 * @throws AppError that names the line, `file_not_found`, `file_out_of_reach`
 */
export async function readOrder(
  { entered, body: bytes }: Submission,
  endpoints: ReadonlyMap<string, Codec>,
  deps: ReadOrderDeps,
): Promise<BatchOrder> {
  const { body } = await parseJsonBody(bytes)
  const file = await findInput(body, entered, deps)
  const going = readGoing(body, entered, file, endpoints)
  const { channel, place, endpoint } = going
  const sizes = await readFile(file, going, deps)
  checkChannel(sizes.model, going)
  const call = { method: 'POST', at: 'batches', path: '', body: vendorBody(body) } as const
  return { channel, place, endpoint, ...sizes, call }
}

/** Finds the input file. @throws AppError `file_not_found` */
async function findInput(
  body: JsonObject,
  { caller }: Entered,
  { files }: ReadOrderDeps,
): Promise<VendorFile> {
  const id = asText(body.input_file_id)
  if (id === undefined) throw invalid('input_file_id', 'noInputFile')
  const file = await files.find(caller.userId, 'openai', id)
  if (!file) throw new AppError('file_not_found', { values: { id: id.slice(0, 100) } })
  return file
}

/** Determines where the batch goes. @throws AppError `file_out_of_reach`, `invalid_request` */
function readGoing(
  body: JsonObject,
  entered: Entered,
  { id, place }: VendorFile,
  endpoints: ReadonlyMap<string, Codec>,
): FileGoing {
  const endpoint = asText(body.endpoint) ?? ''
  const codec = endpoints.get(endpoint)
  if (!codec) throw invalid('endpoint', 'notOneOf', { choices: [...endpoints.keys()] })
  const account = reachAccount(place, entered.snapshot)
  if (!account) throw new AppError('file_out_of_reach', { values: { id } })
  if (!runsBatches(account.channel, 'openai')) throw invalid('input_file_id', 'channelWithoutBatches')
  return { entered, ...account, place, endpoint, codec, headers: {}, isSentAsIs: true }
}

async function readFile(file: VendorFile, going: FileGoing, deps: ReadOrderDeps): Promise<Sizes> {
  const path = `/${encodeURIComponent(file.id)}/content`
  const question = { method: 'GET', at: 'files', path, query: {} } as const
  try {
    const exchange = await openAccount(file.place, question, going.entered.snapshot, deps)
    if (exchange?.status !== 200) {
      exchange?.abort()
      throw new AppError('file_not_found', { values: { id: file.id } })
    }
    return await readRequests(readLines(exchange), going, deps.files)
  } catch (error) {
    return throwDescribed(error)
  }
}

async function readRequests(
  lines: AsyncIterable<Line>,
  going: FileGoing,
  files: VendorFiles,
): Promise<Sizes> {
  let model = ''
  let requests = 0
  let promptTokens = 0
  let outputTokens = 0
  for await (const { number, text, document } of lines) {
    requests += 1
    const refuse = (why: Texts) => refused(number, why)
    if (requests > REQUESTS_MAX) throw refuse(inWords('tooManyRequests', { max: REQUESTS_MAX }))
    // The file is sent to the vendor unchanged, and JSON must not begin with a byte order mark (RFC 8259, 8.1).
    if (text.startsWith('\ufeff')) throw refuse(inWords('byteOrderMark'))
    const body = readBody(document, number, going.endpoint)
    if (isAmbiguous(text)) throw refuse(inWords('nameTwice'))
    const checked = await checkRequest(body, refuse, going)
    if (model === '') checkModel(going.entered.caller, checked.model)
    else if (checked.model !== model) throw refuse(inWords('otherModels'))
    model = checked.model
    if (hasHostedTool(body)) throw refuse(inWords('hostedTools'))
    await checkStates(body, number, going, files)
    promptTokens += checked.promptTokens
    outputTokens += checked.outputTokens
  }
  if (requests === 0) throw invalid('input_file_id', 'emptyFile')
  return { model, requests, promptTokens, outputTokens }
}

const refused = (line: number, why: Texts): AppError => invalid('input_file_id', 'badLine', { line, why })

function readBody(document: JsonObject | undefined, line: number, endpoint: string): JsonObject {
  const body = asObject(document?.body)
  if (!document || !body) throw refused(line, inWords('noBody'))
  if (document.method !== 'POST') throw refused(line, inWords('notPost'))
  if (document.url !== endpoint) throw refused(line, inWords('otherUrl', { endpoint }))
  return body
}

/**
 * Whether a repeated name makes parsers that take the first value and those that take the last see different requests.
 */
function isAmbiguous(line: string): boolean {
  const body = readMembers(line).findLast(({ key }) => key === 'body')
  return (
    hasRepeatedMembers(line) ||
    (body !== undefined && hasRepeatedMembers(line.slice(body.valueStart, body.valueEnd)))
  )
}

async function checkStates(
  body: JsonObject,
  line: number,
  { entered, place, codec }: FileGoing,
  files: VendorFiles,
): Promise<void> {
  const use = codec.readStates?.(body)
  if (use && use.needed.length > 0) throw refused(line, inWords('earlierResponses'))
  for (const [id, owner] of await files.ownersOf(use?.files ?? [])) {
    if (owner.userId !== entered.caller.userId) throw new AppError('file_not_found', { values: { id } })
    if (owner.place.channelId !== place.channelId || owner.place.keyHint !== place.keyHint)
      throw refused(line, inWords('otherAccount', { id }))
  }
}

/** Refuses channels that would change the requests, because the file is sent to the vendor unchanged. */
function checkChannel(model: string, { entered, channel }: BatchGoing): void {
  const { snapshot, group } = entered
  if (!channelsFor(snapshot.routes, group, model).some(({ id }) => id === channel.id))
    throw invalid('input_file_id', 'channelWithoutModel', { model })
  if (looksThingsUp(model)) throw invalid('input_file_id', 'searches', { model })
  const { paramOverride, systemPrompt } = channel
  if (paramOverride || systemPrompt !== '' || upstreamModelOf(channel, model) !== model)
    throw invalid('input_file_id', 'channelChanges', { model })
}

const vendorBody = (body: JsonObject): string =>
  JSON.stringify(
    Object.fromEntries(
      PASSED.flatMap((name) => {
        const value = body[name]
        return value === undefined ? [] : [[name, value] as const]
      }),
    ),
  )
