import { readFileName } from '../../../protocols/gemini/index.ts'
import { asArray, asObject } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'
import type { Batch } from '../../batch.ts'
import type { OpenContent } from '../../batch-form.ts'
import { malformed } from '../../malformed.ts'
import { type Line, readLines } from '../../read-lines.ts'

/** Removes the answers. Google sends them twice: as the operation's response, and as the output in its metadata. */
export function withoutAnswers({ response: _response, metadata, ...news }: JsonObject): JsonObject {
  const { output: _output, ...rest } = asObject(metadata) ?? {}
  return metadata === undefined ? news : { ...news, metadata: rest }
}

const outputOf = ({ response, metadata }: JsonObject): JsonObject | undefined =>
  asObject(response) ?? asObject(asObject(metadata)?.output)

/** Returns the name of the file with the answers; a file of requests is answered by a file. */
export const readResponsesFile = (news: JsonObject): string | undefined =>
  readFileName({ name: outputOf(news)?.responsesFile ?? '' })

/** Reads the answers, in the order of the requests. */
export async function* readAnswers(
  batch: Batch,
  news: JsonObject,
  open: OpenContent,
): AsyncGenerator<JsonObject> {
  const output = outputOf(news)
  if (!output) return
  if (output.responsesFile !== undefined) {
    const name = readResponsesFile(news)
    if (name === undefined) throw malformed(batch, 'the file of responses has no name')
    const path = `${name.slice('files'.length)}:download`
    const exchange = await open({ at: 'files', path, query: { alt: 'media' } })
    return yield* readResponses(readLines(exchange), batch)
  }
  const inlined = output.inlinedResponses
  const list = asArray(asObject(inlined)?.inlinedResponses) ?? asArray(inlined)
  if (!list) throw malformed(batch, 'the output has no list of responses')
  for (const [index, each] of list.entries()) {
    const item = asObject(each)
    const answer = asObject(item?.response)
    if (answer) yield answer
    else if (!asObject(item?.error)) throw malformed(batch, `response ${index} is none`)
  }
}

async function* readResponses(lines: AsyncIterable<Line>, batch: Batch): AsyncGenerator<JsonObject> {
  const keys = new Set<JsonValue>()
  for await (const { number, document } of lines) {
    const { key, response, error } = document ?? {}
    const answer = asObject(response)
    if (!answer && !asObject(error)) throw malformed(batch, `line ${number} of the responses is none`)
    if (key !== undefined && keys.has(key)) throw malformed(batch, `line ${number} answers a request again`)
    if (key !== undefined) keys.add(key)
    if (answer) yield answer
  }
}

/** Returns the number of successful requests. Google writes 64-bit integers as strings. */
export function countAnswers({ metadata }: JsonObject): number | undefined {
  const stats = asObject(asObject(metadata)?.batchStats)
  const count = Number(stats?.successfulRequestCount satisfies JsonValue | undefined)
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined
}
