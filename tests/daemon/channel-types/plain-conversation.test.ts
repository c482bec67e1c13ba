import { describe, expect, it } from 'vitest'
import { flattenTurns, plainTools } from '../../../src/daemon/channel-types/plain-conversation.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest, Turn } from '../../../src/daemon/protocols/conversation/types.ts'
import { aRequest, WITH_CALL } from './a-conversation.ts'

const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] })
const assistant = (text: string): Turn => ({ role: 'assistant', parts: [{ kind: 'text', text }] })
const system = (text: string): Turn => ({ role: 'system', parts: [{ kind: 'text', text }] })

function flatten(request: ConversationRequest) {
  const losses = new LossList()
  return { ...flattenTurns(request, losses), lost: losses.fields }
}

const linesOf = (turns: readonly Turn[]) => {
  const { system: instructions, messages, lost } = flatten(aRequest({ turns }))
  return { instructions, lines: messages.map((each) => `${each.role}: ${each.text}`), lost }
}

describe('flattenTurns', () => {
  it('joins the leading instructions and keeps user and assistant in turn', () => {
    expect(
      linesOf([system('a'), system('b'), user('1'), user('2'), assistant('3'), assistant('4'), user('5')]),
    ).toEqual({
      instructions: 'a\n\nb',
      lines: ['user: 1\n\n2', 'assistant: 3\n\n4', 'user: 5'],
      lost: [],
    })
  })

  it('puts later instructions where they stand, and tells it', () => {
    expect(linesOf([user('1'), system('now French'), user('2')])).toEqual({
      instructions: '',
      lines: ['user: 1\n\n<system>\nnow French\n</system>\n\n2'],
      lost: ['system'],
    })
  })

  it('lets the user speak first and last', () => {
    expect(linesOf([assistant('Hello!'), user('hi'), assistant('The answer is')])).toEqual({
      instructions: '',
      lines: ['user: ...', 'assistant: Hello!', 'user: hi', 'assistant: The answer is', 'user: Continue.'],
      lost: ['messages'],
    })
    expect(linesOf([]).lines).toEqual(['user: ...'])
  })

  it('says nothing in place of what is empty', () => {
    expect(linesOf([user('1'), assistant(''), user('2')]).lines).toEqual(['user: 1\n\n2'])
  })

  it('gives each call its result, in the order of the calls', () => {
    const { messages } = flatten(WITH_CALL)
    expect(messages.slice(2)).toEqual([
      { role: 'tool', callId: 'call_1', name: 'weather', text: 'sunny' },
      { role: 'tool', callId: 'call_2', name: 'time', text: '12:00' },
    ])
  })

  it('answers a call that was never answered, and takes a stray result for what the user says', () => {
    const turns: Turn[] = [
      user('1'),
      { role: 'assistant', parts: [{ kind: 'tool-call', id: 'a', name: 'f', arguments: '{}' }] },
      {
        role: 'user',
        parts: [
          { kind: 'tool-result', callId: 'b', parts: [{ kind: 'text', text: 'stray' }], isError: true },
          { kind: 'text', text: '2' },
        ],
      },
    ]
    expect(linesOf(turns).lines).toEqual([
      'user: 1',
      'assistant: ',
      'tool: No result provided',
      'user: Error: stray\n\n2',
    ])
  })

  it('tells pictures in results and by the assistant, and citations', () => {
    const picture = {
      kind: 'media',
      mimeType: 'image/png',
      source: { kind: 'data', base64: 'AA==' },
    } as const
    const { lost } = flatten(
      aRequest({
        turns: [
          user('1'),
          {
            role: 'assistant',
            parts: [
              picture,
              { kind: 'text', text: 'a', citations: [{ url: 'https://a.example', title: 'A' }] },
              { kind: 'tool-call', id: 'a', name: 'f', arguments: '' },
            ],
          },
          { role: 'user', parts: [{ kind: 'tool-result', callId: 'a', parts: [picture] }] },
        ],
      }),
    )
    expect(lost).toEqual(['images', 'citations', 'tool_result_media'])
  })
})

describe('plainTools', () => {
  const { tools } = WITH_CALL

  it('says which tools may and must be called', () => {
    expect(plainTools(aRequest({ tools })).choice).toBe('auto')
    expect(plainTools(aRequest({ tools, toolChoice: { kind: 'required' } })).choice).toBe('required')
    expect(plainTools(aRequest({ tools, toolChoice: { kind: 'tool', name: 'time' } })).choice).toEqual({
      name: 'time',
    })
    const allowed = plainTools(
      aRequest({ tools, toolChoice: { kind: 'allowed', mode: 'required', names: ['time'] } }),
    )
    expect(allowed.choice).toBe('required')
    expect(allowed.tools.map((each) => each.name)).toEqual(['time'])
  })

  it('makes functions of tools that take free text', () => {
    const [tool] = plainTools(aRequest({ tools: [{ kind: 'custom', name: 'patch' }] })).tools
    expect(tool).toMatchObject({ kind: 'function', name: 'patch', parameters: { required: ['input'] } })
  })
})
