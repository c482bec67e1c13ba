import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'
import { asObject, asText } from '../protocols/json-access.ts'
import { invalid } from '../protocols/openai/request-checks.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonObject } from '../protocols/types.ts'
import { readKey } from './admit/identify.ts'
import { throwDescribed } from './call/upstream-errors.ts'
import { enterByKey, enteredOf, readQuery } from './entrance.ts'
import { chooseAccount } from './files/choose-account.ts'
import { notFound, outOfReach } from './files/file-errors.ts'
import { type FileForm, fileForms } from './files/file-forms.ts'
import { sendContent } from './files/send-content.ts'
import { sendUpload } from './files/send-upload.ts'
import {
  type FileRouteDeps,
  geminiFileRoutes,
  listGeminiFiles,
  type OneFile,
  removeGeminiFile,
  sendGeminiFile,
} from './gemini-file-routes.ts'
import { listShape } from './route-errors.ts'
import { type AccountQuestion, askAccount, openAccount } from './stored/ask-account.ts'
import type { VendorFile } from './stored/vendor-files.ts'

type FileRequest = FastifyRequest<OneFile>

/** The client's headers that are passed on to vendors of Anthropic's format. */
const PASSED = ['anthropic-version', 'anthropic-beta'] as const

/**
 * Registers the endpoints for files that an account at a vendor stores: they are passed on as they arrive, found by
 * their id, and visible to their owner only. All of this is free. A request that refers to a file goes to the account
 * that stores it (`stored/recall.ts`).
 */
export function fileRoutes(app: FastifyInstance, deps: FileRouteDeps): void {
  const enter = enterByKey((request) => readKey(request.headers), deps)
  const read = { onRequest: [enterByKey(readerKey, deps)] }
  // Files are not read here: their bytes are passed on as they arrive.
  void app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
    uploads.post('/v1/files', { onRequest: [takeForm, deps.checkReady, enter] }, async (request, reply) =>
      reply.send(await upload(request, deps)),
    )
  })
  app.get('/v1/files', read, async (request, reply) =>
    reply.send(await (isOfGoogle(request) ? listGeminiFiles(request, deps) : list(request, deps))),
  )
  app.get<OneFile>('/v1/files/:id', read, async (request, reply) =>
    isOfGoogle(request) ? sendGeminiFile(request, reply, deps) : reply.send(await show(request, deps)),
  )
  app.get<OneFile>('/v1/files/:id/content', read, async (request, reply) => download(request, reply, deps))
  app.delete<OneFile>('/v1/files/:id', read, async (request, reply) =>
    reply.send(await (isOfGoogle(request) ? removeGeminiFile(request, deps) : remove(request, deps))),
  )
  geminiFileRoutes(app, deps)
}

/** Newer Google clients use `/v1` too. */
const isOfGoogle = (request: FastifyRequest): boolean => listShape(request) === 'gemini'

const readerKey = (request: FastifyRequest): string =>
  readKey(request.headers, isOfGoogle(request) ? readQuery(request).key : undefined)

/** @throws AppError `form_expected` */
async function takeForm({ headers }: FastifyRequest): Promise<void> {
  const type = headers['content-type'] ?? ''
  if (!/^\s*multipart\/form-data\s*;/i.test(type))
    throw new AppError('form_expected', { detail: { contentType: type } })
}

const formOf = (request: FastifyRequest): FileForm =>
  fileForms[listShape(request) === 'anthropic' ? 'anthropic' : 'openai']

async function upload(request: FastifyRequest, deps: FileRouteDeps): Promise<JsonObject> {
  const entered = enteredOf(request)
  const { userId } = entered.caller
  const form = formOf(request)
  if ((await deps.balanceOf(userId)) <= 0n) throw new AppError('file_without_credit')
  if (await deps.files.hasNoRoom(userId)) throw new AppError('files_no_room')
  const { model } = readQuery(request)
  const newest = await deps.files.newest(userId, form.protocol)
  const account = chooseAccount(entered, { protocol: form.protocol, model, newest }, deps.health)
  const { snapshot } = entered
  const sent = { source: request.raw, account, headers: passedOf(request), snapshot }
  const described = await sendUpload(sent, deps)
  const id = asText(described.id)
  if (id === undefined || !isName(id))
    throw new AppError('upstream_malformed', { detail: { channelId: account.channel.id } })
  await deps.files.add({
    id,
    userId,
    protocol: form.protocol,
    account: { channelId: account.channel.id, key: account.key },
    described,
    purpose: asText(described.purpose) ?? '',
    expiresMs: form.readExpiry(described),
  })
  return described
}

/** Whether a path can contain this id. */
const isName = (id: string): boolean => /^[\w.:-]{1,256}$/.test(id)

async function list(request: FastifyRequest, deps: FileRouteDeps): Promise<JsonObject> {
  const { userId } = enteredOf(request).caller
  const form = formOf(request)
  const { limit, order, after: afterId, purpose } = form.readList(readQuery(request))
  const after = afterId ? await deps.files.find(userId, form.protocol, afterId) : undefined
  if (afterId && !after) throw invalid('after', 'noSuchFile')
  const { protocol } = form
  const found = await deps.files.list({ userId, protocol, purpose, after, order, limit: limit + 1 })
  return form.writeList(found.slice(0, limit), found.length > limit)
}

/** Returns the vendor's current description; while the channel is disabled, the last known one. */
async function show(request: FileRequest, deps: FileRouteDeps): Promise<JsonObject> {
  const file = await findFile(request, deps)
  const question = { method: 'GET', path: pathOf(file) } as const
  const answer = await ask(request, file, question, deps)
  if (!answer) return file.described
  const described = asObject(parseJson(answer.toString('utf8')))
  if (!described) throw new AppError('upstream_malformed', { detail: { channelId: file.place.channelId } })
  await deps.files.describe(file, described)
  return described
}

async function remove(request: FileRequest, deps: FileRouteDeps): Promise<JsonObject> {
  const file = await findFile(request, deps)
  const answer = await ask(request, file, { method: 'DELETE', path: pathOf(file) }, deps)
  if (!answer) throw outOfReach(file)
  await deps.files.forget(file)
  return formOf(request).writeDeleted(file.id)
}

async function download(
  request: FileRequest,
  reply: FastifyReply,
  deps: FileRouteDeps,
): Promise<FastifyReply> {
  const file = await findFile(request, deps)
  const question = questionOf(request, { method: 'GET', path: `${pathOf(file)}/content` })
  const { snapshot } = enteredOf(request)
  const exchange = await openAccount(file.place, question, snapshot, deps).catch(throwDescribed)
  if (!exchange) throw outOfReach(file)
  if (exchange.status === 404) {
    exchange.abort()
    throw notFound(file.id)
  }
  return sendContent(exchange, reply)
}

/** @throws AppError `file_not_found`, for files of others too */
async function findFile(request: FileRequest, { files }: FileRouteDeps): Promise<VendorFile> {
  const { id } = request.params
  const file = await files.find(enteredOf(request).caller.userId, formOf(request).protocol, id)
  if (!file) throw notFound(id)
  return file
}

type Question = Pick<AccountQuestion, 'method' | 'path'>

/** @returns undefined if the account cannot be asked @throws AppError `file_not_found`, and the vendor's error */
async function ask(
  request: FileRequest,
  file: VendorFile,
  question: Question,
  deps: FileRouteDeps,
): Promise<Buffer | undefined> {
  const { snapshot } = enteredOf(request)
  const answer = await askAccount(file.place, questionOf(request, question), snapshot, deps).catch(
    throwDescribed,
  )
  if (answer?.status !== 404) return answer?.body
  await deps.files.forget(file)
  throw notFound(file.id)
}

const questionOf = (request: FastifyRequest, question: Question): AccountQuestion => ({
  ...question,
  at: 'files',
  query: {},
  headers: passedOf(request),
})

const pathOf = ({ id }: VendorFile): string => `/${encodeURIComponent(id)}`

const passedOf = ({ headers }: FastifyRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    PASSED.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    }),
  )
