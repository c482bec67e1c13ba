import { asObject } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'
import type { Batch } from '../../batch.ts'
import { malformed } from '../../malformed.ts'
import type { Line } from '../../read-lines.ts'

/** Types of results for requests without an answer, for which the vendor charges nothing. */
const FREE: ReadonlySet<JsonValue | undefined> = new Set(['errored', 'canceled', 'expired'])

/** Reads the messages among the results. */
export async function* readAnswers(lines: AsyncIterable<Line>, batch: Batch): AsyncGenerator<JsonObject> {
  for await (const { document, number } of lines) {
    const result = asObject(document?.result)
    if (FREE.has(result?.type)) continue
    const message = asObject(result?.message)
    if (result?.type !== 'succeeded' || !message) throw malformed(batch, `line ${number} is no result`)
    yield message
  }
}
