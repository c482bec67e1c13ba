import { anthropicMessage, anthropicStream } from './anthropic-answers.ts'
import { readAnthropicBody } from './anthropic-ask.ts'
import { type AnthropicPlace, checkAnthropic } from './anthropic-checks.ts'
import { askOf, decodePath } from './ask.ts'
import { eventStreamFrame } from './event-stream.ts'
import { fieldsOf, itemsOf, parseJson, stringOf } from './json-fields.ts'
import { event, type Protocol, type StreamEvent, type Turn, type Wire } from './protocol.ts'
import { figuresOf } from './reply.ts'

const pathForm = /^\/model\/([^/]+)\/(invoke|invoke-with-response-stream|count-tokens)$/

const place: AnthropicPlace = {
  takesLinks: false,
  forbidden: ['model', 'stream', 'service_tier', 'container', 'thread'],
  bodyVersion: 'bedrock-2023-05-31',
}

/**
 * Returns the model's plain name: `us.anthropic.claude-sonnet-4-5-20250929-v1:0` responds as
 * `claude-sonnet-4-5-20250929`.
 */
const plainModel = (model: string): string => model.replace(/^.*anthropic\./, '').replace(/-v\d+(:\d+)?$/, '')

const exceptionTypes: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  424: 'ModelErrorException',
  429: 'ThrottlingException',
  503: 'ServiceUnavailableException',
}

const chunkHeaders = {
  ':event-type': 'chunk',
  ':content-type': 'application/json',
  ':message-type': 'event',
}

const exceptionHeaders = {
  ':exception-type': 'modelStreamErrorException',
  ':content-type': 'application/json',
  ':message-type': 'exception',
}

/** An event named `exception` is an exception; any other is a chunk of the model's stream. */
const wire: Wire = {
  contentType: 'application/vnd.amazon.eventstream',
  frame: ({ name, data }) =>
    name === 'exception'
      ? eventStreamFrame(exceptionHeaders, Buffer.from(data))
      : eventStreamFrame(
          chunkHeaders,
          Buffer.from(JSON.stringify({ bytes: Buffer.from(data).toString('base64'), p: 'abcdefgh' })),
        ),
}

/** Adds Bedrock's own figures to the last event. */
const withMetrics = function* (turn: Turn): Generator<StreamEvent> {
  const { input, output, cached, cacheWrite } = figuresOf(turn.behaviour)
  for (const each of anthropicStream(turn)) {
    if (each.name !== 'message_stop' || turn.behaviour.usage === 'missing') yield each
    else
      yield event({
        type: 'message_stop',
        'amazon-bedrock-invocationMetrics': {
          inputTokenCount: input - cached - cacheWrite,
          outputTokenCount: output,
          invocationLatency: 1200,
          firstByteLatency: 300,
          ...(cached > 0 && { cacheReadInputTokenCount: cached }),
          ...(cacheWrite > 0 && { cacheWriteInputTokenCount: cacheWrite }),
        },
      })
  }
}

/**
 * Tools that clients run. See https://docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-computer-use.html
 */
const TAKEN_TOOL = /^(?:custom$|(?:bash|text_editor|computer|memory)_\d)/

/** Checks the members that Bedrock refuses in addition to Anthropic. */
const bedrockFault = (json: unknown): string | undefined => {
  const body = fieldsOf(json)
  const extra = Object.keys(fieldsOf(body.tool_choice)).find((name) => name !== 'type' && name !== 'name')
  if (extra !== undefined) return `tool_choice.${extra}: Extra inputs are not permitted`
  const server = itemsOf(body.tools).find(
    ({ type }) => type !== undefined && !TAKEN_TOOL.test(stringOf(type)),
  )
  return (
    server &&
    `tools: Input tag '${stringOf(server.type)}' found using 'type' does not match any of the expected tags`
  )
}

/** Anthropic's models on the Bedrock runtime. */
export const bedrock: Protocol = {
  name: 'bedrock',
  isSigned: true,
  read: ({ path, json }) => {
    const [, id, action] = pathForm.exec(path) ?? []
    if (id === undefined) return undefined
    const model = decodePath(id)
    if (action !== 'count-tokens') return readAnthropicBody(json, model, action !== 'invoke')
    const inner = stringOf(fieldsOf(fieldsOf(fieldsOf(json).input).invokeModel).body)
    return askOf({
      operation: 'count',
      model,
      json: parseJson(Buffer.from(inner, 'base64').toString('utf8')),
    })
  },
  check: (ask, _received, memory) => {
    const fault = bedrockFault(ask.json)
    if (fault !== undefined) return { status: 400, message: fault }
    // A model's name without the vendor's prefix is invalid on Bedrock.
    if (!ask.model.includes('anthropic.'))
      return { status: 400, message: 'The provided model identifier is invalid.' }
    return checkAnthropic(ask, memory, place)
  },
  plain: (turn) => {
    if (turn.ask.operation === 'count') return { json: { inputTokens: figuresOf(turn.behaviour).input } }
    return { json: { ...anthropicMessage(turn), model: plainModel(turn.ask.model) } }
  },
  stream: (turn) =>
    turn.ask.isStream
      ? withMetrics({ ...turn, ask: { ...turn.ask, model: plainModel(turn.ask.model) } })
      : undefined,
  wire: () => wire,
  error: (status, error = {}) => ({
    json: { message: error.message ?? `The simulator was told to fail with ${status}.` },
    headers: {
      'x-amzn-errortype': error.code ?? error.type ?? exceptionTypes[status] ?? 'InternalServerException',
    },
  }),
  errorEvent: (error = {}) => event({ message: error.message ?? 'The model stream broke.' }, 'exception'),
}
