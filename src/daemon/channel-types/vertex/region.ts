import { channelFaults } from '../../errors/channel-faults.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import { misconfigured } from '../addresses.ts'
import type { Call } from '../types.ts'

const DEFAULT_REGION = 'global'
const REGION = /^[a-z]+(?:-[a-z]+\d+)?$/

/**
 * Returns the region of a call: the channel's only region, or the entry of its table for the client's name of the model, then
 * for the upstream's name, then `default`.
 *
 * @throws AppError `channel_misconfigured` if it is not a valid region
 */
export function readRegion({ channel, model }: Call): string {
  const text = channel.other.trim()
  const table = asObject(parseJson(text))
  const asked = [...channel.modelMapping].filter(([, name]) => name === model).map(([name]) => name)
  const named = table ? [...asked, model, 'default'].map((name) => asText(table[name])) : [text]
  const region = named.find(Boolean) ?? DEFAULT_REGION
  if (!REGION.test(region)) throw misconfigured(channel, channelFaults.badRegion)
  return region
}

/** Returns the host of a region. `us` and `eu` are multi-regions, whose hosts have another form. */
export function regionHost(region: string): string {
  if (region === 'global') return 'aiplatform.googleapis.com'
  if (region === 'us' || region === 'eu') return `aiplatform.${region}.rep.googleapis.com`
  return `${region}-aiplatform.googleapis.com`
}

/** Checks the text of the form field. @returns the problem */
export function checkRegion(text: string): { readonly en: string; readonly zh: string } | undefined {
  const trimmed = text.trim()
  const table = asObject(parseJson(trimmed))
  const regions = table ? Object.values(table) : [trimmed]
  if (trimmed === '' || regions.every((each) => typeof each === 'string' && REGION.test(each)))
    return undefined
  return {
    en: 'Enter a region, or a JSON object of model to region.',
    zh: '请填写区域名称，或“模型: 区域”的 JSON 对象。',
  }
}
