import type { Losses } from '../conversation/codec.ts'
import type { CacheMark } from '../conversation/types.ts'
import { asObject } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

const MARKS_MAX = 4
const HOUR_SECONDS = 3600

/** @param block a block or tool that may have `cache_control` */
export function decodeCacheMark(block: JsonObject): CacheMark | undefined {
  const control = asObject(block.cache_control)
  if (control?.type !== 'ephemeral') return undefined
  return control.ttl === '1h' ? { seconds: HOUR_SECONDS } : control.ttl === '5m' ? { seconds: 300 } : {}
}

/** Returns the member to spread into a block; an empty object without a mark. */
export function encodeCacheMark(mark: CacheMark | undefined): JsonObject {
  if (!mark) return {}
  const { seconds } = mark
  const ttl = seconds === undefined ? {} : { ttl: seconds >= HOUR_SECONDS ? '1h' : '5m' }
  return { cache_control: { type: 'ephemeral', ...ttl } }
}

/**
 * Marks the end of the tools and of the system prompt, which stay the same from request to request. Does nothing if
 * there are marks already. Changes the blocks in place, so they must be newly created.
 */
export function markPrefix(
  tools: readonly JsonObject[],
  system: readonly JsonObject[],
  messages: readonly JsonObject[],
): void {
  if ([tools, system, messages].some((each) => each.some((block) => block.cache_control !== undefined)))
    return
  for (const last of [tools.at(-1), system.at(-1)]) if (last) Object.assign(last, encodeCacheMark({}))
}

/**
 * Keeps the last four marks, and shortens long-lived ones that follow a short-lived one: the API rejects more than four
 * marks and that order. Changes the blocks in place, so they must be newly created.
 *
 * @param blocks in the order of the API: tools, system, messages
 */
export function limitCacheMarks(blocks: readonly JsonObject[], losses: Losses, takesMarks: boolean): void {
  const marked = blocks.filter((each) => each.cache_control !== undefined)
  const surplus = takesMarks ? marked.slice(0, -MARKS_MAX) : marked
  if (surplus.length > 0) losses.add('cache_control')
  for (const each of surplus) delete each.cache_control
  let isShort = false
  for (const each of marked.slice(surplus.length)) {
    const isLong = asObject(each.cache_control)?.ttl === '1h'
    if (isLong && isShort) {
      each.cache_control = { type: 'ephemeral' }
      losses.add('cache_control')
    }
    isShort ||= !isLong
  }
}
