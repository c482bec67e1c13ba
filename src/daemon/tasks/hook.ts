import { createHash, randomBytes } from 'node:crypto'
import type { Asked } from '../relay/admit/asked.ts'
import type { TaskDoor } from './door.ts'

/** The callback URL for a task. It contains a secret. */
export interface Hook {
  readonly url: string | undefined
  readonly hash: string | null
}

/** Creates a callback URL for one task, if its door supports callbacks and the address of the site is known. */
export function makeHook({ inbound, snapshot }: Asked, { hookPath }: Pick<TaskDoor, 'hookPath'>): Hook {
  const { CustomCallbackAddress, ServerAddress } = snapshot.options
  const base = CustomCallbackAddress || ServerAddress
  if (hookPath === undefined || !base) return { url: undefined, hash: null }
  const secret = randomBytes(24).toString('base64url')
  const query = new URLSearchParams({ task: inbound.requestId, key: secret })
  return { url: `${base.replace(/\/+$/, '')}${hookPath}?${query}`, hash: hashHookKey(secret) }
}

/** Returns the hash under which the secret is stored. */
export const hashHookKey = (secret: string): string => createHash('sha256').update(secret).digest('hex')
