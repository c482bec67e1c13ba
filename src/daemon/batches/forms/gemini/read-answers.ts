import { asArray, asObject } from '../../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../../protocols/types.ts'
import type { Batch } from '../../batch.ts'
import { malformed } from '../../malformed.ts'

/** What Google says of a batch has its answers twice: as the result of the operation, and as the output of the batch. */
export function withoutAnswers({ response: _response, metadata, ...news }: JsonObject): JsonObject {
  const { output: _output, ...rest } = asObject(metadata) ?? {}
  return metadata === undefined ? news : { ...news, metadata: rest }
}

/** The answers, in the order of the requests. */
export async function* readAnswers(
  batch: Batch,
  { response, metadata }: JsonObject,
): AsyncGenerator<JsonObject> {
  const output = asObject(response) ?? asObject(asObject(metadata)?.output)
  if (!output) return
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

/** Whole numbers of 64 bits are texts in Google's JSON. */
export function countAnswers({ metadata }: JsonObject): number | undefined {
  const stats = asObject(asObject(metadata)?.batchStats)
  const count = Number(stats?.successfulRequestCount satisfies JsonValue | undefined)
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined
}
