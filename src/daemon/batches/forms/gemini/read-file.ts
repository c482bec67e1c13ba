import { isUtf8 } from 'node:buffer'
import { AppError } from '../../../errors/app-error.ts'
import { inWords } from '../../../errors/fill-in.ts'
import type { Texts } from '../../../errors/reasons.ts'
import { looksThingsUp } from '../../../pricing/model-limits.ts'
import { asObject, asText } from '../../../protocols/json-access.ts'
import { invalid } from '../../../protocols/openai/request-checks.ts'
import type { Codec, JsonObject } from '../../../protocols/types.ts'
import { checkModel, type Entered } from '../../../relay/admit/admit.ts'
import { Turn } from '../../../relay/admit/turn.ts'
import { channelsFor } from '../../../relay/route/snapshot.ts'
import { upstreamModelOf } from '../../../relay/route/wire.ts'
import { reachAccount } from '../../../relay/stored/ask-account.ts'
import type { VendorFile, VendorFiles } from '../../../relay/stored/vendor-files.ts'
import type { BatchForm, BatchOrder, ReadOrderDeps, Submission } from '../../batch-form.ts'
import { type BatchGoing, checkRequest } from '../../check-request.ts'
import type { Line } from '../../read-lines.ts'
import { runsBatches } from '../../runs-batches.ts'
import { isAmbiguous, readLinesOf } from './read-lines-of.ts'

/** Google documents no limit, so this is Anthropic's. */
export const REQUESTS_MAX = 100_000
export const FILE_FIELD = 'batch.inputConfig.fileName'

/** A file of requests, and the model in the URL. */
interface NamedFile {
  readonly name: string
  readonly model: string
}

/** A file that has passed all checks. */
interface ReadFile extends Omit<BatchOrder, 'call'> {
  /** The vendor's name for the model. */
  readonly upstreamModel: string
}

interface FileGoing extends BatchGoing {
  readonly file: VendorFile
  readonly model: string
}

/**
 * Reads a file of requests from the copy that was kept when it was uploaded, because Google does not allow downloads of
 * uploaded files. The copy has the hash that Google reports, and files at Google never change, so Google runs exactly
 * what was checked. Requests are refused for the same reasons as inline requests, and if the channel would change them.
 *
 * @throws AppError that names the line, `file_not_found`, `file_out_of_reach`, `token_model_forbidden`
 */
export async function readFile(
  { name, model }: NamedFile,
  form: Pick<BatchForm, 'protocol' | 'endpoints'>,
  { entered }: Submission,
  { files }: ReadOrderDeps,
): Promise<ReadFile> {
  const [endpointAndCodec] = form.endpoints
  if (!endpointAndCodec) throw new Error(`Batches of ${form.protocol} call nothing.`)
  const [endpoint, codec] = endpointAndCodec
  const file = await files.find(entered.caller.userId, 'gemini', name)
  if (!file) throw new AppError('file_not_found', { values: { id: name.slice(0, 100) } })
  checkModel(entered.caller, model)
  const account = accountOf(file, model, entered)
  const going = { entered, ...account, file, model, endpoint, codec, headers: {} }
  const sizes = await readRequests(await contentOf(file, files), going, files)
  const { channel } = account
  const upstreamModel = upstreamModelOf(channel, model)
  return { channel, place: file.place, model, endpoint, ...sizes, upstreamModel }
}

/** Finds the account that stores the file. @throws AppError `file_out_of_reach`, `invalid_request` */
function accountOf(
  { id, place }: VendorFile,
  model: string,
  { snapshot, group, pinnedChannelId }: Entered,
): Pick<BatchGoing, 'channel' | 'key'> {
  const account = reachAccount(place, snapshot)
  const isServed =
    pinnedChannelId === undefined
      ? channelsFor(snapshot.routes, group, model).some((each) => each.id === place.channelId)
      : pinnedChannelId === place.channelId
  if (!account || !isServed) throw new AppError('file_out_of_reach', { values: { id } })
  const { channel } = account
  if (!runsBatches(channel, 'gemini')) throw invalid(FILE_FIELD, 'channelWithoutBatches')
  if (looksThingsUp(upstreamModelOf(channel, model))) throw invalid(FILE_FIELD, 'searches', { model })
  if (channel.paramOverride || channel.systemPrompt !== '') throw changed(model)
  return account
}

const changed = (model: string): AppError => invalid(FILE_FIELD, 'channelChanges', { model })

async function contentOf(file: VendorFile, files: VendorFiles): Promise<Buffer> {
  const content = await files.copies.read(file)
  if (content && !isUtf8(content)) throw invalid(FILE_FIELD, 'fileNotUtf8')
  if (content) return content
  throw invalid(FILE_FIELD, 'unreadableFile', { id: file.id })
}

async function readRequests(
  content: Buffer,
  going: FileGoing,
  files: VendorFiles,
): Promise<Pick<BatchOrder, 'requests' | 'promptTokens' | 'outputTokens'>> {
  const keys = new Set<string>()
  const turn = new Turn()
  let promptTokens = 0
  let outputTokens = 0
  for (const line of readLinesOf(content)) {
    const refuse = (why: Texts) => refused(line.number, why)
    const { key, request } = readLine(line)
    if (keys.has(key)) throw refuse(inWords('keyTwice'))
    keys.add(key)
    if (keys.size > REQUESTS_MAX) throw refuse(inWords('tooManyRequests', { max: REQUESTS_MAX }))
    checkName(request, line.number, going)
    const { model: _model, ...asked } = request
    const checked = await checkRequest({ ...asked, model: going.model }, refuse, going)
    if (isChanged(asked, checked.body)) throw changed(going.model)
    await checkFiles(asked, line.number, going, files)
    promptTokens += checked.promptTokens
    outputTokens += checked.outputTokens
    await turn.mayEnd()
  }
  if (keys.size === 0) throw invalid(FILE_FIELD, 'emptyFile')
  return { requests: keys.size, promptTokens, outputTokens }
}

/**
 * Whether the channel would change the request. The site's safety thresholds are only defaults, so adding them does not
 * count as a change.
 */
function isChanged(asked: JsonObject, { model: _model, ...sent }: JsonObject): boolean {
  const [before, after] = [asked, sent].map(({ safetySettings: _own, safety_settings: _snake, ...rest }) =>
    JSON.stringify(rest),
  )
  return before !== after
}

const refused = (line: number, why: Texts): AppError => invalid(FILE_FIELD, 'badLine', { line, why })

function readLine({ number, text, document }: Line): { readonly key: string; readonly request: JsonObject } {
  const { key: named, request: asked, ...others } = document ?? {}
  const key = asText(named)
  const request = asObject(asked)
  if (key === undefined || !request) throw refused(number, inWords('noKeyOrRequest'))
  const [other] = Object.keys(others)
  if (other !== undefined) throw refused(number, inWords('unknownMember', { name: other.slice(0, 100) }))
  // Some parsers end a line at a carriage return.
  if (text.trimEnd().includes('\r')) throw refused(number, inWords('carriageReturn'))
  if (isAmbiguous(text, document ?? {})) throw refused(number, inWords('nameTwice'))
  return { key, request }
}

/**
 * Checks the model in a request. The URL contains the model; if the request names one too, it must be the same, here
 * and at the vendor.
 */
function checkName({ model: named }: JsonObject, line: number, { model, channel }: FileGoing): void {
  if (named === undefined) return
  if (typeof named !== 'string' || named.replace(/^models\//, '') !== model)
    throw refused(line, inWords('otherModels'))
  if (upstreamModelOf(channel, model) !== model) throw refused(line, inWords('otherName', { model }))
}

/** Checks the files used in a request. @throws AppError `file_not_found` for other users' files */
async function checkFiles(
  body: JsonObject,
  line: number,
  { entered, file, codec }: Pick<FileGoing, 'entered' | 'file'> & { readonly codec: Codec },
  files: VendorFiles,
): Promise<void> {
  const owners = await files.ownersOf(codec.readStates?.(body)?.files ?? [])
  for (const [id, { userId, place }] of owners) {
    if (userId !== entered.caller.userId) throw new AppError('file_not_found', { values: { id } })
    if (place.channelId !== file.place.channelId || place.keyHint !== file.place.keyHint)
      throw refused(line, inWords('otherAccount', { id }))
  }
}
