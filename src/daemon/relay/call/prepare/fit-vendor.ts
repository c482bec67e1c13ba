import { without } from '../../../channel-types/openai-family.ts'
import type { Call, ChannelType } from '../../../channel-types/types.ts'
import type { JsonObject } from '../../../protocols/types.ts'
import { type Fitted, fitFamily } from './fit-family.ts'
import { lostByShaping } from './lost-by-shaping.ts'

/** Members that Vertex AI and Bedrock use in place of Anthropic's headers. Both channel types write their own. */
const OF_CLOUDS = ['anthropic_version', 'anthropic_beta'] as const

/** Adapts a body to its vendor and model, and reports what is lost. Returns the same body if nothing has to change. */
export function fitVendor(given: JsonObject, call: Call, type: ChannelType): Fitted {
  const body = call.operation === 'messages' ? without(given, ...OF_CLOUDS) : given
  const kept = type.keepsThreads || call.operation !== 'messages' ? body : without(body, 'thread')
  const shaped = type.shapeRequest?.(kept, call) ?? kept
  const fitted = fitFamily(shaped, call, type)
  if (shaped === body) return fitted
  return { body: fitted.body, changed: [...new Set([...lostByShaping(body, shaped), ...fitted.changed])] }
}
