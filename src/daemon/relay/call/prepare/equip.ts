import { traitsOf } from '../../../channel-types/traits.ts'
import { LossList } from '../../../protocols/conversation/losses.ts'
import type { CredentialStore } from '../../../upstream/credentials.ts'
import type { Asked } from '../../admit/asked.ts'
import { type Attempt, gathersStream, withCredential } from './attempt.ts'
import {
  hasMediaLinks,
  type InliningDeps,
  LinkedMedia,
  linksFollowedBy,
  withInlineMedia,
} from './linked-media.ts'
import type { ReasoningMemory } from './reasoning-memory.ts'
import type { DecodedRequest } from './translation.ts'
import { type UploadDeps, withUploadedMedia } from './upload-media.ts'

export interface EquipDeps extends UploadDeps, InliningDeps {
  readonly credentials: CredentialStore
}

/**
 * Returns the request in the neutral form, decoded when the first channel needs it; undefined for operations without
 * one.
 * @throws AppError `translation_unsupported`, `invalid_request`
 */
export type Decode = () => DecodedRequest | undefined

export function decodeOnce({ inbound, admitted }: Asked, reasoning: ReasoningMemory): Decode {
  const { client } = inbound.codec
  let decoded: DecodedRequest | undefined
  return () => {
    if (decoded || !client) return decoded
    const losses = new LossList()
    const request = client.decodeRequest(admitted.body, losses)
    decoded = {
      request: reasoning.restore(admitted.caller.userId, request),
      losses: losses.fields,
      linked: new LinkedMedia(inbound.bodyLease),
    }
    return decoded
  }
}

/** An attempt with everything needed to write its request. */
export interface Equipped {
  readonly attempt: Attempt
  /** The request in the neutral form; undefined = not needed. */
  readonly decoded: DecodedRequest | undefined
}

/**
 * Gets what a request needs before it can be written: a token derived from the key, linked pictures, and ids of
 * pictures that the vendor wants uploaded first.
 * @returns a promise only if something has to be fetched or uploaded
 * @throws CredentialRefusal, TransportError if the vendor issues no token or accepts no upload; AppError as {@link
 * withInlineMedia} and {@link Decode}
 */
export function equip(bare: Attempt, decode: Decode, deps: EquipDeps): Equipped | Promise<Equipped> {
  if (bare.type.credential || (bare.wire.upstream && !bare.passesBytes)) return askFor(bare, decode, deps)
  return { attempt: bare, decoded: whereNeeded(bare, decode) }
}

/** Decodes the request where the client's own bytes go upstream: only needed to gather a stream into one answer. */
const whereNeeded = (attempt: Attempt, decode: Decode): DecodedRequest | undefined =>
  attempt.wire.upstream && gathersStream(attempt) ? decode() : undefined

async function askFor(bare: Attempt, decode: Decode, deps: EquipDeps): Promise<Equipped> {
  const { type, wire, call } = bare
  const credential = type.credential ? await deps.credentials.get(type.credential, call) : undefined
  const attempt = withCredential(bare, credential)
  if (!wire.upstream || attempt.passesBytes) return { attempt, decoded: whereNeeded(attempt, decode) }
  const decoded = decode()
  if (decoded && type.upload) {
    const request = await withUploadedMedia(decoded.request, type.upload, attempt.call, deps)
    return { attempt, decoded: { ...decoded, request } }
  }
  const followsLink = linksFollowedBy(traitsOf(type, call))
  if (!decoded || !hasMediaLinks(decoded.request, followsLink)) return { attempt, decoded }
  const request = await withInlineMedia(decoded.request, followsLink, decoded.linked, deps)
  return { attempt, decoded: { ...decoded, request } }
}
