import { without } from '../../../channel-types/openai-family.ts'
import type { Call, ChannelType } from '../../../channel-types/types.ts'
import type { JsonObject } from '../../../protocols/types.ts'
import { type Fitted, fitFamily } from './fit-family.ts'
import { lostByShaping } from './lost-by-shaping.ts'

/** Vertex AI and Bedrock have these members in place of Anthropic's headers. The channel types of both write their own. */
const OF_CLOUDS = ['anthropic_version', 'anthropic_beta'] as const

/** A body as its vendor and its model take it, and what of it that costs. The same body where nothing has to change. */
export function fitVendor(given: JsonObject, call: Call, type: ChannelType): Fitted {
  const body = call.operation === 'messages' ? without(given, ...OF_CLOUDS) : given
  const kept = type.keepsThreads || call.operation !== 'messages' ? body : without(body, 'thread')
  const shaped = type.shapeRequest?.(kept, call) ?? kept
  const fitted = fitFamily(shaped, call, type)
  if (shaped === body) return fitted
  return { body: fitted.body, changed: [...new Set([...lostByShaping(body, shaped), ...fitted.changed])] }
}
