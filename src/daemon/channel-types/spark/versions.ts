import { channelFaults } from '../../errors/channel-faults.ts'
import { misconfigured } from '../addresses.ts'
import type { Call } from '../types.ts'

/** A release of the model, with its names in the address and in the body. */
export interface SparkVersion {
  readonly path: string
  readonly domain: string
  /** True if it understands messages with the role `system`. */
  readonly takesSystem: boolean
}

/** The version used if none is given. */
export const DEFAULT_VERSION = 'v2.1'

const version = (path: string, domain: string, takesSystem: boolean): SparkVersion => ({
  path,
  domain,
  takesSystem,
})

const VERSIONS: ReadonlyMap<string, SparkVersion> = new Map([
  ['v1.1', version('/v1.1/chat', 'lite', false)],
  ['v2.1', version('/v2.1/chat', 'generalv2', false)],
  ['v3.1', version('/v3.1/chat', 'generalv3', false)],
  ['v3.1-128k', version('/chat/pro-128k', 'pro-128k', true)],
  ['v3.5', version('/v3.5/chat', 'generalv3.5', true)],
  ['v3.5-32k', version('/chat/max-32k', 'max-32k', true)],
  ['v4.0', version('/v4.0/chat', '4.0Ultra', true)],
  ['x1', version('/v1/x1', 'x1', true)],
])

const BY_MODEL: ReadonlyMap<string, string> = new Map([
  ['spark-lite', 'v1.1'],
  ['spark-pro', 'v3.1'],
  ['spark-pro-128k', 'v3.1-128k'],
  ['spark-max', 'v3.5'],
  ['spark-max-32k', 'v3.5-32k'],
  ['spark-4.0-ultra', 'v4.0'],
  ['spark-x1', 'x1'],
])

/**
 * Returns the release for a call, from the model name or else from the channel. Other choices of the client are ignored,
 * because versions differ in price.
 *
 * @throws AppError `channel_misconfigured` if it cannot be part of an address
 */
export function readVersion(call: Call): SparkVersion {
  const name = readModelVersion(call.model) || call.channel.other.trim() || DEFAULT_VERSION
  const known = VERSIONS.get(name.toLowerCase())
  if (known) return known
  if (!/^[\w.-]+$/.test(name)) throw misconfigured(call.channel, channelFaults.badVersion)
  return version(`/${name}/chat`, `general${name}`, false)
}

/** Finds the version of a model name: by the whole name (`Spark-Max`), or by its end (`SparkDesk-v3.5`). */
function readModelVersion(model: string): string | undefined {
  const name = model.toLowerCase()
  return BY_MODEL.get(name) ?? /(?:^|-)(v\d+\.\d+(?:-\d+k)?|x1)$/.exec(name)?.[1]
}
