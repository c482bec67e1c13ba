import type { SecretBox } from '../../db/secrets.ts'
import { areEqual } from '../../equal-secrets.ts'
import type { Media } from './media.ts'

const HOUR_SECONDS = 3_600

/** The content that a link opens, and the user for whom it was created. */
export interface LinkedMedia {
  readonly taskId: number
  readonly media: Media
  readonly readerId: number
}

/** Dependencies for creating and reading links. */
export interface MediaSite {
  readonly secrets: Pick<SecretBox, 'fingerprint'>
  readonly nowMs: number
}

/**
 * Returns the URL on this site at which one user can play content of a task, because media players in browsers cannot
 * send credentials. It is valid for one to two hours and stays the same for an hour, so that reloading a list does not
 * change it.
 */
export function mediaUrl(linked: LinkedMedia, { secrets, nowMs }: MediaSite): string {
  const until = (Math.floor(nowMs / 1000 / HOUR_SECONDS) + 2) * HOUR_SECONDS
  const { taskId, media, readerId } = linked
  const query = new URLSearchParams({
    kind: media.kind,
    part: String(media.part),
    user: String(readerId),
    until: String(until),
    sign: signatureOf(linked, until, secrets),
  })
  return `/pg/tasks/${taskId}/content?${query}`
}

/** Reads a media link. @returns undefined when its signature is invalid or it has expired */
export function readMediaLink(
  taskId: string,
  query: Readonly<Record<string, unknown>>,
  { secrets, nowMs }: MediaSite,
): LinkedMedia | undefined {
  const { kind, sign } = query
  const [id, part, readerId, until] = [taskId, query.part, query.user, query.until].map(readNumber)
  if (id === undefined || part === undefined || readerId === undefined || until === undefined)
    return undefined
  if ((kind !== 'video' && kind !== 'audio') || typeof sign !== 'string') return undefined
  const linked: LinkedMedia = { taskId: id, media: { kind, part }, readerId }
  return until * 1000 > nowMs && areEqual(sign, signatureOf(linked, until, secrets)) ? linked : undefined
}

const readNumber = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined

const signatureOf = (
  { taskId, media: { kind, part }, readerId }: LinkedMedia,
  until: number,
  secrets: Pick<SecretBox, 'fingerprint'>,
): string => secrets.fingerprint(['task content', readerId, taskId, kind, part, until].join('\0'))
