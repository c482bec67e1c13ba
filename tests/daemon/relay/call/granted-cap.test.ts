import { expect, it } from 'vitest'
import { cohereChat } from '../../../../src/daemon/channel-types/cohere/codec.ts'
import { ollamaChat } from '../../../../src/daemon/channel-types/ollama/codec.ts'
import type { Codec, JsonObject } from '../../../../src/daemon/protocols/types.ts'
import type { Attempt } from '../../../../src/daemon/relay/call/prepare/attempt.ts'
import { readOutputCap, withGrantedCap } from '../../../../src/daemon/relay/call/prepare/output-cap.ts'

/** Builds the members of an attempt that the cap depends on. */
const attemptAt = (wire: Codec) =>
  ({ asked: { admitted: { grantedOutputTokens: 50 } }, wire, call: { model: 'm' } }) as unknown as Attempt

it.each<[string, Codec, JsonObject, JsonObject]>([
  ['Ollama', ollamaChat, { options: { num_ctx: 8192 } }, { options: { num_ctx: 8192, num_predict: 50 } }],
  ['Cohere', cohereChat, { k: 7 }, { k: 7, max_tokens: 50 }],
])(
  'finding relay 17: a body of %s that is passed on says the cap that its hold covers, under that vendor’s name',
  (_vendor, wire, body, expected) => {
    const capped = withGrantedCap(body, attemptAt(wire))
    expect([capped, readOutputCap(capped)]).toEqual([expected, 50])
  },
)
