import { channelFaults } from '../../errors/channel-faults.ts'
import { misconfigured } from '../addresses.ts'
import { splitKey } from '../composite-key.ts'
import type { AwsIdentity } from '../signing/sigv4.ts'
import type { Call } from '../types.ts'

/** A channel's key: a pair that signs, or a Bedrock API key that is sent. */
export type AwsKey =
  | { readonly kind: 'signing'; readonly region: string; readonly identity: AwsIdentity }
  | { readonly kind: 'bearer'; readonly region: string; readonly apiKey: string }

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d+$/

/** Reports whether a key has a valid form. With two parts, only a region distinguishes an API key from half of a key pair. */
export const isAwsKeyForm = (parts: readonly string[]): boolean =>
  parts.length === 3 || parts.length === 4 || (parts.length === 2 && REGION.test(parts[1] ?? ''))

/**
 * `AccessKey|SecretKey|Region`, `AccessKey|SecretKey|Region|SessionToken` or `APIKey|Region`.
 *
 * @throws AppError `channel_misconfigured` for any other form
 */
export function readAwsKey(call: Call): AwsKey {
  const parts = splitKey(call, [2, 3, 4])
  const [first = '', second = '', third = ''] = parts
  const region = parts.length === 2 ? second : third
  if (!REGION.test(region)) throw misconfigured(call.channel, channelFaults.badRegion)
  if (parts.length === 2) return { kind: 'bearer', region, apiKey: first }
  const identity = { accessKey: first, secretKey: second, region, sessionToken: parts[3] }
  return { kind: 'signing', region, identity }
}
