import { describe, expect, it } from 'vitest'
import { cohereChat } from '../../../../src/daemon/protocols/cohere/index.ts'
import type { AnswerContext } from '../../../../src/daemon/protocols/conversation/codec.ts'
import type { ConversationEvent } from '../../../../src/daemon/protocols/conversation/types.ts'
import { asObject } from '../../../../src/daemon/protocols/json-access.ts'
import type { JsonObject } from '../../../../src/daemon/protocols/types.ts'

const context: AnswerContext = {
  model: 'm',
  requestId: 'req',
  created: 1,
  wantsStreamUsage: true,
  wantsReasoningText: true,
  request: { model: 'm', isStream: true, turns: [], tools: [] },
  body: {},
  promptTokensEstimate: 7,
}

/** Returns every event of a written stream: its type, its index, and its text or arguments. */
function written(...events: ConversationEvent[]): readonly unknown[][] {
  const encoder = cohereChat.client?.encodeStream(context)
  if (!encoder) throw new Error('no client speaks it')
  const text = encoder.push(events) + encoder.end()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => {
    const { type, index, delta } = JSON.parse(data ?? '') as JsonObject
    const message = asObject(asObject(delta)?.message)
    const said = asObject(message?.content)?.text
    const called = asObject(asObject(message?.tool_calls)?.function)?.arguments
    return [type, index, said ?? called].filter((each) => each !== undefined)
  })
}

const start = (index: number): ConversationEvent => ({
  kind: 'tool-start',
  index,
  id: `call_${index}`,
  name: 'f',
})
const end = (index: number): ConversationEvent => ({ kind: 'tool-end', index })

describe('calls in a stream for a Cohere client', () => {
  it('have an empty object for arguments where the model gave none', () => {
    expect(written(start(0), { kind: 'tool-arguments', index: 0, text: '' }, end(0))).toEqual([
      ['message-start'],
      ['tool-call-start', 0, ''],
      ['tool-call-delta', 0, '{}'],
      ['tool-call-end', 0],
      ['message-end'],
    ])
  })

  it('end before anything else is said, also where their end is told last', () => {
    const events = written(
      { kind: 'text', text: 'A' },
      start(0),
      start(1),
      { kind: 'tool-arguments', index: 0, text: '{"a":1' },
      { kind: 'text', text: 'B' },
      { kind: 'tool-arguments', index: 0, text: '}' },
      end(0),
    )
    expect(events).toEqual([
      ['message-start'],
      ['content-start', 0, ''],
      ['content-delta', 0, 'A'],
      ['content-end', 0],
      ['tool-call-start', 0, ''],
      ['tool-call-start', 1, ''],
      ['tool-call-delta', 0, '{"a":1'],
      ['tool-call-delta', 0, '}'],
      ['tool-call-end', 0],
      ['tool-call-delta', 1, '{}'],
      ['tool-call-end', 1],
      ['content-start', 1, ''],
      ['content-delta', 1, 'B'],
      ['content-end', 1],
      ['message-end'],
    ])
  })
})
