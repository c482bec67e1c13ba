import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { minimaxChat } from '../../../src/daemon/channel-types/minimax/chat.ts'
import { minimaxEmbedding } from '../../../src/daemon/channel-types/minimax/embedding.ts'
import { minimaxImage } from '../../../src/daemon/channel-types/minimax/image.ts'
import { minimax } from '../../../src/daemon/channel-types/minimax/index.ts'
import { minimaxSpeech } from '../../../src/daemon/channel-types/minimax/speech.ts'
import { LossList } from '../../../src/daemon/protocols/conversation/losses.ts'
import { openaiChat } from '../../../src/daemon/protocols/openai/index.ts'
import { SseFramer } from '../../../src/daemon/protocols/sse.ts'
import type { Codec, JsonObject, JsonValue } from '../../../src/daemon/protocols/types.ts'
import { aCall } from './a-channel.ts'

const FIXTURES = new URL('../../fixtures/minimax/', import.meta.url)
const readText = (file: string): string => readFileSync(new URL(file, FIXTURES), 'utf8')
const read = (file: string): JsonValue => JSON.parse(readText(file))

function encode(codec: Codec, request: JsonObject) {
  const losses = new LossList()
  return { body: codec.form?.encodeRequest?.(request, losses), losses: losses.fields }
}

const shape = (model: string, body: JsonObject) => minimax.shapeRequest?.(body, aCall({ model }))

describe('chat', () => {
  it('passes bytes through to clients of OpenAI’s chat', () => {
    expect(minimaxChat.id).toBe(openaiChat.id)
    expect(minimaxChat.readDisguisedFailure(read('chat.json'))).toBeUndefined()
    expect(minimaxChat.readOutput(read('chat.json'))).toMatchObject({
      text: 'Hello.',
      hiddenText: 'A greeting.',
    })
  })

  it('splits thinking from the text of models that think', () => {
    expect(shape('MiniMax-M2.1', {})).toEqual({ reasoning_split: true })
    expect(shape('MiniMax-M2.1', { reasoning_split: false })).toEqual({ reasoning_split: false })
    const plain = { messages: [] }
    expect(shape('abab6.5', plain)).toBe(plain)
  })

  it('thinks or not where the model can leave it', () => {
    expect(shape('MiniMax-M3', { reasoning_effort: 'none' })).toMatchObject({
      thinking: { type: 'disabled' },
    })
    expect(shape('MiniMax-M3', { reasoning_effort: 'high' })).toMatchObject({
      thinking: { type: 'adaptive' },
    })
    expect(shape('MiniMax-M2', { reasoning_effort: 'none' })).toEqual({ reasoning_split: true })
  })

  it('keeps the temperature within its bounds', () => {
    expect(shape('abab', { temperature: 0, n: 1 })).toEqual({ temperature: 0.01 })
    expect(shape('abab', { temperature: 1.5 })).toEqual({ temperature: 1 })
  })

  it('tells failures that came with 200', () => {
    expect(minimaxChat.readDisguisedFailure(read('base-resp-1002.json'))).toMatchObject({
      message: 'rate limit exceeded(RPM)',
      code: '1002',
      status: 429,
    })
    const dead = minimax.readFailure?.(200, readText('base-resp-1004.json'))
    expect(dead && minimax.isKeyDead?.(200, dead)).toBe(true)
    expect(minimax.readFailure?.(500, '<html>')).toBeUndefined()
    const kinds = new SseFramer()
      .push(readFileSync(new URL('failed.stream.txt', FIXTURES)))
      .map((each) => minimaxChat.classify(each.data))
    expect(kinds).toEqual(['content', 'error'])
  })

  it('knows a refusal for what was said', () => {
    const failure = minimaxChat.readDisguisedFailure({
      base_resp: { status_code: 1026, status_msg: 'input' },
    })
    expect(failure?.type).toBe('content_policy_violation')
  })
})

it('is called beside the version for Anthropic’s protocol, and signs once', () => {
  const messages = { operation: 'messages', path: '/v1/messages' } as const
  expect(minimax.target(aCall({ ...messages, headers: { 'anthropic-beta': 'b' } }))).toEqual({
    url: 'https://api.minimax.chat/anthropic/v1/messages',
    headers: { authorization: 'Bearer sk-test', 'anthropic-version': '2023-06-01', 'anthropic-beta': 'b' },
  })
  expect(minimax.target(aCall(messages, { baseUrl: 'https://api.minimax.io/v1' })).url).toBe(
    'https://api.minimax.io/anthropic/v1/messages',
  )
  expect(
    minimax.target(aCall({ path: minimaxSpeech.path }, { baseUrl: 'https://api.minimax.io/v1' })),
  ).toEqual({
    url: 'https://api.minimax.io/v1/t2a_v2',
    headers: { authorization: 'Bearer sk-test' },
  })
})

describe('pictures', () => {
  it('are asked for by their sides, or without where those do not fit', () => {
    const request = { model: 'image-01', prompt: 'a cat', n: 2, response_format: 'b64_json' }
    expect(encode(minimaxImage, { ...request, size: '1536x1024' })).toEqual({
      body: {
        model: 'image-01',
        prompt: 'a cat',
        n: 2,
        response_format: 'base64',
        width: 1536,
        height: 1024,
      },
      losses: [],
    })
    expect(encode(minimaxImage, { ...request, size: '256x256', style: 'vivid' }).losses).toEqual([
      'style',
      'size',
    ])
    expect(encode(minimaxImage, { ...request, size: '1001x1024' }).losses).toEqual(['size'])
    expect(() => encode(minimaxImage, { ...request, n: 10 })).toThrow('translation_unsupported')
  })

  it('come back as links or inline', () => {
    expect(minimaxImage.form?.decodeAnswer?.(read('image.json'), {})).toEqual({
      data: [{ url: 'https://img.example/1.jpeg' }, { url: 'https://img.example/2.jpeg' }],
    })
    expect(minimaxImage.form?.decodeAnswer?.(read('image-base64.json'), {})).toEqual({
      data: [{ b64_json: '/9j/4AAQ' }],
    })
    expect(minimaxImage.readDisguisedFailure(read('base-resp-1004.json'))?.code).toBe('1004')
    expect(minimaxImage.readDisguisedFailure(read('image.json'))).toBeUndefined()
  })
})

describe('speech', () => {
  it('is asked for in the vendor’s form', () => {
    expect(encode(minimaxSpeech, { model: 'speech-2.8-hd', input: 'Hi', voice: 'alloy', speed: 4 })).toEqual({
      body: {
        model: 'speech-2.8-hd',
        text: 'Hi',
        stream: false,
        voice_setting: { voice_id: 'Friendly_Person', speed: 2 },
        audio_setting: { format: 'mp3' },
        output_format: 'hex',
      },
      losses: ['voice', 'speed'],
    })
    const own = encode(minimaxSpeech, {
      model: 'm',
      input: 'Hi',
      voice: 'Wise_Woman',
      response_format: 'wav',
    })
    expect(own.losses).toEqual([])
    expect(own.body).toMatchObject({
      voice_setting: { voice_id: 'Wise_Woman' },
      audio_setting: { format: 'wav' },
    })
    expect(() =>
      encode(minimaxSpeech, { model: 'm', input: 'Hi', voice: 'x', response_format: 'opus' }),
    ).toThrow('translation_unsupported')
  })

  it('comes back as the bytes that the text spells', () => {
    const answer = minimaxSpeech.form?.decodeAnswer?.(read('speech.json'), { response_format: 'mp3' })
    expect(answer).toEqual({ audio_base64: 'SUQzBAAA', content_type: 'audio/mpeg' })
    expect(minimaxSpeech.readOutput(read('speech.json')).hasOutput).toBe(true)
  })
})

it('embeds documents unless the client says that it asks', () => {
  expect(encode(minimaxEmbedding, { model: 'embo-01', input: 'hi' }).body).toEqual({
    model: 'embo-01',
    texts: ['hi'],
    type: 'db',
  })
  expect(encode(minimaxEmbedding, { model: 'embo-01', input: 'hi', type: 'query' }).body).toMatchObject({
    type: 'query',
  })
  expect(minimaxEmbedding.form?.decodeAnswer?.(read('embedding.json'), { model: 'embo-01' })).toMatchObject({
    data: [{ embedding: [0.5, -0.25] }, { embedding: [1, 0], index: 1 }],
    usage: { prompt_tokens: 7 },
  })
  expect(minimaxEmbedding.readDisguisedFailure(read('embedding.json'))).toBeUndefined()
  expect(minimaxEmbedding.readDisguisedFailure(read('base-resp-1002.json'))?.code).toBe('1002')
})
