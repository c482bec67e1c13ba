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

/** A file that is passed from a client to an account. */
export interface Upload {
  readonly source: IncomingMessage
  readonly account: ChosenAccount
  /** The client's headers that are sent to the vendor. */
  readonly headers: Readonly<Record<string, string>>
  readonly snapshot: Snapshot
}

/**
 * Passes a form with a file on as it arrives. After a failure the client can try again, and the next attempt goes to
 * another channel if there is one.
 *
 * @returns the vendor's description of the file
 * @throws AppError as the upload does, and if the vendor refuses
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
