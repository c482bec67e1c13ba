import type { SecretBox } from '../../db/secrets.ts'
import { areEqual } from '../../equal-secrets.ts'
import type { Options } from '../../options/registry.ts'
import { asText } from '../../protocols/json-access.ts'
import type { Task } from '../task.ts'

/** What the address of a picture depends on. */
export interface PictureSite {
  readonly options: Pick<Options, 'MjForwardUrlEnabled' | 'ServerAddress'>
  readonly secrets: Pick<SecretBox, 'fingerprint'>
}

type Pictured = Pick<Task, 'publicId' | 'userId' | 'isOpen' | 'progress' | 'result'>

/**
 * Where clients and pages get the picture of a task: at the vendor, or here by a signed link, which shows nobody where the
 * vendor is. The link works for anyone who has it, as the vendor's would, for as long as the owner's account is enabled: clients
 * keep it in conversations. It names a task and its owner, and opens nothing else.
 *
 * @returns '' while there is none. While the site's address is not set, the link is one of the console's own site.
 */
export function pictureUrl(task: Pictured, { options, secrets }: PictureSite): string {
  const url = asText(task.result.image_url) ?? ''
  const { publicId, userId, isOpen, progress } = task
  if (url === '' || !options.MjForwardUrlEnabled || publicId === undefined) return url
  const query = new URLSearchParams({
    user: String(userId),
    sign: signatureOf(publicId, userId, secrets),
    // A picture that is being drawn changes, and so does its address.
    ...(isOpen ? { progress: String(progress) } : {}),
  })
  return `${options.ServerAddress}/mj/image/${encodeURIComponent(publicId)}?${query}`
}

/** The owner whom a signed link names; undefined = it is no such link, or not one of ours. */
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
