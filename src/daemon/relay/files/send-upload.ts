import type { IncomingMessage } from 'node:http'
import { AppError } from '../../errors/app-error.ts'
import { asObject } from '../../protocols/json-access.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Snapshot } from '../route/snapshot.ts'
import { addressOf } from '../stored/ask-account.ts'
import type { ChosenAccount } from './choose-account.ts'
import { readUpload } from './read-upload.ts'
import { judgeAnswer, type SendBytesDeps, sendBytes } from './send-bytes.ts'

export interface SendUploadDeps extends SendBytesDeps {
  readonly fileBytesMax: number
}

/** A file on its way from a client to an account. */
export interface Upload {
  readonly source: IncomingMessage
  readonly account: ChosenAccount
  /** Those of the client's headers that go to the vendor. */
  readonly headers: Readonly<Record<string, string>>
  readonly snapshot: Snapshot
}

/**
 * Passes a form with a file on as it arrives. A failure is the client's to try again, and goes to another channel then, if
 * there is one.
 *
 * @returns how the vendor describes the file
 * @throws AppError as the upload, and for what the vendor refuses
 */
export async function sendUpload(upload: Upload, deps: SendUploadDeps): Promise<JsonObject> {
  const { source, account, snapshot } = upload
  const target = await addressOf({ ...account, at: 'files', headers: upload.headers }, snapshot, deps)
  if (!target) throw new AppError('channel_misconfigured', { detail: { channelId: account.channel.id } })
  let noteSending = () => {}
  const { 'content-type': contentType = '', 'content-length': length } = source.headers
  const sending = {
    account,
    target,
    headers: { 'content-type': contentType, ...(length !== undefined && { 'content-length': length }) },
    body: readUpload(source, { bytesMax: deps.fileBytesMax, onArrival: () => noteSending() }),
    snapshot,
    readFailure: openaiChat.readFailure,
  }
  const answer = await sendBytes(sending, deps, (exchange) => {
    noteSending = () => exchange.noteSending()
  })
  const described = asObject(parseJson(answer.text))
  judgeAnswer(answer, sending, described !== undefined, deps)
  return described as JsonObject
}
