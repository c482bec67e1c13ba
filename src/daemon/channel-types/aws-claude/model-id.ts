import { upstreamModelOf } from '../../protocols/anthropic/claude-adapters.ts'
import { datedClaudeModel } from '../claude/models.ts'
import type { Call } from '../types.ts'

/** Ids that do not follow from the name. */
const IDS: Readonly<Record<string, string>> = {
  'claude-3-5-sonnet-20241022': 'anthropic.claude-3-5-sonnet-20241022-v2:0',
  'claude-opus-4-6': 'anthropic.claude-opus-4-6-v1',
}

/** Models that may be called without an inference profile. */
const ON_DEMAND = /^claude-3-(?:haiku|sonnet|opus)-|^claude-3-5-sonnet-20240620$/

/** Releases up to here have a profile for all of Asia; later ones for Japan and Australia only. */
const HAS_ASIAN_PROFILE = /^claude-3-|^claude-(?:sonnet|opus)-4-\d{8}$/
const HAS_NATIONAL_PROFILE = /^claude-(?:sonnet|haiku)-/

/**
 * Returns Bedrock's id of a model, with the maker, a version and the prefix of the inference profile for the channel's region.
 * Ids and ARNs are returned unchanged, so that a model mapping can name any model.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html
 */
export function toModelId(call: Call, region: string): string {
  const model = upstreamModelOf(call.model, call.adapters)
  if (model.startsWith('arn:') || model.includes('anthropic.') || !model.startsWith('claude-')) return model
  const name = datedClaudeModel(model)
  const id = IDS[name] ?? (/-\d{8}$/.test(name) ? `anthropic.${name}-v1:0` : `anthropic.${name}`)
  return ON_DEMAND.test(name) ? id : `${profilePrefix(name, region)}${id}`
}

function profilePrefix(name: string, region: string): string {
  if (region.startsWith('us-gov-')) return 'us-gov.'
  if (region.startsWith('us-')) return 'us.'
  if (region.startsWith('eu-')) return 'eu.'
  if (region.startsWith('ap-')) {
    if (HAS_ASIAN_PROFILE.test(name)) return 'apac.'
    if (HAS_NATIONAL_PROFILE.test(name) && /^ap-northeast-[13]$/.test(region)) return 'jp.'
    if (HAS_NATIONAL_PROFILE.test(name) && /^ap-southeast-[24]$/.test(region)) return 'au.'
  }
  return 'global.'
}
