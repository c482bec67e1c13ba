import { describe, expect, it } from 'vitest'
import { baiduChat } from '../../../src/daemon/channel-types/baidu/codec.ts'
import { cohereChat as cohereUpstream } from '../../../src/daemon/channel-types/cohere/codec.ts'
import { hunyuanChat } from '../../../src/daemon/channel-types/hunyuan/codec.ts'
import { ollamaChat as ollamaUpstream } from '../../../src/daemon/channel-types/ollama/codec.ts'
import { sparkChat } from '../../../src/daemon/channel-types/spark/codec.ts'
import { anthropicMessages } from '../../../src/daemon/protocols/anthropic/index.ts'
import { withoutSystemTurns } from '../../../src/daemon/protocols/anthropic/system-turns.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest, Turn } from '../../../src/daemon/protocols/conversation/types.ts'
import { withFileAddresses } from '../../../src/daemon/protocols/gemini/files.ts'
import { geminiGenerate } from '../../../src/daemon/protocols/gemini/index.ts'
import { toSchemaSubset } from '../../../src/daemon/protocols/gemini/schema-subset.ts'
import { asArray, objectsOf } from '../../../src/daemon/protocols/json-access.ts'
import { ollamaChat } from '../../../src/daemon/protocols/ollama/index.ts'
import { openaiChat } from '../../../src/daemon/protocols/openai/index.ts'
import { openaiResponses } from '../../../src/daemon/protocols/responses/index.ts'
import type { Codec, JsonObject } from '../../../src/daemon/protocols/types.ts'
import { aRequest, encoded } from '../channel-types/a-conversation.ts'

/*
 * Lists of short elements must be processed in a single pass. Where every element is looked up among all the others,
 * lists of this length take minutes, in which nobody else is served.
 */
const MANY = 40_000

const times = <T>(make: (index: number) => T): T[] => Array.from({ length: MANY }, (_, index) => make(index))

function decode(codec: Codec, body: JsonObject): ConversationRequest {
  const request = codec.client?.decodeRequest({ model: 'm', ...body }, new LossList())
  if (!request) throw new Error(`${codec.id} is no client's`)
  return request
}

const ASKED: JsonObject = { role: 'user', content: 'go' }

const idsOf = (turn: Turn | undefined): string[] =>
  (turn?.parts ?? []).flatMap((part) => {
    if (part.kind === 'tool-call') return part.id
    return part.kind === 'tool-result' ? part.callId : []
  })

describe('a client that sends very many calls', () => {
  const chatCalls = times((index) => ({
    id: `c${index}`,
    type: 'function',
    function: { name: 'f', arguments: '{}' },
  }))

  it('of chat has each of them answered, in whatever order the results come', () => {
    const results = times((index) => ({ role: 'tool', tool_call_id: `c${MANY - 1 - index}`, content: 'r' }))
    const { turns } = decode(openaiChat, {
      messages: [ASKED, { role: 'assistant', tool_calls: chatCalls }, ...results],
    })
    expect(turns.length).toBe(3)
    expect(idsOf(turns[2]).join()).toBe(idsOf(turns[1]).toReversed().join())
  })

  it('of chat has those answered that it left open', () => {
    const { turns } = decode(openaiChat, {
      messages: [ASKED, { role: 'assistant', tool_calls: chatCalls }, ASKED],
    })
    expect(turns.length).toBe(4)
    expect(idsOf(turns[2]).join()).toBe(idsOf(turns[1]).join())
  })

  it('of Gemini has each result beside the call of its id, or else of its name', () => {
    const { turns } = decode(geminiGenerate, {
      contents: [
        {
          role: 'model',
          parts: times((index) => ({ functionCall: { id: `c${index}`, name: index % 2 ? 'odd' : 'even' } })),
        },
        {
          role: 'user',
          parts: times((index) => ({
            functionResponse: index % 2 ? { name: 'odd' } : { id: `c${MANY - 2 - index}`, name: 'even' },
          })),
        },
      ],
    })
    expect(idsOf(turns[1]).join()).toBe(times((index) => `c${index % 2 ? index : MANY - 2 - index}`).join())
  })

  it('of Gemini may send results that answer none of them, and both turns in pieces', () => {
    const pieces = (role: string, part: JsonObject) =>
      Array.from({ length: 5000 }, () => ({ role, parts: Array.from({ length: 10 }, () => part) }))
    const { turns } = decode(geminiGenerate, {
      contents: [
        ...pieces('model', { functionCall: { name: 'f' } }),
        ...pieces('user', { functionResponse: { name: 'g' } }),
      ],
    })
    expect(turns.map((turn) => turn.parts.length)).toEqual([50_000, 50_000])
  })

  it('of Ollama has each result beside the first call of its tool', () => {
    const { turns } = decode(ollamaChat, {
      messages: [
        ASKED,
        {
          role: 'assistant',
          content: '',
          tool_calls: times((index) => ({ function: { name: index % 2 ? 'odd' : 'even', arguments: {} } })),
        },
        ...times((index) => ({ role: 'tool', content: 'r', tool_name: index % 2 ? 'even' : 'odd' })),
      ],
    })
    const swapped = times((index) => `call_${index % 2 ? index : index + 2}`)
    expect(idsOf(turns[2]).join()).toBe(swapped.join())
  })

  it('of Responses has its results behind the turns that called', () => {
    const { turns } = decode(openaiResponses, {
      input: [
        ...times((index) => [
          { type: 'function_call', call_id: `c${index}`, name: 'f', arguments: '{}' },
          { role: 'user', content: 'and' },
        ]).flat(),
        ...times((index) => ({ type: 'function_call_output', call_id: `c${MANY - 1 - index}`, output: 'r' })),
      ],
    })
    expect(turns.length).toBe(3 * MANY)
    expect(turns.slice(-3).map(idsOf)).toEqual([[`c${MANY - 1}`], [`c${MANY - 1}`], []])
  })
})

describe('an upstream that gets very many calls', () => {
  const CALLED = aRequest({
    turns: [
      { role: 'user', parts: [{ kind: 'text', text: 'go' }] },
      {
        role: 'assistant',
        parts: times((index) => ({
          kind: 'tool-call',
          id: `c${index}`,
          name: 'f',
          arguments: '{}',
        })),
      },
      {
        role: 'user',
        parts: times((index) => ({
          kind: 'tool-result',
          callId: index % 2 ? `c${MANY - 1 - index}` : `stray${index}`,
          parts: [{ kind: 'text', text: 'r' }],
        })),
      },
    ],
  })

  it.each([
    [openaiChat, 'gpt-4o'],
    [openaiResponses, 'gpt-5'],
    [anthropicMessages, 'claude-opus-4-8'],
    [geminiGenerate, 'gemini-3-pro'],
    [cohereUpstream, 'command-a-03-2025'],
    [ollamaUpstream, 'llama3'],
    [hunyuanChat, 'hunyuan-lite'],
    [baiduChat, 'ERNIE-4.0-8K'],
    [sparkChat, 'Spark-Lite'],
  ] as const)('gets them in one go: $id', (codec, model) => {
    const text = JSON.stringify(encoded(codec, CALLED, { model }).body)
    expect(text.length).toBeGreaterThan(MANY * 20)
  })

  it('of Claude gets every call with one result, and other results as text', () => {
    const messages = objectsOf(encoded(anthropicMessages, CALLED, { model: 'claude-opus-4-8' }).body.messages)
    const [, calls = [], answers = []] = messages.map(({ content }) => objectsOf(content))
    expect(calls.length).toBe(MANY)
    const results = answers.filter((each) => each.type === 'tool_result')
    expect(results.map((each) => each.tool_use_id).join()).toBe(calls.map((each) => each.id).join())
  })

  it('of Baidu gets each result behind its call', () => {
    const messages = objectsOf(encoded(baiduChat, CALLED).body.messages)
    expect(messages.slice(1, 5).map((each) => each.content)).toEqual(['', 'r', '', 'No result provided'])
    expect(messages.filter((each) => each.role === 'function').length).toBe(MANY)
  })
})

describe('a conversation of very many turns', () => {
  it.each([hunyuanChat, baiduChat, sparkChat])('that all are the user becomes one message: $id', (codec) => {
    const turns = times((): Turn => ({ role: 'user', parts: [{ kind: 'text', text: 'some words' }] }))
    const text = JSON.stringify(encoded(codec, aRequest({ turns })).body)
    expect(text.split('some words').length).toBe(MANY + 1)
  })

  it('may have instructions between a long turn of calls and its results', () => {
    const words = times(() => ({ type: 'text', text: 'w' }))
    const { messages } = withoutSystemTurns({
      messages: [
        { role: 'assistant', content: [...words, { type: 'tool_use', id: 'c', name: 'f', input: {} }] },
        ...times(() => ({ role: 'system', content: 'short' })),
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c' }] },
      ],
    })
    expect(objectsOf(messages).map(({ content }) => asArray(content)?.length)).toEqual([MANY + 1, MANY + 1])
  })

  it('may have as many later instructions for a model that takes them nowhere else', () => {
    const turns = times((): Turn => ({ role: 'system', parts: [{ kind: 'text', text: 'short' }] }))
    const request = aRequest({ turns: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }, ...turns] })
    const { body } = encoded(anthropicMessages, request, { model: 'claude-3-haiku' })
    expect(objectsOf(body.messages).map(({ content }) => asArray(content)?.length)).toEqual([MANY + 1])
  })
})

describe('very long lists of names', () => {
  const names = times((index) => `f${index}`)

  it.each([
    [openaiChat, 'gpt-4o'],
    [openaiResponses, 'gpt-5'],
    [anthropicMessages, 'claude-opus-4-8'],
    [geminiGenerate, 'gemini-3-pro'],
    [cohereUpstream, 'command-a-03-2025'],
    [ollamaUpstream, 'llama3'],
    [hunyuanChat, 'hunyuan-lite'],
  ] as const)('choose among as many tools: $id', (codec, model) => {
    const request = aRequest({
      tools: names.map((name) => ({ kind: 'function', name })),
      toolChoice: { kind: 'allowed', mode: 'auto', names: names.toReversed() },
    })
    const { body } = encoded(codec, request, { model })
    expect(JSON.stringify(body)).toContain(`"f${MANY - 1}"`)
  })

  it('may be what a schema requires', () => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const { schema } = toSchemaSubset({ type: 'object', properties, required: [...names, 'other'] })
    expect(asArray(schema.required)?.join()).toBe(names.join())
  })

  it('may each hold the address of a file', () => {
    const part = Object.fromEntries(names.map((name) => [name, { fileUri: 'files/a' }]))
    const body = { contents: [{ role: 'user', parts: [part] }] }
    const changed = JSON.stringify(withFileAddresses(body, () => 'there'))
    expect(changed.split('"there"').length).toBe(MANY + 1)
  })
})
