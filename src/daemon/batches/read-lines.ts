import { createInterface } from 'node:readline'
import { asObject } from '../protocols/json-access.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonObject } from '../protocols/types.ts'
import type { Exchange } from '../upstream/exchange.ts'
import { toReadable } from '../upstream/to-readable.ts'

/** One line of a file of requests or answers; undefined = it is no JSON object. */
export interface Line {
  /** From 1. */
  readonly number: number
  readonly text: string
  readonly document: JsonObject | undefined
}

/** The lines of a file, one after another: it is never in memory as a whole. */
export async function* readLines(exchange: Exchange): AsyncGenerator<Line> {
  const input = toReadable(exchange)
  let number = 0
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1
      if (text.trim() !== '') yield { number, text, document: asObject(parseJson(text)) }
    }
    // The interface ends quietly where its input breaks off.
    if (input.errored) throw input.errored
  } finally {
    input.destroy()
  }
}
