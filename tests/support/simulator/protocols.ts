import { anthropic } from './anthropic.ts'
import type { Ask, Received } from './ask.ts'
import { baidu } from './baidu.ts'
import { bedrock } from './bedrock.ts'
import { cohere } from './cohere.ts'
import { dify } from './dify.ts'
import { gemini } from './gemini.ts'
import { hunyuan } from './hunyuan.ts'
import { oauth } from './oauth.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { readOpenaiAsk } from './openai-ask.ts'
import type { Protocol } from './protocol.ts'
import { responses } from './responses.ts'

/** In the order in which they are tried; a request that none of them recognizes is OpenAI's. */
const protocols: readonly Protocol[] = [
  anthropic,
  gemini,
  bedrock,
  responses,
  cohere,
  ollama,
  hunyuan,
  baidu,
  dify,
  oauth,
]

/** Determines the protocol of a request from its path, and reads it. */
export const recognise = (received: Received): { readonly protocol: Protocol; readonly ask: Ask } => {
  for (const protocol of protocols) {
    const ask = protocol.read(received)
    if (ask) return { protocol, ask }
  }
  return { protocol: openai, ask: readOpenaiAsk(received) }
}
