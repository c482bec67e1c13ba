import { refusals, soundFormats } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { asObject, asText } from '../json-access.ts'
import { invalid } from '../openai/request-checks.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts } from '../types.ts'
import { chunksOf } from './events.ts'
import { geminiGenerate } from './generate.ts'
import { objectMember, objectsMember, partsOf, textMember } from './members.ts'
import { readGeminiUsage } from './usage.ts'
import { wrapIntoWav } from './wav.ts'

const DEFAULT_VOICE = 'Kore'
const DEFAULT_RATE = 24_000

/** Maps OpenAI's voices to the most similar ones of Google; any other name is taken as a Google voice. */
const VOICES: ReadonlyMap<string, string> = new Map([
  ['alloy', 'Kore'],
  ['ash', 'Orus'],
  ['ballad', 'Algieba'],
  ['cedar', 'Iapetus'],
  ['coral', 'Leda'],
  ['echo', 'Charon'],
  ['fable', 'Puck'],
  ['marin', 'Sulafat'],
  ['nova', 'Aoede'],
  ['onyx', 'Fenrir'],
  ['sage', 'Despina'],
  ['shimmer', 'Zephyr'],
  ['verse', 'Umbriel'],
])

const ACCOUNTED: ReadonlySet<string> = new Set([
  'model',
  'input',
  'voice',
  'instructions',
  'response_format',
  'speed',
  'stream_format',
])

/** Gemini's speech models (`generateContent` with audio) as upstreams of OpenAI's `/v1/audio/speech`. */
export const geminiSpeech: Codec = {
  id: 'gemini-speech',
  operation: 'speech',
  path: geminiGenerate.path,
  isAddressedByPath: true,
  readRequest: geminiGenerate.readRequest,
  readTexts: geminiGenerate.readTexts,
  readUsage: readGeminiUsage,
  readOutput,
  readDisguisedFailure: geminiGenerate.readDisguisedFailure,
  classify: geminiGenerate.classify,
  finishesChoice: geminiGenerate.finishesChoice,
  readFailure: geminiGenerate.readFailure,
  errors: geminiGenerate.errors,
  terminator: geminiGenerate.terminator,
  mayStateUsage: (data) => geminiGenerate.mayStateUsage?.(data) ?? false,
  form: { encodeRequest, decodeAnswer },
}

/** @throws AppError `translation_unsupported` for formats that would require encoding the audio */
function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  const input = asText(request.input)
  if (input === undefined) throw invalid('input', 'missing')
  for (const [name, value] of Object.entries(request))
    if (value !== null && !ACCOUNTED.has(name)) losses.add(name)
  checkFormat(request, losses)
  if (request.stream_format === 'sse') return losses.refuse('stream_format', refusals.noSpeechStream)
  if (typeof request.speed === 'number' && request.speed !== 1) losses.add('speed')
  const instructions = asText(request.instructions)
  return {
    contents: [
      { role: 'user', parts: [{ text: instructions === undefined ? input : `${instructions}\n\n${input}` }] },
    ],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voiceOf(request, losses) } } },
    },
  }
}

/** Checks the format. OpenAI's default is MP3; clients that state none get WAV, which every player supports. */
function checkFormat(request: JsonObject, losses: Losses): void {
  const format = asText(request.response_format)
  if (format === undefined) losses.add('response_format')
  else if (format !== 'wav' && format !== 'pcm')
    losses.refuse('response_format', soundFormats(format, 'wav, pcm'))
}

function voiceOf(request: JsonObject, losses: Losses): string {
  const voice = asText(request.voice) ?? asText(asObject(request.voice)?.id)
  if (voice === undefined) return DEFAULT_VOICE
  const near = VOICES.get(voice)
  if (near !== undefined) losses.add('voice')
  return near ?? voice
}

interface Sound {
  readonly mimeType: string
  readonly bytes: Buffer
}

const soundsOf = (document: JsonValue): Sound[] =>
  chunksOf(document)
    .flatMap((chunk) => objectsMember(chunk, 'candidates'))
    .flatMap((candidate) => partsOf(objectMember(candidate, 'content')))
    .flatMap((part) => {
      const inline = objectMember(part, 'inlineData')
      const data = inline && textMember(inline, 'data')
      if (!inline || data === undefined) return []
      return { mimeType: textMember(inline, 'mimeType') ?? '', bytes: Buffer.from(data, 'base64') }
    })

function readOutput(document: JsonValue): OutputFacts {
  return { text: '', hiddenText: '', hasOutput: soundsOf(document).length > 0 }
}

/** Decodes the audio. Raw samples are `audio/L16;codec=pcm;rate=24000`, but little-endian, contrary to its RFC. */
function decodeAnswer(document: JsonValue, request: JsonObject): JsonObject {
  const sounds = soundsOf(document)
  const mimeType = sounds[0]?.mimeType ?? ''
  const bytes = Buffer.concat(sounds.map((each) => each.bytes))
  const isRaw = /^audio\/(?:L16|pcm)/i.test(mimeType) || mimeType === ''
  if (!isRaw) return { audio_base64: bytes.toString('base64'), content_type: mimeType }
  if (request.response_format === 'pcm')
    return { audio_base64: bytes.toString('base64'), content_type: 'audio/pcm' }
  const rate = Number(/rate=(\d{4,6})/.exec(mimeType)?.[1] ?? DEFAULT_RATE)
  return { audio_base64: wrapIntoWav(bytes, rate).toString('base64'), content_type: 'audio/wav' }
}
