import type { OperationName } from '../protocols/types.ts'

/** Operations other than chat, recognized by the model name. */
const NAMED: readonly (readonly [name: RegExp, operation: OperationName])[] = [
  [/(?:^|\/)(?:sora|veo)-/i, 'video'],
  [/rerank/i, 'rerank'],
  [/embed|bge-|^m3e|^embo-|^tao-8k|^semantic_similarity|jina-clip/i, 'embedding'],
  [/moderation/i, 'moderation'],
  [/-realtime(?:-|$)/i, 'realtime'],
  [/turbo-instruct|^(?:davinci|babbage)-/i, 'completion'],
  [/whisper|transcri|sensevoice|(?:^|[-/])asr(?:-|$)/i, 'transcription'],
  [/(?:^|[-/])tts(?:-|$)|speech|cosyvoice/i, 'speech'],
  [
    /dall-e|(?:^|[-/])image(?:-|$)|imagen|flux|stable-diffusion|kolors|seedream|cogview|wanx|-t2i(?:-|$)/i,
    'image',
  ],
]

/** Returns the operations that a model name suggests, most likely first; empty for chat models. */
export const namedOperations = (model: string): readonly OperationName[] =>
  NAMED.flatMap(([name, operation]) => (name.test(model) ? [operation] : []))
