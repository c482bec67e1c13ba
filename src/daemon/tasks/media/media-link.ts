import type { SecretBox } from '../../db/secrets.ts'
import { areEqual } from '../../equal-secrets.ts'
import type { Media } from './media.ts'

const HOUR_SECONDS = 3_600

/** The user a link is for, and what it opens. */
export interface LinkedMedia {
  readonly taskId: number
  readonly media: Media
  readonly readerId: number
}

/** What links are made and read with. */
export interface MediaSite {
  readonly secrets: Pick<SecretBox, 'fingerprint'>
  readonly nowMs: number
}

/**
 * The address on this site at which one person can play something that a task has made: players of browsers cannot say who
 * they are. It is good for one to two hours, and the same for an hour, so that lists that are read again do not change it.
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

/** What such an address says; undefined when it is none of ours, or no longer good. */
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
