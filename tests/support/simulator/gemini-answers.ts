import type { Behaviour } from './behaviour.ts'
import { either, geminiPathOf, generationConfigOf, isVertexPath } from './gemini-ask.ts'
import { type Fields, fieldsOf, parseJson } from './json-fields.ts'
import { vector } from './openai-answers.ts'
import { pictureBase64, speechBytes } from './openai-media.ts'
import { event, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, finishWord, piecesOf, type Reply, replyOf } from './reply.ts'

const finishWords = {
  stop: 'STOP',
  stop_sequence: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
}

/** Builds the usage. Zero figures are left out, and reasoning is not part of the candidates. */
const usageOf = (behaviour: Behaviour) => {
  const { input, output, cached, reasoning } = figuresOf(behaviour)
  const candidates = output - reasoning
  return {
    promptTokenCount: input,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
    ...(candidates > 0 && { candidatesTokenCount: candidates }),
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
    totalTokenCount: input + output,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
    ...behaviour.usageValues,
  }
}

/** Recognizes models that sign every step in which they call functions. */
export const signsCalls = (model: string): boolean => /^gemini-[3-9]/.test(model)

const modalitiesOf = ({ ask }: Turn): readonly unknown[] => {
  const modalities = either(generationConfigOf(fieldsOf(ask.json)), 'responseModalities')
  return Array.isArray(modalities) ? modalities.map((each) => String(each).toUpperCase()) : []
}

const wantsThoughts = ({ ask }: Turn): boolean => {
  const config = fieldsOf(either(generationConfigOf(fieldsOf(ask.json)), 'thinkingConfig'))
  return either(config, 'includeThoughts') === true
}

const mediaParts = (turn: Turn): Fields[] => {
  const modalities = modalitiesOf(turn)
  const inline = (mimeType: string, data: string) => ({ inlineData: { mimeType, data } })
  return [
    ...(modalities.includes('IMAGE') ? [inline('image/png', pictureBase64)] : []),
    ...(modalities.includes('AUDIO')
      ? [inline('audio/L16;codec=pcm;rate=24000', speechBytes.toString('base64'))]
      : []),
  ]
}

/** Builds the parts of calls. A signature is bound to its call, and only the first call of a step has one. */
const callParts = ({ behaviour, ask, memory }: Turn, reply: Reply): Fields[] =>
  reply.calls.map(({ id, name, arguments: args }, index) => {
    const isSigned = index === 0 && (signsCalls(ask.model) || reply.reasoning !== undefined)
    return {
      // Older models do not number their calls.
      functionCall: { ...(signsCalls(ask.model) && { id }), name, args: parseJson(args) ?? {} },
      ...(isSigned && { thoughtSignature: memory.sign(`call:${name}`, behaviour.signature) }),
    }
  })

/** Builds the parts of the response, with a separate text part for each chunk of a stream. */
const partsOf = function* (turn: Turn, reply: Reply, isStream: boolean): Generator<Fields> {
  const { behaviour, memory } = turn
  const { reasoning, text } = reply
  if (reasoning !== undefined && wantsThoughts(turn)) yield { text: reasoning, thought: true }
  yield* callParts(turn, reply)
  yield* mediaParts(turn)
  const isSigned = reasoning !== undefined && reply.calls.length === 0
  const signature = isSigned ? { thoughtSignature: memory.sign('text', behaviour.signature) } : {}
  if (isStream && (text !== '' || behaviour.endless)) {
    for (const piece of piecesOf(behaviour, text)) yield { text: piece }
    // Streams have the signature in a separate part without text.
    if (isSigned) yield { text: '', ...signature }
  } else if (text !== '') yield { text, ...signature }
}

const answerOf = (turn: Turn, parts: readonly Fields[], finish?: string, usage?: object) => {
  const isVertex = isVertexPath(turn.received.path)
  return {
    candidates: [
      {
        content: { role: 'model', parts },
        ...(finish !== undefined && { finishReason: finish }),
        // Vertex omits an index of zero.
        ...(!isVertex && { index: 0 }),
      },
    ],
    ...(usage !== undefined && {
      usageMetadata: { ...usage, ...(isVertex && { trafficType: 'ON_DEMAND' }) },
    }),
    modelVersion: turn.ask.model,
    ...(isVertex && { createTime: '2026-01-02T03:04:05.000000Z' }),
    responseId: 'simulator-response',
  }
}

const usagePart = (behaviour: Behaviour) => (behaviour.usage === 'missing' ? undefined : usageOf(behaviour))

export const geminiAnswer = (turn: Turn) => {
  const { behaviour, ask, memory } = turn
  const reply = replyOf(behaviour, ask, memory)
  const finish = finishWord(finishWords, reply.finish)
  return answerOf(turn, [...partsOf(turn, reply, false)], finish, usagePart(behaviour))
}

/** Builds the stream. Each chunk states the figures known so far; the last one counts. */
export const geminiStream = function* (turn: Turn): Generator<StreamEvent> {
  const { behaviour, ask, memory, received } = turn
  const reply = replyOf(behaviour, ask, memory)
  const { input } = figuresOf(behaviour)
  const running = isVertexPath(received.path) ? {} : { promptTokenCount: input, totalTokenCount: input }
  const isCounting = behaviour.usage !== 'missing'
  for (const part of partsOf(turn, reply, true))
    yield event(answerOf(turn, [part], undefined, isCounting ? running : undefined))
  yield event(answerOf(turn, [{ text: '' }], finishWord(finishWords, reply.finish), usagePart(behaviour)))
}

export const geminiCount = ({ behaviour, received }: Turn) => {
  const { input } = figuresOf(behaviour)
  return {
    totalTokens: input,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
    ...(isVertexPath(received.path) && { totalBillableCharacters: input * 4 }),
  }
}

/** Builds embeddings in one of the three formats; Google's own API states no usage for them. */
export const geminiEmbedding = ({ ask, behaviour, received }: Turn) => {
  const values = vector
  const [, method] = geminiPathOf(received.path) ?? []
  const every = <T>(value: T): T[] => Array.from({ length: ask.inputs }, () => value)
  if (method === 'batchEmbedContents') return { embeddings: every({ values }) }
  const { input } = figuresOf(behaviour)
  if (method === 'predict') {
    const statistics = { token_count: input, truncated: false }
    return { predictions: every({ embeddings: { values, statistics } }) }
  }
  const usage = isVertexPath(received.path) ? { usageMetadata: { promptTokenCount: input } } : {}
  return { embedding: { values }, ...usage }
}

export const imagenAnswer = ({ ask }: Turn) => {
  const count = fieldsOf(fieldsOf(ask.json).parameters).sampleCount
  return {
    predictions: Array.from({ length: typeof count === 'number' ? count : 1 }, () => ({
      mimeType: 'image/png',
      bytesBase64Encoded: pictureBase64,
    })),
  }
}

const statuses: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

export const geminiError = (status: number, error: Behaviour['error'] = {}) => ({
  error: {
    code: status,
    message: error.message ?? `The simulator was told to fail with ${status}.`,
    status: error.type ?? statuses[status] ?? 'UNKNOWN',
    ...(error.code && {
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: error.code }],
    }),
  },
})
