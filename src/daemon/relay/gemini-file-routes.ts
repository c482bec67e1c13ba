import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { readBody } from '../http/read-body.ts'
import { presentFile, readFileExpiry, readFileName } from '../protocols/gemini/index.ts'
import { asObject } from '../protocols/json-access.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonObject } from '../protocols/types.ts'
import { type Identity, identify, readKey } from './admit/identify.ts'
import { throwDescribed } from './call/upstream-errors.ts'
import { type EntranceDeps, EXPOSED_HEADERS, enterAs, enterByKey, enteredOf, readQuery } from './entrance.ts'
import { aboutFile, isGone } from './files/about-file.ts'
import { type ChosenAccount, chooseAccount } from './files/choose-account.ts'
import { notFound, outOfReach } from './files/file-errors.ts'
import { pageTokenOf, readGeminiPage } from './files/gemini-lists.ts'
import {
  type BegunUpload,
  beginUpload,
  begunHeaders,
  continueUpload,
  type FileHead,
  readFileHead,
  sendRelated,
  statusOfRefusal,
  type TakenFile,
} from './files/gemini-uploads.ts'
import { sendContent } from './files/send-content.ts'
import type { SendUploadDeps } from './files/send-upload.ts'
import type { UploadIds } from './files/upload-ids.ts'
import type { RelayDeps } from './relay-deps.ts'
import { toRelayError } from './route-errors.ts'
import { askAccount, openAccount } from './stored/ask-account.ts'
import type { VendorFile } from './stored/vendor-files.ts'

export interface FileRouteDeps extends RelayDeps, EntranceDeps, SendUploadDeps {
  readonly checkReady: onRequestHookHandler
  /** Returns an account's balance, in thousandths. */
  readonly balanceOf: (userId: number) => Promise<bigint>
  readonly uploads: UploadIds
  /** Returns the base URL at which the client reached us, without a trailing slash. */
  readonly reachedAt: (request: FastifyRequest) => string
}

export interface OneFile {
  Params: { id: string }
}
type FileRequest = FastifyRequest<OneFile>

/** API versions that only Google has. `/v1` is shared by all vendors and is in `file-routes.ts`. */
const VERSIONS = ['v1beta', 'v1alpha'] as const

/** Response headers of an upload that browsers on other sites may read. */
const UPLOAD_HEADERS =
  'x-goog-upload-url, x-goog-upload-status, x-goog-upload-size-received, x-goog-upload-chunk-granularity'

/** Limit for the description of a file: a name of 512 characters, a type, a size. */
const HEAD_BYTES_MAX = 65_536

/**
 * Registers Google's file endpoints. A file is uploaded in several requests, the first of which chooses the account;
 * clients get a URL of the gateway and never the vendor's.
 */
export function geminiFileRoutes(app: FastifyInstance, deps: FileRouteDeps): void {
  const read = { onRequest: [enterByKey(keyOf, deps)] }
  const enter = enterAs((request) => identifyUploader(request, deps), deps)
  void app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // The body is not parsed: its bytes are passed on as they arrive.
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
    uploads.addHook('onRequest', async (_request, reply) => {
      reply.header('access-control-expose-headers', `${EXPOSED_HEADERS}, ${UPLOAD_HEADERS}`)
    })
    // Errors thrown here reach the error handler of the relay's routes.
    uploads.setErrorHandler((error, _request, reply) => {
      if (!reply.hasHeader('x-goog-upload-status')) reply.headers(statusOfRefusal(toRelayError(error)))
      throw error
    })
    const onRequest = [deps.checkReady, enter]
    for (const version of ['v1', ...VERSIONS])
      uploads.post(`/upload/${version}/files`, { onRequest }, async (request, reply) =>
        answerUpload(request, reply, deps),
      )
  })
  for (const version of VERSIONS) {
    app.get(`/${version}/files`, read, async (request, reply) =>
      reply.send(await listGeminiFiles(request, deps)),
    )
    app.get<OneFile>(`/${version}/files/:id`, read, async (request, reply) =>
      sendGeminiFile(request, reply, deps),
    )
    app.delete<OneFile>(`/${version}/files/:id`, read, async (request, reply) =>
      reply.send(await removeGeminiFile(request, deps)),
    )
  }
}

const keyOf = (request: FastifyRequest): string => readKey(request.headers, readQuery(request).key, true)

function uploadIdOf(request: FastifyRequest): string | undefined {
  // A repeated parameter is an array.
  const { upload_id: id } = request.query as { readonly upload_id?: unknown }
  return typeof id === 'string' ? id : undefined
}

/** @throws AppError `upload_not_found` for the upload of another user, and as {@link identify} */
async function identifyUploader(
  request: FastifyRequest,
  { uploads, callers }: FileRouteDeps,
): Promise<Identity> {
  const id = uploadIdOf(request)
  const key = keyOf(request)
  if (id === undefined) return identify(key, callers)
  const uploader = await uploads.identify(id)
  if (key === '') return uploader
  const sender = await identify(key, callers)
  if (sender.caller.userId !== uploader.caller.userId) throw new AppError('upload_not_found')
  return uploader
}

async function answerUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: FileRouteDeps,
): Promise<FastifyReply> {
  const id = uploadIdOf(request)
  const { 'x-goog-upload-protocol': protocol, 'x-goog-upload-command': command } = request.headers
  await checkMayUpload(request, deps)
  if (id !== undefined) {
    const upload = deps.uploads.open(id)
    const tell = (headers: Readonly<Record<string, string>>) => void reply.headers(headers)
    const piece = { upload, source: request.raw, tell }
    const taken = await continueUpload(piece, enteredOf(request).snapshot, deps)
    return reply.send(taken ? await note(request, taken, deps) : '')
  }
  if (protocol === 'multipart') {
    const account = await chooseFor(request, deps)
    const taken = await sendRelated(request.raw, account, enteredOf(request).snapshot, deps)
    return reply.send(await note(request, taken, deps))
  }
  if (protocol !== 'resumable')
    throw invalid('x-goog-upload-protocol', 'notEither', { one: 'resumable', other: 'multipart' })
  if (String(command).toLowerCase() !== 'start') throw invalid('x-goog-upload-command', 'notStarted')
  return begin(request, reply, deps)
}

/** @throws AppError `file_without_credit`, `files_no_room` */
async function checkMayUpload(request: FastifyRequest, deps: FileRouteDeps): Promise<void> {
  // Canceling and querying need no space.
  if (/^\s*(?:query|cancel)\s*$/i.test(String(request.headers['x-goog-upload-command']))) return
  const { userId } = enteredOf(request).caller
  if ((await deps.balanceOf(userId)) <= 0n) throw new AppError('file_without_credit')
  if (await deps.files.hasNoRoom(userId)) throw new AppError('files_no_room')
}

async function chooseFor(request: FastifyRequest, deps: FileRouteDeps): Promise<ChosenAccount> {
  const entered = enteredOf(request)
  const newest = await deps.files.newest(entered.caller.userId, 'gemini')
  return chooseAccount(entered, { protocol: 'gemini', model: readQuery(request).model, newest }, deps.health)
}

async function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: FileRouteDeps,
): Promise<FastifyReply> {
  const entered = enteredOf(request)
  const { headers, ...upload } = await beginSomewhere(request, await readHead(request, deps), deps)
  const id = deps.uploads.make(keyOf(request), entered, upload)
  const [path = ''] = request.originalUrl.split('?')
  const address = `${deps.reachedAt(request)}${path}?upload_id=${id}&upload_protocol=resumable`
  return reply.headers({ ...headers, ...begunHeaders(address) }).send('')
}

const CHANNELS_MAX = 3

/** Begins the upload on the first channel that works. Nothing of the file has been sent, so several can be tried. */
async function beginSomewhere(
  request: FastifyRequest,
  head: FileHead,
  deps: FileRouteDeps,
): Promise<BegunUpload> {
  const tried: ChosenAccount[] = []
  let failure: unknown
  while (tried.length < CHANNELS_MAX) {
    const account = await chooseFor(request, deps)
    if (tried.some(({ channel, key }) => channel === account.channel && key === account.key)) break
    tried.push(account)
    try {
      return await beginUpload(head, account, enteredOf(request).snapshot, deps)
    } catch (error) {
      if (!(error instanceof AppError) || error.status < 500) throw error
      failure = error
    }
  }
  throw failure
}

async function readHead(
  { raw, headers }: FastifyRequest,
  { bodies, fileBytesMax }: FileRouteDeps,
): Promise<FileHead> {
  const lease = bodies.lease()
  try {
    const bytes = await readBody(raw, headers['content-length'], { bytesMax: HEAD_BYTES_MAX, lease })
    const body = asObject(parseJson(bytes.toString('utf8')))
    if (bytes.length > 0 && !body) throw new AppError('invalid_json')
    return readFileHead(raw, body, fileBytesMax)
  } finally {
    lease.end()
  }
}

/** Google keeps a file for two days. */
const COPY_MS = 2 * 86_400_000

/** Records the owner of a file. @returns the answer for its owner */
async function note(
  request: FastifyRequest,
  { account, described, content }: TakenFile,
  deps: FileRouteDeps,
): Promise<JsonObject> {
  const id = readFileName(described)
  if (id === undefined)
    throw new AppError('upstream_malformed', { detail: { channelId: account.channel.id } })
  const { userId } = enteredOf(request).caller
  const expiresMs = readFileExpiry(described)
  if (content) {
    const until = expiresMs ?? deps.clock.now() + COPY_MS
    await deps.files.copies.keep({ id, userId, content, expiresMs: until })
  }
  await deps.files.add({
    id,
    userId,
    protocol: 'gemini',
    account: { channelId: account.channel.id, key: account.key },
    described,
    purpose: '',
    expiresMs,
  })
  return { file: presentFile(described, id, deps.reachedAt(request)) }
}

/** Lists a page of the caller's files. */
export async function listGeminiFiles(request: FastifyRequest, deps: FileRouteDeps): Promise<JsonObject> {
  const { userId } = enteredOf(request).caller
  const { limit, after } = readGeminiPage(readQuery(request))
  const owned = { userId, protocol: 'gemini', purpose: '', order: 'desc' } as const
  const found = await deps.files.list({ ...owned, after, limit: limit + 1 })
  const files = found.slice(0, limit)
  const last = files.at(-1)
  const here = deps.reachedAt(request)
  return {
    // Google omits empty members.
    ...(last && { files: files.map(({ described, id }) => presentFile(described, id, here)) }),
    ...(last && found.length > limit && { nextPageToken: pageTokenOf(last) }),
  }
}

/** Returns the description of a file, or sends its content. @throws AppError `file_not_found`, `file_out_of_reach` */
export const sendGeminiFile = async (
  request: FileRequest,
  reply: FastifyReply,
  deps: FileRouteDeps,
): Promise<FastifyReply> =>
  request.params.id.endsWith(DOWNLOAD)
    ? download(request, reply, deps)
    : reply.send(await show(request, deps))

/** Returns the vendor's current description; while the channel is disabled, the last known one. */
async function show(request: FileRequest, deps: FileRouteDeps): Promise<JsonObject> {
  const file = await findFile(request, deps)
  const answer = await ask(request, file, 'GET', deps)
  const present = (described: JsonObject) => presentFile(described, file.id, deps.reachedAt(request))
  if (!answer) return present(file.described)
  const described = asObject(parseJson(answer.toString('utf8')))
  if (!described || readFileName(described) !== file.id)
    throw new AppError('upstream_malformed', { detail: { channelId: file.place.channelId } })
  await deps.files.describe(file, described)
  return present(described)
}

/** Deletes a file. @throws AppError `file_not_found`, `file_out_of_reach` */
export async function removeGeminiFile(request: FileRequest, deps: FileRouteDeps): Promise<JsonObject> {
  const file = await findFile(request, deps)
  const answer = await ask(request, file, 'DELETE', deps)
  if (!answer) throw outOfReach(file)
  await deps.files.forget(file)
  return {}
}

const DOWNLOAD = ':download'

/** Sends the content of a file. Google allows downloads of files that its models made, and refuses uploaded ones. */
async function download(
  request: FileRequest,
  reply: FastifyReply,
  deps: FileRouteDeps,
): Promise<FastifyReply> {
  const file = await findFile(request, deps)
  const question = aboutFile(file, 'GET')
  const about = { ...question, path: `${question.path}${DOWNLOAD}`, query: { alt: 'media' } }
  const { snapshot } = enteredOf(request)
  const exchange = await openAccount(file.place, about, snapshot, deps).catch(throwDescribed)
  if (!exchange) throw outOfReach(file)
  if (exchange.status >= 300) {
    exchange.abort()
    throw exchange.status === 404 ? notFound(file.id) : new AppError('upstream_refused')
  }
  return sendContent(exchange, reply)
}

/** @throws AppError `file_not_found`, for files of others too */
async function findFile(request: FileRequest, { files }: FileRouteDeps): Promise<VendorFile> {
  const { id } = request.params
  const name = `files/${id.endsWith(DOWNLOAD) ? id.slice(0, -DOWNLOAD.length) : id}`
  const file = await files.find(enteredOf(request).caller.userId, 'gemini', name)
  if (!file) throw notFound(name)
  return file
}

/** @returns undefined if the account cannot be asked @throws AppError `file_not_found`, and the vendor's error */
async function ask(
  request: FileRequest,
  file: VendorFile,
  method: 'GET' | 'DELETE',
  deps: FileRouteDeps,
): Promise<Buffer | undefined> {
  const { snapshot } = enteredOf(request)
  const answer = await askAccount(file.place, aboutFile(file, method), snapshot, deps).catch(throwDescribed)
  if (!answer || answer.status < 300) return answer?.body
  if (!isGone(answer)) throw new AppError('upstream_error', { detail: { status: answer.status } })
  await deps.files.forget(file)
  throw notFound(file.id)
}
