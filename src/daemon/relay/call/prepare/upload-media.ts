import type { Call, MediaUpload } from '../../../channel-types/types.ts'
import { AppError } from '../../../errors/app-error.ts'
import { refusals } from '../../../errors/refusals.ts'
import type { ConversationRequest } from '../../../protocols/conversation/types.ts'
import { readFailure } from '../../../protocols/openai/failure.ts'
import { parseJson } from '../../../protocols/parse-json.ts'
import { CredentialRefusal } from '../../../upstream/credentials.ts'
import type { Dispatchers } from '../../../upstream/dispatchers.ts'
import { openExchange } from '../../../upstream/exchange.ts'
import { mapUserMedia } from './user-media.ts'

export interface UploadDeps {
  readonly dispatchers: Dispatchers
  readonly firstByteTimeoutMs: number
  readonly idleTimeoutMs: number
}

const ANSWER_BYTES_MAX = 256 * 1024

/**
 * Uploads the pictures and documents of a request to the vendor, and refers to them by their ids.
 * @throws AppError `media_unavailable` if the vendor refuses one, `media_too_many`; CredentialRefusal for any other
 * error response; TransportError if the vendor cannot be reached
 */
export const withUploadedMedia = (
  request: ConversationRequest,
  upload: MediaUpload,
  call: Call,
  deps: UploadDeps,
): Promise<ConversationRequest> =>
  mapUserMedia(
    request,
    ({ source }) => source.kind === 'data',
    async (part) => {
      if (part.source.kind !== 'data') return part
      const { base64 } = part.source
      const media = { mimeType: part.mimeType, base64, name: part.name }
      const { url, headers, body } = upload.request(media, request, call)
      const answer = openExchange(deps.dispatchers.of(call.channel, url), {
        method: 'POST',
        url,
        headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
        body,
        firstByteTimeoutMs: deps.firstByteTimeoutMs,
        idleTimeoutMs: deps.idleTimeoutMs,
      })
      await answer.started
      const text = (await answer.readAll(ANSWER_BYTES_MAX)).toString('utf8')
      const document = answer.status < 300 ? parseJson(text) : undefined
      const id = document === undefined ? undefined : upload.read(document)
      if (id !== undefined) return { ...part, source: { kind: 'file', id } }
      if ([400, 413, 415].includes(answer.status))
        throw new AppError('media_unavailable', { values: { why: refusals.fileNotTaken } })
      throw new CredentialRefusal(answer.status < 300 ? 502 : answer.status, readFailure(answer.status, text))
    },
  )
