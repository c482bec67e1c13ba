import { asObject } from '../../../protocols/json-access.ts'
import type { JsonObject } from '../../../protocols/types.ts'
import type { Batch } from '../../batch.ts'
import { malformed } from '../../malformed.ts'
import type { Line } from '../../read-lines.ts'

/** Reads the answers in an output file. Failed requests are in the other file, or have another status. */
export async function* readAnswers(lines: AsyncIterable<Line>, batch: Batch): AsyncGenerator<JsonObject> {
  for await (const { document, number } of lines) {
    if (!document) throw malformed(batch, `line ${number} of the output file is no JSON object`)
    const response = asObject(document.response)
    if (response?.status_code === 200) yield asObject(response.body) ?? {}
  }
}
