import { ollamaChat as spoken } from '../../protocols/ollama/index.ts'
import type { Codec } from '../../protocols/types.ts'
import { decodeOllamaAnswer, decodeOllamaStream } from './decode-chat.ts'
import { encodeOllamaRequest } from './encode-chat.ts'

/** Ollama's own chat as an upstream speaks it. */
export const ollamaChat: Codec = {
  ...spoken,
  upstream: {
    encodeRequest: encodeOllamaRequest,
    decodeAnswer: decodeOllamaAnswer,
    decodeStream: decodeOllamaStream,
  },
}
