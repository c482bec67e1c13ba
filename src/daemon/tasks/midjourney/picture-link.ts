import type { SecretBox } from '../../db/secrets.ts'
import { areEqual } from '../../equal-secrets.ts'
import type { Options } from '../../options/registry.ts'
import { asText } from '../../protocols/json-access.ts'
import type { Task } from '../task.ts'

/** Inputs for the URL of a picture. */
export interface PictureSite {
  readonly options: Pick<Options, 'MjForwardUrlEnabled' | 'ServerAddress'>
  readonly secrets: Pick<SecretBox, 'fingerprint'>
}

type Pictured = Pick<Task, 'publicId' | 'userId' | 'isOpen' | 'progress' | 'result'>

/**
 * Returns the URL at which clients and pages get the picture of a task: the vendor's URL, or a signed link to this site
 * that does not reveal the vendor. Like the vendor's URL, the link works for anyone who has it, as long as the owner's
 * account is enabled, because clients keep it in conversations. It is valid only for this task and its owner.
 *
 * @returns '' while there is no picture. If the site's address is not set, the link is relative to the console's site.
 */
export function pictureUrl(task: Pictured, { options, secrets }: PictureSite): string {
  const url = asText(task.result.image_url) ?? ''
  const { publicId, userId, isOpen, progress } = task
  if (url === '' || !options.MjForwardUrlEnabled || publicId === undefined) return url
  const query = new URLSearchParams({
    user: String(userId),
    sign: signatureOf(publicId, userId, secrets),
    // A picture that is still being drawn changes, so its URL must change too.
    ...(isOpen ? { progress: String(progress) } : {}),
  })
  return `${options.ServerAddress}/mj/image/${encodeURIComponent(publicId)}?${query}`
}

/** Returns the owner named in a signed link; undefined = it is not such a link, or its signature is invalid. */
export function ownerByLink(
  publicId: string,
  { user, sign }: { readonly user?: unknown; readonly sign?: unknown },
  secrets: Pick<SecretBox, 'fingerprint'>,
): number | undefined {
  if (typeof user !== 'string' || typeof sign !== 'string' || !/^\d{1,15}$/.test(user)) return undefined
  return areEqual(sign, signatureOf(publicId, Number(user), secrets)) ? Number(user) : undefined
}

const signatureOf = (publicId: string, userId: number, secrets: Pick<SecretBox, 'fingerprint'>): string =>
  secrets.fingerprint(`midjourney picture\0${userId}\0${publicId}`)
