import { ollamaChat as spoken } from '../../protocols/ollama/index.ts'
import type { Codec } from '../../protocols/types.ts'
import { decodeOllamaAnswer, decodeOllamaStream } from './decode-chat.ts'
import { encodeOllamaRequest } from './encode-chat.ts'

/** Codec for Ollama's own chat as an upstream. */
export const ollamaChat: Codec = {
  ...spoken,
  upstream: {
    encodeRequest: encodeOllamaRequest,
    decodeAnswer: decodeOllamaAnswer,
    decodeStream: decodeOllamaStream,
  },
}
