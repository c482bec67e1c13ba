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

/** In the order they are asked; whatever none of them reads is OpenAI's. */
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

/** Whose request it is, by its path, and what it asks. */
export const recognise = (received: Received): { readonly protocol: Protocol; readonly ask: Ask } => {
  for (const protocol of protocols) {
    const ask = protocol.read(received)
    if (ask) return { protocol, ask }
  }
  return { protocol: openai, ask: readOpenaiAsk(received) }
}
