import type { ChannelType } from '../../channel-types/types.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec, JsonValue, UsageReading } from '../../protocols/types.ts'

/** Usage of one document; a type's own reading wins where it says anything. */
export function readUsage(type: ChannelType, wire: Codec, document: JsonValue): UsageReading {
  const own = type.readUsage?.(document)
  return own && own.kind !== 'none' ? own : wire.readUsage(document)
}

/** Stated, and not as null. Measured: faster than a search for the plain name. */
const STATES_USAGE = /"usage"\s*:\s*[^n\s]/

/** Whether an event may state usage; decided without parsing it. */
export const mayStateUsage = (wire: Codec, data: string): boolean =>
  wire.mayStateUsage ? wire.mayStateUsage(data) : STATES_USAGE.test(data)

/** Usage of a stream from the events that may state it, in order: gathered from all or stated by the last. */
export function readUsageOfStream(type: ChannelType, wire: Codec, data: readonly string[]): UsageReading {
  const documents = data.flatMap((each) => {
    const document = mayStateUsage(wire, each) ? parseJson(each) : undefined
    return document === undefined ? [] : [document]
  })
  return readUsageOfDocuments(type, wire, documents)
}

/** The same of events that are parsed already. */
export function readUsageOfDocuments(
  type: ChannelType,
  wire: Codec,
  documents: readonly JsonValue[],
): UsageReading {
  if (wire.readStreamUsage) return wire.readStreamUsage(documents)
  const readings = documents.map((each) => readUsage(type, wire, each))
  return readings.findLast((each) => each.kind !== 'none') ?? { kind: 'none' }
}
