import type { ConversationAnswer } from '../../protocols/conversation/types.ts'
import { readEndWord, readEndWordOfEvents } from '../../protocols/end-word.ts'
import { createFramer } from '../../protocols/framers.ts'
import { parseExactly } from '../../protocols/parse-json.ts'
import type { Codec, OutputFacts, StreamEvent, StreamFraming, UsageReading } from '../../protocols/types.ts'
import { ANSWER_BYTES_MAX, decodeContent, isEncoded } from '../../upstream/upstream-body.ts'
import type { Answer } from './answer.ts'
import type { Arrival } from './arrival.ts'
import { disguisedStatus, malformed, refusalOf } from './failed-answer.ts'
import { isGivenUp } from './given-up.ts'
import { assembleStream } from './prepare/translation.ts'
import { readUsage, readUsageOfStream } from './read-usage.ts'

export interface ReadDeps {
  readonly clock: { now(): number }
}

/** Reads a complete answer. @throws TransportError if it breaks off or exceeds its size limit */
export async function readPlain(arrival: Arrival, { clock }: ReadDeps): Promise<Answer> {
  const { exchange, lease, prepared, contentType, firstByteMs } = arrival
  const { wire, type, translation } = prepared
  const whole = await exchange.readAll(ANSWER_BYTES_MAX, lease)
  const body = isEncoded(exchange) ? await decodeContent(exchange, whole) : whole
  const plain = { kind: 'plain' as const, prepared, status: exchange.status, contentType, firstByteMs }
  if (body && isBinary(wire, contentType)) {
    if (isPage(body)) return malformed(arrival, 'a web page')
    return {
      ...plain,
      body,
      document: null,
      conversation: undefined,
      usage: { kind: 'none' },
      output: { text: readTextAnswer(wire, contentType, body), hiddenText: '', hasOutput: body.length > 0 },
      hasOutput: body.length > 0,
    }
  }
  const document = body && parseExactly(body.toString('utf8'))
  if (!body || document === undefined) return malformed(arrival, 'not JSON')
  const disguised = wire.readDisguisedFailure(document)
  if (disguised) return refusalOf(arrival, disguisedStatus(disguised), disguised, clock)
  const output = wire.readOutput(document)
  const usage = readUsage(type, wire, document)
  const decoded =
    translation?.kind === 'conversation' ? translation.upstream.decodeAnswer(document) : undefined
  return {
    ...plain,
    body,
    document,
    // The client is told what is charged, even if only the channel type can read the usage.
    conversation: decoded && usage.kind === 'stated' ? { ...decoded, usage: usage.usage } : decoded,
    usage,
    output,
    ...describeOutput(output.hasOutput && !(decoded && isGivenUp(decoded)), () => readEndWord([document])),
  }
}

const describeOutput = (hasOutput: boolean, readEnd: () => string | undefined) =>
  hasOutput ? { hasOutput } : { hasOutput, endedBy: readEnd() }

/** Whether the answer is audio or subtitles; one labeled as JSON is read as JSON. */
const isBinary = (wire: Codec, contentType: string): boolean =>
  wire.answers !== undefined && wire.answers !== 'json' && !contentType.includes('json')

/**
 * Whether the answer is an HTML page: web servers often answer unknown paths with one and status 200. The content type
 * is no help, because some servers send audio as `text/html`.
 */
const isPage = (body: Buffer): boolean => /^\s*<(!doctype|html)\b/i.test(body.toString('utf8', 0, 256))

const readTextAnswer = (wire: Codec, contentType: string, body: Buffer): string =>
  wire.answers === 'either' && contentType.startsWith('text/') ? body.toString('utf8') : ''

/**
 * Reads a whole stream, for a client that waits for one answer from a vendor that only streams.
 * @throws TransportError as {@link readPlain}
 */
export async function gather(arrival: Arrival, framing: StreamFraming, { clock }: ReadDeps): Promise<Answer> {
  const { exchange, lease, prepared, firstByteMs } = arrival
  const { wire, type, translation } = prepared
  const { upstream } = translation?.kind === 'conversation' ? translation : wire
  if (!upstream) return malformed(arrival, 'a stream nobody asked for')
  const body = await exchange.readAll(ANSWER_BYTES_MAX, lease)
  const framer = createFramer(framing)
  const tail = framer.push(body)
  const last = framer.flush()
  const events: StreamEvent[] = last ? [...tail, last] : tail
  const data = events.map((each) => each.data).filter((each) => each !== '')
  const assembler = assembleStream(upstream, data)
  if (assembler.failure)
    return refusalOf(arrival, disguisedStatus(assembler.failure), assembler.failure, clock)
  const conversation = assembler.answer()
  const output = readOutputOf(conversation)
  if (!assembler.isFinished) return malformed(arrival, 'a stream that broke off')
  const usage: UsageReading = conversation.usage
    ? { kind: 'stated', usage: conversation.usage }
    : readUsageOfStream(type, wire, data)
  const encoded = translation?.kind === 'conversation' ? '' : data.join('\n')
  return {
    kind: 'plain',
    prepared,
    status: 200,
    contentType: 'application/json',
    body: Buffer.from(encoded),
    document: null,
    conversation,
    usage,
    output,
    ...describeOutput(output.hasOutput && !isGivenUp(conversation), () => readEndWordOfEvents(data)),
    firstByteMs,
  }
}

/** Returns the output of an answer in the neutral form. */
function readOutputOf(answer: ConversationAnswer): OutputFacts {
  let text = ''
  let hiddenText = ''
  for (const part of answer.parts) {
    if (part.kind === 'text' || part.kind === 'refusal') text += part.text
    else if (part.kind === 'reasoning') hiddenText += part.text
    else if (part.kind === 'tool-call') hiddenText += part.name + part.arguments
  }
  const isTelling = answer.finish === 'length' || answer.finish === 'content-filter'
  return { text, hiddenText, hasOutput: isTelling || answer.parts.length > 0 }
}
