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
  /** In the neutral form; empty where no conversation comes this way. */
  readonly events: readonly ConversationEvent[]
  readonly answer: ConversationAnswer
  readonly failure: unknown
  /** The decoder was told why the answer ended. */
  readonly isFinished: boolean
}

/** What the events of a stream say, as far as they go. */
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

/** Ids that were made up differ from one reading to the next. */
function withKnownIds(events: readonly ConversationEvent[], text: string): ConversationEvent[] {
  return events.map((event) =>
    event.kind === 'tool-start' && !text.includes(event.id) ? { ...event, id: 'made up' } : event,
  )
}

/** What a reader may depend on: the texts of the events, and their bytes as they are passed through. */
export const partsOf = (events: readonly StreamEvent[]) => ({
  data: events.map((each) => each.data),
  raw: Buffer.concat(events.map((each) => each.raw)).toString('latin1'),
})

/** The events of a stream that came in two pieces. */
export const frameCutAt = (framing: StreamFraming, bytes: Buffer, place: number) =>
  partsOf(frame(framing, [bytes.subarray(0, place), bytes.subarray(place)]))

/**
 * What a wire says at its end, whatever its codec makes of it: a stream whose events do not match was cut. Inside a JSON
 * string the quotes would be escaped.
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
