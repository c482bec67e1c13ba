import type { Call, ChannelType } from '../../../channel-types/types.ts'
import type { JsonObject } from '../../../protocols/types.ts'
import { type Fitted, fitFamily } from './fit-family.ts'
import { lostByShaping } from './lost-by-shaping.ts'

/** A body as its vendor and its model take it, and what of it that costs. The same body where nothing has to change. */
export function fitVendor(body: JsonObject, call: Call, type: ChannelType): Fitted {
  const shaped = type.shapeRequest?.(body, call) ?? body
  const fitted = fitFamily(shaped, call, type)
  if (shaped === body) return fitted
  return { body: fitted.body, changed: [...new Set([...lostByShaping(body, shaped), ...fitted.changed])] }
}
