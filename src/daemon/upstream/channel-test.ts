import type { ChannelType } from '../channel-types/types.ts'
import { AppError } from '../errors/app-error.ts'
import { phraseOf } from '../errors/render-envelope.ts'
import type { JsonObject, OperationName } from '../protocols/types.ts'
import { ANSWER_BYTES_MAX } from '../relay/attempt.ts'
import { parseJson } from '../relay/parse-json.ts'
import { describeTransportFault } from '../relay/upstream-errors.ts'
import { type Exchange, TransportError } from './exchange.ts'
import { redact } from './redact.ts'

/** Embedding models cannot chat; their names give them away. */
export function readTestOperation(type: ChannelType, model: string): OperationName {
  const wanted: OperationName = /embedding|embed|bge-|^m3e/i.test(model) ? 'embedding' : 'chat'
  const found = [wanted, 'chat', 'embedding', 'completion', 'moderation'].find(
    (each) => type.serves[each as OperationName],
  )
  if (!found) throw new AppError('channel_test_unsupported', { values: { type: type.label } })
  return found as OperationName
}

export function testBody(operation: OperationName, model: string): JsonObject {
  switch (operation) {
    case 'embedding':
      return { model, input: ['hello world'] }
    case 'moderation':
      return { model, input: 'hi' }
    case 'completion':
      return { model, prompt: 'hi', max_tokens: 10 }
    case 'chat':
      // Types rename the cap where their models know another name for it.
      return {
        model,
        messages: [{ role: 'user', content: 'hi' }],
        stream: false,
        max_tokens: model.includes('thinking') ? 50 : 10,
      }
  }
}

export interface TestProblem {
  readonly text: string
  /** 0 when the upstream was not reached. */
  readonly status: number
  readonly failure: {
    readonly message: string
    readonly type: string
    readonly code: string
    readonly param: string | null
  }
}

/** Nobody there, or nobody answering: the test failed, and that says nothing about the key. */
export function readTransportProblem(error: unknown): TestProblem {
  if (!(error instanceof TransportError)) throw error
  const failure = { message: '', type: '', code: error.fault, param: null }
  return { text: phraseOf(describeTransportFault(error), 'en'), status: 0, failure }
}

export async function readTestProblem(
  type: ChannelType,
  operation: OperationName,
  exchange: Exchange,
  about: Parameters<typeof redact>[1],
): Promise<TestProblem | undefined> {
  const codec = type.serves[operation]
  const text = (await exchange.readAll(ANSWER_BYTES_MAX)).toString('utf8')
  const document = parseJson(text)
  const disguised = document === undefined ? undefined : codec?.readDisguisedFailure(document)
  if (exchange.status === 200 && document !== undefined && !disguised) return undefined
  const stated = disguised ??
    type.readFailure?.(exchange.status, text) ??
    codec?.readFailure(exchange.status, text) ?? { message: '', type: '', code: '', param: null }
  const failure = { ...stated, message: redact(stated.message, about) }
  return {
    text: `${exchange.status} ${failure.message}`.trim().slice(0, 300),
    status: exchange.status,
    failure,
  }
}
