import type { ChannelType } from '../../channel-types/types.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, JsonValue, UsageReading } from '../../protocols/types.ts'

/** Reads the usage in one document; the type's own reading wins if it finds any. */
export function readUsage(type: ChannelType, wire: Codec, document: JsonValue): UsageReading {
  const own = type.readUsage?.(document)
  return own && own.kind !== 'none' ? own : wire.readUsage(document)
}

/** Finds usage that is not null. Measured to be faster than a search for the plain name. */
const STATES_USAGE = /"usage"\s*:\s*[^n\s]/

/** Whether an event may state usage, without parsing it. */
export const mayStateUsage = (wire: Codec, data: string): boolean =>
  wire.mayStateUsage ? wire.mayStateUsage(data) : STATES_USAGE.test(data)

/** Reads the usage of a stream from the events that may state it, in order: accumulated, or from the last one. */
export function readUsageOfStream(type: ChannelType, wire: Codec, data: readonly string[]): UsageReading {
  const documents = data.flatMap((each) => {
    const document = mayStateUsage(wire, each) ? parseJson(each) : undefined
    return document === undefined ? [] : [document]
  })
  return readUsageOfDocuments(type, wire, documents)
}

/** Reads the usage of a stream from events that are already parsed. */
export function readUsageOfDocuments(
  type: ChannelType,
  wire: Codec,
  documents: readonly JsonValue[],
): UsageReading {
  if (wire.readStreamUsage) return wire.readStreamUsage(documents)
  const readings = documents.map((each) => readUsage(type, wire, each))
  return readings.findLast((each) => each.kind !== 'none') ?? { kind: 'none' }
}
