import type { IncomingMessage } from 'node:http'
import type { Target } from '../../channel-types/types.ts'
import { keyHint } from '../../channels/key-hint.ts'
import { AppError } from '../../errors/app-error.ts'
import { geminiGenerate } from '../../protocols/gemini/index.ts'
import { asObject } from '../../protocols/json-access.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { addressOf, reachAccount } from '../stored/ask-account.ts'
import type { ChosenAccount } from './choose-account.ts'
import { UploadCopy } from './copy-upload.ts'
import { readUpload } from './read-upload.ts'
import { readRelatedHead } from './related-head.ts'
import { judgeAnswer, type Sending, type SentAnswer, sendBytes } from './send-bytes.ts'
import type { SendUploadDeps } from './send-upload.ts'
import type { OpenUpload } from './upload-ids.ts'

/*
 * Google's upload protocol. The first request describes the file and gets a URL for the bytes, which follow in one or
 * more pieces. `x-goog-upload-command` says what a request does, `x-goog-upload-status` in each answer how far the
 * upload is. https://ai.google.dev/api/files, https://developers.google.com/photos/library/guides/resumable-uploads
 * (read 2026-11-26)
 */

/** The description of a file in the first request. */
export interface FileHead {
  readonly described: JsonObject
  /** The client's headers about the file. */
  readonly headers: Readonly<Record<string, string>>
}

/** An upload that has begun, with the headers that report its progress. */
export interface BegunUpload extends OpenUpload {
  readonly headers: Readonly<Record<string, string>>
}

/** A later request of an upload. */
export interface UploadPiece {
  readonly upload: OpenUpload
  readonly source: IncomingMessage
  /** Receives the headers that report the progress to the client, even if the piece is refused. */
  tell(headers: Readonly<Record<string, string>>): void
}

/** A file, and the account that stores it. */
export interface TakenFile {
  readonly account: ChosenAccount
  readonly described: JsonObject
  /** The content, if it is a file of batch requests that came in one piece. */
  readonly content?: Buffer
}

/** The headers with which a client describes a new file. */
const HEAD_HEADERS = [
  'x-goog-upload-header-content-length',
  'x-goog-upload-header-content-type',
  'x-goog-upload-file-name',
] as const

const STATUS = 'x-goog-upload-status'
const ADDRESS = 'x-goog-upload-url'
const GRANULARITY = 'x-goog-upload-chunk-granularity'
const RECEIVED = 'x-goog-upload-size-received'

/** The valid upload commands. */
const COMMANDS: ReadonlySet<string> = new Set(['upload', 'finalize', 'upload, finalize', 'query', 'cancel'])

/**
 * Reads the beginning of an upload.
 * @param body undefined if the client sends no description
 * @throws AppError `invalid_request`, `file_too_large`
 */
export function readFileHead(
  { headers }: IncomingMessage,
  body: JsonObject | undefined,
  bytesMax: number,
): FileHead {
  const described = body ?? {}
  refuseName(described)
  const passed = HEAD_HEADERS.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  const bytes = readCount(headers['x-goog-upload-header-content-length'])
  if (bytes !== undefined && bytes > bytesMax) throw tooLarge(bytesMax)
  return { described, headers: Object.fromEntries(passed) }
}

/**
 * Only the vendor names files. If clients could, one might reuse the name of a file that another user has deleted, and
 * a daemon that does not know of the deletion yet would give the new file to that user.
 */
function refuseName({ file }: JsonObject): void {
  if (asObject(file)?.name) throw invalid('file.name', 'nameChosen')
}

/** Begins an upload. @throws AppError as {@link judgeAnswer} */
export async function beginUpload(
  head: FileHead,
  account: ChosenAccount,
  snapshot: Snapshot,
  deps: SendUploadDeps,
): Promise<BegunUpload> {
  const target = await targetOf(account, snapshot, deps)
  const sending = {
    ...sendingOf(account, target, snapshot),
    headers: {
      ...head.headers,
      'content-type': 'application/json',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
    },
    body: JSON.stringify(head.described),
  }
  const answer = await sendBytes(sending, deps)
  const address = URL.parse(answer.headerOf(ADDRESS) ?? '', target.url)
  judgeAnswer(answer, sending, address !== null && answer.headerOf(ADDRESS) !== undefined, deps)
  const { pathname = '', search = '' } = address ?? {}
  return {
    path: `${pathname}${search}`,
    place: { channelId: account.channel.id, keyHint: keyHint(account.channel.id, account.key) },
    headers: toldBy(answer),
  }
}

/**
 * Sends one more request of an upload.
 * @returns the file, once the account has all of it
 * @throws AppError `upload_not_found`, `invalid_request`, and as {@link judgeAnswer}
 */
export async function continueUpload(
  piece: UploadPiece,
  snapshot: Snapshot,
  deps: SendUploadDeps,
): Promise<TakenFile | undefined> {
  const copy = new UploadCopy()
  try {
    const taken = await sendPiece(piece, copy, snapshot, deps)
    const content = taken && copy.contentOf(taken.described)
    return taken && content ? { ...taken, content } : taken
  } finally {
    copy.drop()
  }
}

async function sendPiece(
  { upload, source, tell }: UploadPiece,
  copy: UploadCopy,
  snapshot: Snapshot,
  deps: SendUploadDeps,
): Promise<TakenFile | undefined> {
  const account = reachAccount(upload.place, snapshot)
  if (!account) throw new AppError('upload_not_found')
  const { command, offset } = readCommand(source)
  const takesBytes = command.startsWith('upload')
  const { fileBytesMax: siteBytesMax } = deps
  const bytesMax = siteBytesMax - (offset ?? 0)
  if (takesBytes && (readCount(source.headers['content-length']) ?? 0) > bytesMax)
    throw tooLarge(siteBytesMax)
  const { url, headers } = await targetOf(account, snapshot, deps)
  // The account's key is sent to the channel's host only, whatever host the vendor named.
  const target = { url: `${new URL(url).origin}${upload.path}`, headers }
  const isWhole = command === 'upload, finalize' && offset === 0
  let noteSending = () => {}
  const onArrival = (chunk: Buffer): void => {
    if (isWhole) copy.add(chunk)
    noteSending()
  }
  const sending: Sending = {
    ...sendingOf(account, target, snapshot),
    headers: {
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': command,
      ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }),
      ...lengthOf(source, takesBytes),
    },
    body: takesBytes ? readUpload(source, { bytesMax, siteBytesMax, onArrival }) : null,
    isContinued: true,
  }
  const answer = await sendBytes(sending, deps, (exchange) => {
    noteSending = () => exchange.noteSending()
  })
  if (answer.status < 500) tell(toldBy(answer))
  if (answer.status === 404 || answer.status === 410) throw new AppError('upload_not_found')
  const status = answer.headerOf(STATUS)
  const described = asObject(asObject(parseJson(answer.text))?.file)
  const isMissing = status === 'final' && command.includes('finalize') && !described
  judgeAnswer(answer, sending, status !== undefined && !isMissing, deps)
  return status === 'final' && described ? { account, described } : undefined
}

/**
 * Sends a file and its description in one request.
 * @throws AppError as {@link readRelatedHead} and {@link judgeAnswer}
 */
export async function sendRelated(
  source: IncomingMessage,
  account: ChosenAccount,
  snapshot: Snapshot,
  deps: SendUploadDeps,
): Promise<TakenFile> {
  const target = await targetOf(account, snapshot, deps)
  const { 'content-type': contentType = '', 'content-length': length } = source.headers
  let noteSending = () => {}
  const arriving = readUpload(source, { bytesMax: deps.fileBytesMax, onArrival: () => noteSending() })
  const { body, addedBytes } = await readRelatedHead(arriving, contentType, refuseName)
  const sending = {
    ...sendingOf(account, target, snapshot),
    headers: {
      'content-type': contentType,
      'x-goog-upload-protocol': 'multipart',
      ...(length !== undefined && { 'content-length': String(Number(length) + addedBytes) }),
    },
    body,
  }
  const answer = await sendBytes(sending, deps, (exchange) => {
    noteSending = () => exchange.noteSending()
  })
  const described = asObject(asObject(parseJson(answer.text))?.file)
  judgeAnswer(answer, sending, described !== undefined, deps)
  return { account, described: described as JsonObject }
}

/** Returns the upload status for a refused request, which tells the client whether it can continue. */
export const statusOfRefusal = ({ status }: AppError): Readonly<Record<string, string>> =>
  status >= 400 && status < 500 && status !== 408 && status !== 429 ? { [STATUS]: 'final' } : {}

/** Returns the headers of an upload that has begun. */
export const begunHeaders = (address: string): Readonly<Record<string, string>> => ({
  [STATUS]: 'active',
  [ADDRESS]: address,
})

async function targetOf(account: ChosenAccount, snapshot: Snapshot, deps: SendUploadDeps): Promise<Target> {
  const target = await addressOf({ ...account, at: 'upload', headers: {} }, snapshot, deps)
  if (!target) throw new AppError('channel_misconfigured', { detail: { channelId: account.channel.id } })
  return target
}

const sendingOf = (account: ChosenAccount, target: Target, snapshot: Snapshot) => ({
  account,
  target,
  snapshot,
  readFailure: geminiGenerate.readFailure,
})

function readCommand({ headers }: IncomingMessage): {
  readonly command: string
  readonly offset: number | undefined
} {
  const command = String(headers['x-goog-upload-command'] ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .join(', ')
  if (!COMMANDS.has(command)) {
    const known = [...COMMANDS].map((each) => `'${each}'`)
    throw invalid('x-goog-upload-command', 'notOneOf', { choices: known })
  }
  const offset = readCount(headers['x-goog-upload-offset'])
  if (command.startsWith('upload') && offset === undefined) throw invalid('x-goog-upload-offset', 'noOffset')
  return { command, offset }
}

function readCount(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

function lengthOf({ headers }: IncomingMessage, takesBytes: boolean): Readonly<Record<string, string>> {
  if (!takesBytes) return { 'content-length': '0' }
  const { 'content-length': length } = headers
  return {
    'content-type': 'application/octet-stream',
    ...(length !== undefined && { 'content-length': length }),
  }
}

/** Returns the vendor's headers about the upload. No other vendor header is passed to clients. */
function toldBy(answer: SentAnswer): Readonly<Record<string, string>> {
  const status = answer.headerOf(STATUS)
  const counts = [GRANULARITY, RECEIVED].flatMap((name) => {
    const count = readCount(answer.headerOf(name))
    return count === undefined ? [] : [[name, String(count)] as const]
  })
  return {
    ...Object.fromEntries(counts),
    ...(status !== undefined && /^[a-z]{1,20}$/.test(status) && { [STATUS]: status }),
  }
}

const MEGABYTE = 1_048_576

const tooLarge = (bytesMax: number): AppError =>
  new AppError('file_too_large', { values: { megabytes: Math.floor(bytesMax / MEGABYTE) } })
