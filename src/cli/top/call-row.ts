import type { ItemOf } from '../client/contract-types.ts'

export type LogRow = ItemOf<'/api/log/'>

const consumption = 2
const failure = 6

/** A request, as read from its log row. */
export interface CallRow {
  readonly isFailed: boolean
  /** Milliseconds to the first byte of a streamed response. */
  readonly firstByteMs: number | undefined
  /** Channels that failed before the one in this row; administrators only. */
  readonly failedChannels: readonly number[]
}

/** Reads what the table needs from a row. @returns undefined for rows that are not requests, such as top-ups */
export function readCall(row: LogRow): CallRow | undefined {
  if (row.type === failure) return { isFailed: true, firstByteMs: undefined, failedChannels: [] }
  if (row.type !== consumption) return undefined
  const other = readOther(row.other)
  // The daemon writes -1000 if the response was not streamed.
  const firstByte = typeof other.frt === 'number' && other.frt >= 0 ? other.frt : undefined
  return { isFailed: false, firstByteMs: firstByte, failedChannels: askedBefore(other) }
}

interface Other {
  readonly frt?: unknown
  readonly admin_info?: unknown
}

function readOther(text: string): Other {
  try {
    const parsed: unknown = JSON.parse(text || '{}')
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    // Rows imported from elsewhere may contain anything; they are counted without a time to first byte.
    return {}
  }
}

/** Returns the channels that failed: `use_channel` lists the channels in the order tried, and the last one answered. */
function askedBefore({ admin_info: info }: Other): readonly number[] {
  if (typeof info !== 'object' || info === null || !('use_channel' in info)) return []
  const { use_channel: asked } = info
  if (!Array.isArray(asked)) return []
  return asked
    .slice(0, -1)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
}
