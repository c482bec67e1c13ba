import { describe, expect, it } from 'vitest'
import { replayAnswer } from '../../../../src/daemon/protocols/conversation/assemble.ts'
import type { AnswerContext } from '../../../../src/daemon/protocols/conversation/codec.ts'
import type { ConversationAnswer, FinishReason } from '../../../../src/daemon/protocols/conversation/types.ts'
import { objectsOf } from '../../../../src/daemon/protocols/json-access.ts'
import { ollamaChatClient } from '../../../../src/daemon/protocols/ollama/chat-client.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'

const context: AnswerContext = {
  model: 'llama3.1:8b',
  requestId: 'request-1',
  created: 1_760_000_000,
  wantsStreamUsage: true,
  wantsReasoningText: true,
  request: { model: 'llama3.1:8b', isStream: false, turns: [], tools: [] },
  body: {},
  promptTokensEstimate: 10,
}

const callsOf = ({ message }: JsonObject) => objectsOf((message as JsonObject).tool_calls)

describe('a call with half of its arguments', () => {
  const answer = (finish: FinishReason): ConversationAnswer => ({
    parts: [
      { kind: 'tool-call', id: 'a', name: 'write', arguments: '{"path":"a.txt"}' },
      { kind: 'tool-call', id: 'b', name: 'write', arguments: '{"path":"b.t' },
    ],
    finish,
  })
  const whole = { id: 'a', function: { name: 'write', arguments: { path: 'a.txt' } } }
  const broken = { id: 'b', function: { name: 'write', arguments: { _raw: '{"path":"b.t' } } }

  const plain = (finish: FinishReason) => [ollamaChatClient.encodeAnswer(answer(finish), context)]
  const streamed = (finish: FinishReason) => {
    const encoder = ollamaChatClient.encodeStream(context)
    const text = encoder.push([...replayAnswer(answer(finish))]) + encoder.end()
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject)
  }

  it.each([
    ['an answer', plain],
    ['a stream', streamed],
  ])('is left out of %s that the token limit cut, and kept as text in another', (_, documents) => {
    const cut = documents('length')
    expect(cut.at(-1)?.done_reason).toBe('length')
    expect(cut.flatMap(callsOf)).toMatchObject([whole])
    expect(documents('tool-calls').flatMap(callsOf)).toMatchObject([whole, broken])
  })
})
