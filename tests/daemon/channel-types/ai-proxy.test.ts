import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { aiProxyLibraryChat } from '../../../src/daemon/channel-types/ai-proxy/codec.ts'
import { aiProxyLibrary } from '../../../src/daemon/channel-types/ai-proxy/index.ts'
import { AnswerAssembler } from '../../../src/daemon/protocols/conversation/assemble.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import type { ConversationRequest, Turn } from '../../../src/daemon/protocols/conversation/types.ts'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { JsonValue } from '../../../src/daemon/protocols/types.ts'
import { aCall, someAdapters } from './a-channel.ts'

const FIXTURES = new URL('../../fixtures/ai-proxy/', import.meta.url)
const read = (file: string): JsonValue => JSON.parse(readFileSync(new URL(file, FIXTURES), 'utf8'))
const { upstream } = aiProxyLibraryChat
const ANSWER = 'Use the reset button.\n\n1. [Manual](https://docs.example/manual)'

function encode(turns: readonly Turn[]) {
  const losses = new LossList()
  const request: ConversationRequest = { model: 'm', isStream: true, turns, tools: [] }
  const target = { model: 'up', isStream: true, traits: {}, adapters: someAdapters(), losses }
  return { body: upstream?.encodeRequest(request, target) ?? {}, losses: losses.fields }
}

const user = (text: string): Turn => ({ role: 'user', parts: [{ kind: 'text', text }] })

it('asks the last question of the channel’s library, and says that the rest went missing', () => {
  const { body, losses } = encode([user('One?'), user('Two?')])
  const call = aCall({}, { other: 'lib-1' })
  expect(aiProxyLibrary.shapeRequest?.(body, call)).toEqual({
    model: 'up',
    query: 'Two?',
    stream: true,
    libraryId: 'lib-1',
  })
  expect(losses).toEqual(['messages'])
  expect(encode([user('One?')]).losses).toEqual([])
  expect(aiProxyLibrary.target(aCall({ path: aiProxyLibraryChat.path }, { other: 'x' })).url).toBe(
    'https://api.aiproxy.io/api/library/ask',
  )
  expect(() => aiProxyLibrary.target(aCall())).toThrow('channel_misconfigured')
})

it('lists the documents behind an answer', () => {
  expect(upstream?.decodeAnswer(read('answer.json'))).toEqual({
    parts: [{ kind: 'text', text: ANSWER }],
    finish: 'stop',
  })
  expect(aiProxyLibraryChat.readDisguisedFailure(read('answer.json'))).toBeUndefined()
})

it('lists each document once behind a stream', () => {
  const data = new SseFramer()
    .push(readFileSync(new URL('answer.stream.txt', FIXTURES)))
    .map((each) => each.data)
  const decoder = upstream?.decodeStream()
  const assembler = new AnswerAssembler()
  for (const each of data) assembler.push(decoder?.push(each) ?? [])
  expect(assembler.answer()).toEqual({
    model: 'gpt-4o-mini',
    parts: [{ kind: 'text', text: ANSWER }],
    finish: 'stop',
  })
  expect(data.map((each) => aiProxyLibraryChat.finishesChoice(each))).toEqual([false, false, true])
})

it('tells a failure that came with 200', () => {
  expect(aiProxyLibraryChat.readDisguisedFailure(read('error.json'))).toMatchObject({
    message: 'library not found',
    code: '1001',
  })
  expect(aiProxyLibraryChat.classify(JSON.stringify(read('error.json')))).toBe('error')
})
