import { createInterface } from 'node:readline'
import { asObject } from '../protocols/json-access.ts'
import { parseJson } from '../protocols/parse-json.ts'
import type { JsonObject } from '../protocols/types.ts'
import type { Exchange } from '../upstream/exchange.ts'
import { toReadable } from '../upstream/to-readable.ts'

/** One line of a file of requests or answers. `document` is undefined if it is not a JSON object. */
export interface Line {
  /** Starts at 1. */
  readonly number: number
  readonly text: string
  readonly document: JsonObject | undefined
}

/** Reads the lines of a file one after another, so that it is never in memory as a whole. */
export async function* readLines(exchange: Exchange): AsyncGenerator<Line> {
  const input = toReadable(exchange)
  let number = 0
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1
      if (text.trim() !== '') yield { number, text, document: asObject(parseJson(text)) }
    }
    // The interface ends without an error when its input is cut off.
    if (input.errored) throw input.errored
  } finally {
    input.destroy()
  }
}
