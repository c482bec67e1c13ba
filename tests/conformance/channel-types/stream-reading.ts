import type { ChannelType } from '../../../src/daemon/channel-types/types.ts'
import { AnswerAssembler } from '../../../src/daemon/protocols/conversation/assemble.ts'
import type {
  ConversationAnswer,
  ConversationEvent,
} from '../../../src/daemon/protocols/conversation/types.ts'
import type { Codec, StreamEvent, StreamFraming, UsageReading } from '../../../src/daemon/protocols/types.ts'
import { readUsageOfStream } from '../../../src/daemon/relay/call/read-usage.ts'
import { frame } from './fixture-files.ts'

/** Everything that is read from one stream. */
export interface StreamReading {
  readonly kinds: readonly string[]
  readonly usage: UsageReading
  /** Events in the neutral form; empty where the format is not for conversations. */
  readonly events: readonly ConversationEvent[]
  readonly answer: ConversationAnswer
  readonly failure: unknown
  /** Whether the decoder received the reason why the answer ended. */
  readonly isFinished: boolean
}

/** Reads the events of a stream, which may be incomplete. */
export function readStream(type: ChannelType, wire: Codec, data: readonly string[]): StreamReading {
  const spoken = data.filter((each) => each !== '')
  const decoder = wire.upstream?.decodeStream()
  const decoded = decoder ? [...spoken.flatMap((each) => decoder.push(each)), ...decoder.flush()] : []
  const events = withKnownIds(decoded, data.join('\n'))
  const assembler = new AnswerAssembler()
  assembler.push(events)
  return {
    kinds: data.map((each) => (each === '' ? 'comment' : wire.classify(each))),
    usage: readUsageOfStream(type, wire, spoken),
    events,
    answer: assembler.answer(),
    failure: assembler.failure,
    isFinished: assembler.isFinished,
  }
}

/** Replaces generated IDs, which differ from one reading to the next. */
function withKnownIds(events: readonly ConversationEvent[], text: string): ConversationEvent[] {
  return events.map((event) =>
    event.kind === 'tool-start' && !text.includes(event.id) ? { ...event, id: 'made up' } : event,
  )
}

/** Returns what a reader may depend on: the texts of the events, and their bytes as they are passed through. */
export const partsOf = (events: readonly StreamEvent[]) => ({
  data: events.map((each) => each.data),
  raw: Buffer.concat(events.map((each) => each.raw)).toString('latin1'),
})

type Parts = ReturnType<typeof partsOf>

/** The events of a stream that arrived in one piece, and the differences when it arrives in several. */
interface Cuts {
  readonly whole: Parts
  /** Every split that produced other events: in two at a place, or byte by byte. */
  readonly cuts: readonly { readonly place: number | 'bytewise'; readonly parts: Parts }[]
}

/** Computes a value once per framing and file: channel types with the same format share their streams. */
function oncePerStream<T>(make: (framing: StreamFraming, bytes: Buffer) => T) {
  const made = new Map<string, T>()
  return (framing: StreamFraming, file: string, bytes: Buffer): T => {
    const key = `${framing} ${file}`
    const value = made.get(key) ?? make(framing, bytes)
    made.set(key, value)
    return value
  }
}

/** Splits a stream in two at every byte, and into single bytes. */
export const cutAnywhere = oncePerStream((framing, bytes): Cuts => {
  const whole = partsOf(frame(framing, [bytes]))
  const isWhole = ({ raw, data }: Parts): boolean =>
    raw === whole.raw &&
    data.length === whole.data.length &&
    data.every((each, at) => each === whole.data[at])
  const cuts: { place: number | 'bytewise'; parts: Parts }[] = []
  const look = (place: number | 'bytewise', pieces: readonly Uint8Array[]): void => {
    const parts = partsOf(frame(framing, pieces))
    if (!isWhole(parts)) cuts.push({ place, parts })
  }
  for (let place = 1; place < bytes.length; place += 1)
    look(place, [bytes.subarray(0, place), bytes.subarray(place)])
  look(
    'bytewise',
    [...bytes].map((byte) => Uint8Array.of(byte)),
  )
  return { whole, cuts }
})

/**
 * Returns the events of a truncated stream, for each place where one byte more or less changes them: the last byte of
 * an event and the two after it; inside an event nothing changes.
 */
export const brokenOff = oncePerStream((framing, bytes) => {
  const pieces = Array.from({ length: bytes.length }, (_, place) => {
    const { data } = partsOf(frame(framing, [bytes.subarray(0, place)]))
    return { place, data, text: data.join('\n') }
  })
  return pieces
    .filter(({ place, text }) => [-2, -1, 1].some((step) => pieces[place + step]?.text !== text))
    .map(({ place, data }) => ({ place, data }))
})

/**
 * Patterns for the end of a stream in each format, independent of the codecs: a stream whose events do not match was
 * cut. They match no text of an answer, because quotes inside a JSON string are escaped.
 */
export const ENDS: Readonly<Record<string, RegExp>> = {
  'openai-chat': /"finish_reason"\s*:\s*"\w|\[DONE\]/,
  'openai-completion': /"finish_reason"\s*:\s*"\w|\[DONE\]/,
  'mistral-fim': /"finish_reason"\s*:\s*"\w|\[DONE\]/,
  'openai-responses': /"response\.(?:completed|incomplete|failed)"|\[DONE\]/,
  'openai-image': /"image_generation\.completed"/,
  'openai-speech': /"speech\.audio\.done"/,
  'openai-transcription': /"transcript\.text\.done"/,
  'anthropic-messages': /"stop_reason"\s*:\s*"\w|"message_stop"/,
  'gemini-generate': /"finishReason"\s*:\s*"\w|"blockReason"/,
  'cohere-chat': /"message-end"|\[DONE\]/,
  'dify-chat': /"event"\s*:\s*"message_end"/,
  'baidu-chat': /"is_end"\s*:\s*true/,
  'hunyuan-chat': /"FinishReason"\s*:\s*"\w|\[DONE\]/,
  'spark-chat': /"status"\s*:\s*2/,
  'ollama-chat': /"done"\s*:\s*true/,
  'ai-proxy-library-chat': /"finish"\s*:\s*true/,
}
