import { describe, expect, it } from 'vitest'
import { deepseek } from '../../../src/daemon/channel-types/deepseek/index.ts'
import { openai } from '../../../src/daemon/channel-types/openai/index.ts'
import { anthropicMessages } from '../../../src/daemon/protocols/anthropic/index.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest, Turn } from '../../../src/daemon/protocols/conversation/types.ts'
import { geminiGenerate } from '../../../src/daemon/protocols/gemini/index.ts'
import { asArray, objectsOf } from '../../../src/daemon/protocols/json-access.ts'
import { openaiResponses } from '../../../src/daemon/protocols/responses/index.ts'
import type { Codec, JsonObject } from '../../../src/daemon/protocols/types.ts'
import { steerBody } from '../../../src/daemon/relay/call/prepare/steer.ts'
import { aCall } from '../channel-types/a-channel.ts'
import { aRequest, encoded } from '../channel-types/a-conversation.ts'

/** More than the number of arguments that a function call can take. */
const MANY = 200_000

const times = <T>(value: T): T[] => Array.from({ length: MANY }, () => value)

function decode(codec: Codec, body: JsonObject): ConversationRequest {
  const request = codec.client?.decodeRequest({ model: 'm', ...body }, new LossList())
  if (!request) throw new Error(`${codec.id} is no client's`)
  return request
}

const TEXT = { kind: 'text', text: 't' } as const
const PICTURE = { kind: 'media', mimeType: 'image/png', source: { kind: 'data', base64: 'aaaa' } } as const
const ASKED: Turn = { role: 'user', parts: [TEXT] }

const lengthsOf = (messages: JsonObject[string] | undefined, member = 'content') =>
  objectsOf(messages).map((each) => asArray(each[member])?.length)

describe('a message of very many parts', () => {
  it('is read by Responses, whoever said it', () => {
    const content = times({ type: 'output_text', text: 't' })
    const { turns } = decode(openaiResponses, {
      input: [
        { role: 'user', content },
        { role: 'assistant', content },
      ],
    })
    expect(turns.map((turn) => turn.parts.length)).toEqual([MANY, MANY])
  })

  it('is joined with its neighbours for Claude', () => {
    const turns: Turn[] = [ASKED, { role: 'user', parts: times(TEXT) }]
    const { body } = encoded(anthropicMessages, aRequest({ turns }), { model: 'claude-opus-4-8' })
    expect(lengthsOf(body.messages)).toEqual([MANY + 1])
  })

  it('may be of answers of functions, for Gemini', () => {
    const parts = times({ functionResponse: { name: 'f', response: { result: 'r' } } })
    const { context } = geminiGenerate.readTexts({ contents: [{ role: 'user', parts }] })
    expect(context.split('\n').length).toBe(MANY)
  })
})

describe('a result of very many parts', () => {
  const result = (parts: Extract<Turn['parts'][number], { kind: 'tool-result' }>['parts']): Turn[] => [
    { role: 'user', parts: [{ kind: 'tool-result', callId: 'c', parts }] },
  ]
  const stray = aRequest({ turns: [ASKED, ...result(times(TEXT))] })

  it('goes to Claude as text where nobody called', () => {
    const { body } = encoded(anthropicMessages, stray, { model: 'claude-opus-4-8' })
    expect(lengthsOf(body.messages)).toEqual([MANY + 2])
  })

  it('goes to Responses as text where nobody called', () => {
    const { body } = encoded(openaiResponses, stray, { model: 'gpt-5' })
    expect(lengthsOf(body.input)).toEqual([1, MANY])
  })

  it('has its pictures beside it for a Gemini that takes them nowhere else', () => {
    const call: Turn = {
      role: 'assistant',
      parts: [{ kind: 'tool-call', id: 'c', name: 'f', arguments: '' }],
    }
    const request = aRequest({ turns: [ASKED, call, ...result(times(PICTURE))] })
    const { body } = encoded(geminiGenerate, request, { model: 'gemini-2.5-pro' })
    expect(lengthsOf(body.contents, 'parts')).toEqual([1, 1, 1, MANY + 1])
  })
})

describe('very many tools', () => {
  it('may be in one namespace that an item of Responses adds', () => {
    const space = { type: 'namespace', name: 'n', tools: times({ type: 'function', name: 'f' }) }
    const { tools } = decode(openaiResponses, { input: [{ type: 'additional_tools', tools: [space] }] })
    expect(tools.length).toBe(MANY)
  })

  it('may be left out because they have no price', () => {
    const tool = Object.fromEntries(times(1).map((value, index) => [`tool${index}`, value]))
    const body = { messages: [], tools: [tool] }
    expect(steerBody(body, openai, aCall(), { acceptsUnpriced: false }).stripped.length).toBe(MANY)
  })

  it('may be called before the user goes on, at DeepSeek', () => {
    const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }
    const input = [...times(call), { role: 'assistant', content: 'a' }, { role: 'user', content: 'b' }]
    const shaped = deepseek.shapeRequest?.({ input }, aCall({ operation: 'responses' }))
    expect(asArray(shaped?.input)?.at(-2)).toEqual(call)
  })
})
