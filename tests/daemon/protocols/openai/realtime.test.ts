import { describe, expect, it } from 'vitest'
import {
  openaiRealtime,
  readAppendedAudio,
  readRealtimeEvent,
  renderRealtimeError,
} from '../../../../src/daemon/protocols/openai/realtime.ts'
import { countAudioTokens, RealtimeMeter } from '../../../../src/daemon/protocols/openai/realtime-meter.ts'
import { NO_USAGE } from '../../../../src/daemon/protocols/usage.ts'

const done = (usage: unknown, status = 'completed') =>
  JSON.stringify({ type: 'response.done', event_id: 'e', response: { id: 'r', status, output: [], usage } })
const stated = {
  total_tokens: 253,
  input_tokens: 132,
  output_tokens: 121,
  input_token_details: {
    text_tokens: 119,
    audio_tokens: 13,
    image_tokens: 0,
    cached_tokens: 64,
    cached_tokens_details: { text_tokens: 64, audio_tokens: 0, image_tokens: 0 },
  },
  output_token_details: { text_tokens: 30, audio_tokens: 91 },
}
const audio = (chars: number, type = 'response.output_audio.delta') =>
  JSON.stringify({ type, event_id: 'e', response_id: 'r', delta: 'A'.repeat(chars) })
const append = (chars: number) =>
  JSON.stringify({ event_id: 'e', type: 'input_audio_buffer.append', audio: 'A'.repeat(chars) })
/** Base64 characters of one second of PCM16 at 24 kHz. */
const second = 64_000

describe('events of a session', () => {
  it('state the usage of a response, cancelled ones included', () => {
    const usage = {
      ...NO_USAGE,
      inputTokens: 132,
      outputTokens: 121,
      cacheReadTokens: 64,
      audioInputTokens: 13,
      audioOutputTokens: 91,
    }
    for (const status of ['completed', 'cancelled', 'incomplete'])
      expect(readRealtimeEvent(done(stated, status))).toEqual({
        kind: 'response',
        id: 'r',
        usage: { kind: 'stated', usage },
        hasFailed: false,
      })
    expect(openaiRealtime.readUsage(JSON.parse(done(stated)))).toEqual({ kind: 'stated', usage })
  })

  it('name as audio only what was not cached', () => {
    const details = {
      audio_tokens: 800,
      cached_tokens: 640,
      cached_tokens_details: { text_tokens: 40, audio_tokens: 600 },
    }
    const usage = {
      total_tokens: 1000,
      input_tokens: 1000,
      output_tokens: 0,
      input_token_details: details,
    }
    expect(readRealtimeEvent(done(usage))).toMatchObject({
      usage: { usage: { inputTokens: 1000, cacheReadTokens: 640, audioInputTokens: 200 } },
    })
  })

  it('state a zero that is not counted again', () => {
    const zero = { total_tokens: 0, input_tokens: 0, output_tokens: 0 }
    expect(readRealtimeEvent(done(zero))).toMatchObject({ usage: { kind: 'stated', usage: NO_USAGE } })
    for (const usage of [null, undefined, {}])
      expect(readRealtimeEvent(done(usage))).toMatchObject({ kind: 'response', usage: { kind: 'none' } })
  })

  it('state the usage of a transcription, in tokens or in seconds', () => {
    const completed = (usage: unknown) =>
      JSON.stringify({
        type: 'conversation.item.input_audio_transcription.completed',
        item_id: 'item_1',
        transcript: 'hello',
        usage,
      })
    const inTokens = {
      type: 'tokens',
      total_tokens: 30,
      input_tokens: 20,
      input_token_details: { text_tokens: 0, audio_tokens: 20 },
      output_tokens: 10,
    }
    expect(readRealtimeEvent(completed(inTokens))).toEqual({
      kind: 'transcription',
      id: 'item_1',
      usage: {
        kind: 'stated',
        usage: { ...NO_USAGE, inputTokens: 20, audioInputTokens: 20, outputTokens: 10 },
      },
    })
    expect(readRealtimeEvent(completed({ type: 'duration', seconds: 29.2 }))).toMatchObject({
      usage: { usage: { inputTokens: 500, outputTokens: 0 } },
    })
    expect(readRealtimeEvent(completed(null))).toMatchObject({ usage: { kind: 'none' } })
  })

  it('are measured in both generations of names, and never parsed for it', () => {
    for (const type of ['response.audio.delta', 'response.output_audio.delta'])
      expect(readRealtimeEvent(audio(100, type))).toEqual({ kind: 'audio', length: 100 })
    for (const type of [
      'response.text.delta',
      'response.output_text.delta',
      'response.audio_transcript.delta',
      'response.output_audio_transcript.delta',
      'response.function_call_arguments.delta',
    ])
      expect(readRealtimeEvent(`{"delta" :\n "${'x'.repeat(7)}", "type":"${type}"`)).toEqual({
        kind: 'text',
        length: 7,
      })
    expect(readAppendedAudio(append(12))).toBe(12)
    expect(readAppendedAudio('{"type":"input_audio_buffer.commit"}')).toBe(0)
  })

  it('that only talk about the protocol are not taken for it', () => {
    for (const words of ['"response.done"', '"response.output_audio.delta"', '"session.created"'])
      expect(
        readRealtimeEvent(JSON.stringify({ type: 'conversation.item.added', item: { text: words } })),
      ).toEqual({ kind: 'other' })
    expect(
      readRealtimeEvent(JSON.stringify({ type: 'response.output_text.delta', delta: 'say "hello"\\' })),
    ).toMatchObject({ kind: 'text' })
  })

  it('of any other make are passed over', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"type":"response.done"',
      '"response.done"',
      '{"x":"response.done"}',
    ])
      expect(readRealtimeEvent(text)).toEqual({ kind: 'other' })
    expect(readRealtimeEvent('{"type":"response.done"}')).toMatchObject({ kind: 'response' })
    expect(readRealtimeEvent('{"type":"session.created","session":null}')).toEqual({ kind: 'other' })
    expect(readRealtimeEvent('{"type":"response.output_audio.delta","delta":12}')).toEqual({
      kind: 'audio',
      length: 0,
    })
  })
})

describe('the meter of a session', () => {
  it('adds up what is stated, response by response', () => {
    const meter = new RealtimeMeter()
    expect(meter.noteServer(audio(second))).toBe(false)
    expect(meter.noteServer(done(stated))).toBe(true)
    expect(meter.noteServer(done(stated))).toBe(true)
    expect(meter.usage()).toMatchObject({ inputTokens: 264, outputTokens: 242, audioOutputTokens: 182 })
    expect(meter.responses).toBe(2)
    expect(meter.isEstimated).toBe(false)
  })

  it('counts a response that states nothing: a minute heard is 1667 tokens, a minute said 834', () => {
    const meter = new RealtimeMeter()
    for (let at = 0; at < 60; at += 1) meter.noteClient(append(second))
    expect(meter.usage()).toEqual(NO_USAGE)
    for (let at = 0; at < 60; at += 1) meter.noteServer(audio(second))
    meter.noteServer(done(null))
    expect(meter.usage()).toEqual({
      ...NO_USAGE,
      inputTokens: 1667,
      outputTokens: 834,
      audioInputTokens: 1667,
      audioOutputTokens: 834,
    })
    expect(meter.isEstimated).toBe(true)
    meter.noteServer(done(null))
    expect(meter.usage()).toMatchObject({ inputTokens: 1667, outputTokens: 834 })
  })

  it('counts telephone audio by its own rate, in both generations of sessions', () => {
    expect(countAudioTokens(second, 'input', 8_000)).toBe(167)
    const sessions = [
      { input_audio_format: 'g711_ulaw', output_audio_format: 'g711_alaw' },
      { audio: { input: { format: { type: 'audio/pcmu' } }, output: { format: { type: 'audio/pcma' } } } },
    ]
    for (const session of sessions) {
      const meter = new RealtimeMeter()
      meter.noteServer(JSON.stringify({ type: 'session.created', session }))
      meter.noteClient(append(second))
      meter.noteServer(audio(second))
      expect(meter.usage()).toMatchObject({ audioInputTokens: 167, audioOutputTokens: 84 })
    }
  })

  it('counts an unfinished response as it grows, and forgets that once it is stated', () => {
    const meter = new RealtimeMeter()
    meter.noteServer(audio(second * 60))
    meter.noteServer(
      JSON.stringify({ type: 'response.output_audio_transcript.delta', delta: 'x'.repeat(40) }),
    )
    expect(meter.isUnfinished).toBe(true)
    expect(meter.usage()).toMatchObject({ outputTokens: 844, audioOutputTokens: 834 })
    meter.noteServer(done(stated))
    expect(meter.usage()).toMatchObject({ outputTokens: 121 })
    expect(meter.isEstimated).toBe(false)
  })

  it('counts what the client wrote for a response that states nothing, once', () => {
    const meter = new RealtimeMeter()
    const text = 'x'.repeat(4_000)
    const item = {
      type: 'message',
      content: [
        { type: 'input_text', text },
        { type: 'input_text', text },
      ],
    }
    meter.noteClient(JSON.stringify({ type: 'session.update', session: { instructions: text } }))
    meter.noteClient(JSON.stringify({ type: 'conversation.item.create', item }))
    expect(meter.usage()).toEqual(NO_USAGE)
    meter.noteServer(JSON.stringify({ type: 'response.output_text.delta', delta: 'x'.repeat(40) }))
    expect(meter.usage()).toMatchObject({ inputTokens: 3000, outputTokens: 10, audioInputTokens: 0 })
    meter.noteServer(done(null))
    meter.noteServer(done(null))
    expect(meter.usage()).toMatchObject({ inputTokens: 3000, outputTokens: 10 })
  })

  it('knows which responses have begun and not ended', () => {
    const meter = new RealtimeMeter()
    const begin = (id: string) =>
      meter.noteServer(JSON.stringify({ type: 'response.created', response: { id } }))
    begin('r')
    begin('s')
    expect([...meter.running]).toEqual(['r', 's'])
    meter.noteServer(done(stated))
    expect([...meter.running]).toEqual(['s'])
  })

  it('charges nothing for a response that failed before anything of it arrived', () => {
    const meter = new RealtimeMeter()
    meter.noteClient(append(second))
    meter.noteServer(done(null, 'failed'))
    expect(meter.usage()).toEqual(NO_USAGE)
  })

  it('measures frames of bytes by their size alone', () => {
    const meter = new RealtimeMeter()
    meter.noteClient(Buffer.alloc(10))
    expect(meter.noteServer(Buffer.alloc(20))).toBe(false)
    expect(meter.bytes).toBe(30)
  })
})

it('an error is an event with the id of the request', () => {
  const rendered = renderRealtimeError({
    status: 403,
    type: 'insufficient_quota',
    code: 'quota_ran_out',
    message: 'no more',
    param: null,
    requestId: 'req1',
    retryAfterSeconds: undefined,
  })
  expect(JSON.parse(rendered)).toEqual({
    type: 'error',
    event_id: 'evt_req1',
    error: {
      type: 'insufficient_quota',
      code: 'quota_ran_out',
      message: 'no more',
      param: null,
      event_id: null,
    },
  })
})
