import { cohereChat as spoken } from '../../protocols/cohere/index.ts'
import type { Codec } from '../../protocols/types.ts'
import { decodeCohereAnswer, decodeCohereStream } from './decode-chat.ts'
import { encodeCohereRequest } from './encode-chat.ts'

/** Cohere's chat as an upstream speaks it. */
export const cohereChat: Codec = {
  ...spoken,
  upstream: {
    encodeRequest: encodeCohereRequest,
    decodeAnswer: decodeCohereAnswer,
    decodeStream: decodeCohereStream,
  },
}
