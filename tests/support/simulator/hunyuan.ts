import { type Ask, askOf, countInputs, type Received } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import { fieldsOf, itemsOf, stringOf, textOf } from './json-fields.ts'
import { created, vector } from './openai-answers.ts'
import { type Complaint, event, type Protocol, type StreamEvent, type Turn } from './protocol.ts'
import { figuresOf, finishWord, piecesOf, type Reply, type ReplyCall, replyOf } from './reply.ts'

const finishWords = { content_filter: 'sensitive', stop_sequence: 'stop', length: 'stop' }

const usageOf = (behaviour: Behaviour, output?: number) => {
  if (behaviour.usage === 'missing') return {}
  const figures = figuresOf(behaviour)
  const completion = output ?? figures.output
  return {
    Usage: {
      PromptTokens: figures.input,
      CompletionTokens: completion,
      TotalTokens: figures.input + completion,
      ...behaviour.usageValues,
    },
  }
}

const callOf = ({ id, name, arguments: args }: ReplyCall, index: number) => ({
  Id: id,
  Type: 'function',
  Function: { Name: name, Arguments: args },
  Index: index,
})

const messageOf = ({ reasoning, text, calls }: Reply) => ({
  Role: 'assistant',
  Content: text,
  ...(reasoning !== undefined && { ReasoningContent: reasoning }),
  ...(calls.length > 0 && { ToolCalls: calls.map(callOf) }),
})

const common = {
  Note: '以上内容为AI生成，不代表开发者立场，请勿删除或修改本标记',
  Created: created,
  Id: 'hunyuan-simulator',
}

const wrapped = (document: object) => ({ Response: { ...document, RequestId: 'simulator-request' } })

const chatAnswer = ({ behaviour, ask, memory }: Turn) => {
  const reply = replyOf(behaviour, ask, memory)
  const choice = { Index: 0, FinishReason: finishWord(finishWords, reply.finish), Message: messageOf(reply) }
  return wrapped({ ...common, Choices: [choice], ...usageOf(behaviour) })
}

/** Builds the stream, without the wrapping of plain responses; the usage of each chunk is cumulative. */
const chatStream = function* ({ behaviour, ask, memory }: Turn): Generator<StreamEvent> {
  const reply = replyOf(behaviour, ask, memory)
  let sent = 0
  const chunk = (delta: object, finish = '') =>
    event({
      ...common,
      Choices: [{ Index: 0, Delta: { Role: 'assistant', ...delta }, FinishReason: finish }],
      ...usageOf(behaviour, finish === '' ? sent : undefined),
    })
  for (const piece of reply.reasoning?.match(/\S+\s*/g) ?? [])
    yield chunk({ Content: '', ReasoningContent: piece })
  if (reply.calls.length > 0) yield chunk({ Content: '', ToolCalls: reply.calls.map(callOf) })
  else
    for (const piece of piecesOf(behaviour, reply.text)) {
      sent += 1
      yield chunk({ Content: piece })
    }
  yield chunk({ Content: '' }, finishWord(finishWords, reply.finish))
}

const embedAnswer = ({ ask, behaviour }: Turn) => {
  const tokens = behaviour.tokens?.input ?? 8 * ask.inputs
  const data = Array.from({ length: ask.inputs }, (_, Index) => ({
    Embedding: vector,
    Index,
    Object: 'embedding',
  }))
  return wrapped({ Data: data, Usage: { PromptTokens: tokens, TotalTokens: tokens } })
}

const check = ({ operation, json }: Ask): Complaint | undefined => {
  if (operation !== 'chat') return undefined
  const invalid = (message: string): Complaint => ({ status: 400, message, code: 'InvalidParameterValue' })
  const body = fieldsOf(json)
  const messages = itemsOf(body.Messages)
  if (messages.length === 0) return invalid('Messages 不能为空')
  const turns = messages.filter(({ Role }) => Role !== 'system')
  const isOutOfTurn = turns.some(({ Role }, at) => Role === 'user' && turns[at - 1]?.Role === 'user')
  if (isOutOfTurn) return invalid('Messages 中 user 和 assistant 需要交替出现')
  const last = turns.at(-1)?.Role
  if (last !== 'user' && last !== 'tool') return invalid('Messages 最后一条必须是 user 或 tool')
  const schema = itemsOf(body.Tools).find(
    ({ Function: named }) => typeof fieldsOf(named).Parameters !== 'string',
  )
  return schema && invalid('Tools.Function.Parameters 需要是 JSON 字符串')
}

const read = ({ headers, json }: Received): Ask | undefined => {
  const action = headers['x-tc-action']
  if (action === undefined) return undefined
  const body = fieldsOf(json)
  const messages = itemsOf(body.Messages)
  const texts = messages
    .filter(({ Role }) => Role === 'user')
    .map(({ Content, Contents }) => Content ?? itemsOf(Contents).map(({ Text }) => stringOf(Text)))
  const tools = itemsOf(body.Tools).map(({ Function: named }) => stringOf(fieldsOf(named).Name))
  const operation = action === 'ChatCompletions' ? 'chat' : action === 'GetEmbedding' ? 'embedding' : 'other'
  return askOf({
    operation,
    model: stringOf(body.Model) || 'hunyuan-embedding',
    isStream: body.Stream === true,
    json,
    lastMessage: textOf(texts.at(-1) ?? body.Input),
    inputs: countInputs(body.InputList),
    tools: new Map(body.ToolChoice === 'none' ? [] : tools.map((name) => [name, 'function'])),
    forcedTool: stringOf(fieldsOf(fieldsOf(body.CustomTool).Function).Name) || undefined,
    endsWithToolResult: messages.at(-1)?.Role === 'tool',
  })
}

const codes: Readonly<Record<number, string>> = {
  400: 'InvalidParameter',
  401: 'AuthFailure.SignatureFailure',
  403: 'UnauthorizedOperation',
  429: 'RequestLimitExceeded',
}

/** Tencent Hunyuan's API of the third version. Its errors have status 200. */
export const hunyuan: Protocol = {
  name: 'hunyuan',
  isSigned: true,
  read,
  check,
  plain: (turn) => {
    if (turn.ask.operation === 'chat') return { json: chatAnswer(turn) }
    if (turn.ask.operation === 'embedding') return { json: embedAnswer(turn) }
    return hunyuan.error(400, { code: 'InvalidAction' }, turn.received)
  },
  stream: (turn) => (turn.ask.isStream && turn.ask.operation === 'chat' ? chatStream(turn) : undefined),
  error: (status, error = {}) => ({
    status: 200,
    json: wrapped({
      Error: {
        Code: error.code ?? codes[status] ?? 'InternalError',
        Message: error.message ?? `The simulator was told to fail with ${status}.`,
      },
    }),
  }),
  errorEvent: (error = {}) =>
    event({ ...common, ErrorMsg: { Msg: error.message ?? '服务内部错误', Code: 4001 }, Choices: [] }),
}
