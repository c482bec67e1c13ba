import { SealError, type SecretBox } from '../../db/secrets.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Callers } from '../admit/callers.ts'
import { type Identity, secretOf } from '../admit/identify.ts'
import type { StatePlace } from '../stored/vendor-states.ts'

/** An upload that continues in further requests. */
export interface OpenUpload {
  /** Where the account accepts the bytes: path and query, at the channel's own host. */
  readonly path: string
  readonly place: StatePlace
}

/** The sealed content of an id. */
interface Sealed extends OpenUpload {
  readonly keyHash: string
  readonly pinnedChannelId?: number | undefined
  readonly expiresMs: number
}

const CONTEXT = 'upload'
const LIFE_MS = 86_400_000

/** The id is part of a URL in a response header, and all headers together may have 16 kB. */
const ID_CHARS_MAX = 8_000

export interface UploadIdsDeps {
  readonly secrets: SecretBox
  readonly callers: Callers
  readonly clock: { now(): number }
}

/**
 * Creates and reads ids of uploads, for protocols that send a file in several requests. As with Google, the id alone is
 * enough to continue: SDKs send no key with the bytes. It is sealed and nothing is stored, so any daemon of the
 * installation can take the next piece. It contains the hash of the token's key, so disabling, deleting or rotating a
 * token ends its uploads.
 */
export class UploadIds {
  readonly #deps: UploadIdsDeps

  constructor(deps: UploadIdsDeps) {
    this.#deps = deps
  }

  /** @param key of the token @throws AppError `upstream_malformed` if the vendor's URL is too long */
  make(key: string, { pinnedChannelId }: Identity, { path, place }: OpenUpload): string {
    const { secrets, clock } = this.#deps
    const keyHash = secrets.hash(secretOf(key))
    const sealed: Sealed = { path, place, keyHash, pinnedChannelId, expiresMs: clock.now() + LIFE_MS }
    const id = secrets.seal(JSON.stringify(sealed), CONTEXT)
    if (id.length <= ID_CHARS_MAX) return id
    throw new AppError('upstream_malformed', { detail: { channelId: place.channelId } })
  }

  /** @throws AppError `upload_not_found` */
  open(id: string): OpenUpload {
    const { path, place } = this.#unseal(id)
    return { path, place }
  }

  /** @returns the owner of an upload @throws AppError `upload_not_found`, `token_invalid` */
  async identify(id: string): Promise<Identity> {
    const { keyHash, pinnedChannelId } = this.#unseal(id)
    const caller = await this.#deps.callers.findByHash(keyHash)
    if (!caller) throw new AppError('token_invalid')
    return { caller, pinnedChannelId }
  }

  #unseal(id: string): Sealed {
    const { secrets, clock } = this.#deps
    try {
      const sealed = JSON.parse(secrets.open(id, CONTEXT)) as Sealed
      if (sealed.expiresMs > clock.now()) return sealed
    } catch (error) {
      if (!(error instanceof SealError)) throw error
    }
    throw new AppError('upload_not_found')
  }
}
