import { cohereChat as spoken } from '../../protocols/cohere/index.ts'
import type { Codec } from '../../protocols/types.ts'
import { decodeCohereAnswer, decodeCohereStream } from './decode-chat.ts'
import { encodeCohereRequest } from './encode-chat.ts'

/** Codec for Cohere's chat as an upstream. */
export const cohereChat: Codec = {
  ...spoken,
  upstream: {
    // "Valid names contain only the characters a-z, A-Z, 0-9, _ and must not begin with a digit."
    // https://docs.oracle.com/en-us/iaas/tools/python/latest/api/generative_ai_inference/models/oci.generative_ai_inference.models.CohereToolV2.html (read 2026-11-29)
    toolNames: { charsMax: Number.POSITIVE_INFINITY, unfit: /^\d|\W/g },
    encodeRequest: encodeCohereRequest,
    decodeAnswer: decodeCohereAnswer,
    decodeStream: decodeCohereStream,
  },
}
