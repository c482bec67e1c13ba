import type { Behaviour } from './behaviour.ts'
import { fieldsOf, stringOf } from './json-fields.ts'
import { created } from './openai-answers.ts'
import { event, type Plain, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, piecesOf, replyTextOf } from './reply.ts'

/** A PNG of one pixel. */
export const pictureBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Path of an image returned as a link, on this server. */
export const picturePath = '/simulator/picture.png'

/** The beginning of a PDF, and its path. */
export const documentBase64 = Buffer.from('%PDF-1.7\n').toString('base64')
export const documentPath = '/simulator/document.pdf'

/** Bytes that every text decoder would change. */
export const speechBytes = Buffer.from([
  0xff, 0xfb, 0x90, 0x64, 0x00, 0x80, 0xc3, 0x28, 0x0d, 0x0a, 0xff, 0xfe,
])

const speechTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}

/** Returns a member of the body, from JSON or a form. */
const memberOf = ({ received }: Turn, name: string): unknown =>
  fieldsOf(received.json)[name] ?? received.form?.[name]?.at(-1)

const mediaUsage = (behaviour: Behaviour, kind: 'image' | 'audio') => {
  if (behaviour.usage === 'missing') return {}
  const { input, output } = figuresOf(behaviour)
  const details =
    kind === 'image'
      ? { input_tokens_details: { text_tokens: input, image_tokens: 0 } }
      : { input_token_details: { text_tokens: 0, audio_tokens: input } }
  return {
    usage: {
      ...(kind === 'audio' && { type: 'tokens' }),
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      ...details,
      ...behaviour.usageValues,
    },
  }
}

const imagePlain = (turn: Turn): Plain => {
  const { ask, behaviour, received } = turn
  const isGptImage = ask.model.startsWith('gpt-image')
  const wantsBase64 = isGptImage || memberOf(turn, 'response_format') === 'b64_json'
  const picture = wantsBase64
    ? { b64_json: pictureBase64 }
    : { url: `http://${stringOf(received.headers.host)}${picturePath}` }
  const count = Number(memberOf(turn, 'n') ?? 1)
  return {
    json: {
      created,
      data: Array.from({ length: count }, () => picture),
      ...(isGptImage && mediaUsage(behaviour, 'image')),
    },
  }
}

const imageStream = function* ({ behaviour, received }: Turn): Generator<StreamEvent> {
  const family = received.path.endsWith('/edits') ? 'image_edit' : 'image_generation'
  const common = { b64_json: pictureBase64, created_at: created, size: '1024x1024', output_format: 'png' }
  const partial = { type: `${family}.partial_image`, ...common, partial_image_index: 0 }
  yield event(partial, partial.type)
  const completed = { type: `${family}.completed`, ...common, ...mediaUsage(behaviour, 'image') }
  yield event(completed, completed.type)
}

const speechPlain = (turn: Turn): Plain => ({
  bytes: speechBytes,
  contentType: speechTypes[stringOf(memberOf(turn, 'response_format')) || 'mp3'] ?? 'audio/mpeg',
})

const speechStream = function* ({ behaviour }: Turn): Generator<StreamEvent> {
  for (const piece of [speechBytes.subarray(0, 6), speechBytes.subarray(6)])
    yield event({ type: 'speech.audio.delta', audio: piece.toString('base64') })
  const { input, output } = figuresOf(behaviour)
  const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output }
  yield event({ type: 'speech.audio.done', ...(behaviour.usage !== 'missing' && { usage }) })
}

const transcriptionPlain = (turn: Turn): Plain => {
  const { behaviour, ask } = turn
  const text = replyTextOf(behaviour, ask)
  const times = '00:00:00,000 --> 00:00:02,500'
  const duration = { usage: { type: 'duration', seconds: 3 } }
  const usage = behaviour.usage === 'missing' ? {} : duration
  switch (memberOf(turn, 'response_format')) {
    case 'text':
      return { bytes: Buffer.from(`${text}\n`), contentType: 'text/plain; charset=utf-8' }
    case 'srt':
      return { bytes: Buffer.from(`1\n${times}\n${text}\n\n`), contentType: 'text/plain; charset=utf-8' }
    case 'vtt':
      return {
        bytes: Buffer.from(`WEBVTT\n\n${times.replaceAll(',', '.')}\n${text}\n\n`),
        contentType: 'text/vtt; charset=utf-8',
      }
    case 'verbose_json': {
      const segments = [{ id: 0, start: 0, end: 2.5, text, tokens: [], avg_logprob: -0.1 }]
      return { json: { task: 'transcribe', language: 'english', duration: 2.5, text, segments, ...usage } }
    }
    default:
      return { json: { text, ...(ask.model.startsWith('whisper') ? usage : mediaUsage(behaviour, 'audio')) } }
  }
}

const transcriptionStream = function* ({ behaviour, ask }: Turn): Generator<StreamEvent> {
  const text = replyTextOf(behaviour, ask)
  for (const delta of piecesOf(behaviour, text)) yield event({ type: 'transcript.text.delta', delta })
  yield event({ type: 'transcript.text.done', text, ...mediaUsage(behaviour, 'audio') })
}

/** Ranks the documents: the last fits best, the first least. */
const rerankPlain = (turn: Turn): Plain => {
  const { behaviour, received, ask } = turn
  const { documents, top_n: top, return_documents: returns } = fieldsOf(received.json)
  const all = Array.isArray(documents) ? documents : []
  const results = all
    .map((document, index) => ({
      index,
      relevance_score: (index + 1) / all.length,
      ...(returns === true && {
        document: typeof document === 'string' ? { text: document } : (document as unknown),
      }),
    }))
    .reverse()
    .slice(0, typeof top === 'number' ? top : all.length)
  const { input } = figuresOf(behaviour)
  const usage = { prompt_tokens: input, total_tokens: input, ...behaviour.usageValues }
  return { json: { model: ask.model, results, ...(behaviour.usage !== 'missing' && { usage }) } }
}

const plains = {
  image: imagePlain,
  speech: speechPlain,
  transcription: transcriptionPlain,
  rerank: rerankPlain,
} as const

export const mediaPlain = (turn: Turn): Plain | undefined => {
  const { operation } = turn.ask
  return operation in plains ? plains[operation as keyof typeof plains](turn) : undefined
}

export const mediaStream = (turn: Turn): Iterable<StreamEvent> | undefined => {
  const { operation, isStream } = turn.ask
  if (operation === 'speech')
    return memberOf(turn, 'stream_format') === 'sse' ? speechStream(turn) : undefined
  if (!isStream) return undefined
  if (operation === 'image') return imageStream(turn)
  // whisper-1 does not stream and ignores the parameter.
  if (operation === 'transcription' && !turn.ask.model.startsWith('whisper')) return transcriptionStream(turn)
  return undefined
}
